import { containsSql } from "../counting/pattern.ts";
import { allPropsTally } from "../counting/props.ts";
import type { Prop } from "../model/prop.ts";
import type { Database, QueryLimits } from "../store/database.ts";
import { bind, identifier, type Sql, sql } from "../store/sql.ts";
import { type CsvForm, csvWithHeader, shownSql } from "./csv.ts";
import type { DayState } from "./day-state.ts";
import type { CsvReport, Report, ReportQuery } from "./report.ts";
import { tallyRowsSql } from "./tally-rows.ts";
import { countingSettings } from "./values.ts";

export const propOrders = ["events", "visitors", "values", "key"] as const;

/** A query for the keys of props. They are counted from events. */
export interface PropsQuery extends ReportQuery {
  readonly fromEvents: true;
  /** The name of the events; all page views and custom events if undefined. */
  readonly event?: string;
  /** Case-insensitive part of the key; "" matches all. */
  readonly search: string;
  readonly sortBy: (typeof propOrders)[number];
  readonly sort: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

/** One page of keys, and the number of keys on all pages. */
export interface Props {
  readonly rows: readonly Prop[];
  readonly total: number;
}

/** One page of the keys of props. */
export const propsReport: Report<PropsQuery, Props> = { name: "props", count: props };

/** All keys of props. */
export const propsCsvReport: CsvReport<PropsQuery & CsvForm> = { csv: propsCsv };

/** Returns one page of the keys of props. docs/analysis.md defines the numbers. */
async function props(
  db: Database,
  query: PropsQuery,
  days: readonly DayState[],
  limits: QueryLimits,
): Promise<Props> {
  type Row = Prop & { total: number };
  if (days.length === 0) return { rows: [], total: 0 };
  const rows = await db.rows<Row>(propsSql(query, days), limits);
  // The total comes with the rows. A page without rows takes it from the first page.
  const [first] =
    rows.length > 0 || query.offset === 0
      ? rows
      : await db.rows<Row>(propsSql({ ...query, limit: 1, offset: 0 }, days), limits);
  return { rows: rows.map(({ total, ...prop }) => prop), total: first?.total ?? 0 };
}

async function propsCsv(
  db: Database,
  query: PropsQuery & CsvForm,
  days: readonly DayState[],
  limits: QueryLimits,
) {
  const columns = ["key", "events", "visitors", "values"];
  const statement = sql`
    SELECT ${shownSql(sql`key`, query)} AS shown, events, visitors, values
    FROM (${keysSql(query, days)})
    WHERE ${listedSql(query)}
    ORDER BY ${orderSql(query)}
    SETTINGS ${countingSettings(days)}`;
  return csvWithHeader(db, columns, days.length === 0 ? undefined : statement, limits);
}

/** Returns the statement of `props`. */
export function propsSql(query: PropsQuery, days: readonly DayState[]): Sql {
  return sql`
    SELECT key, events, visitors, values, count() OVER () AS total
    FROM (${keysSql(query, days)})
    WHERE ${listedSql(query)}
    ORDER BY ${orderSql(query)}
    LIMIT ${bind("UInt64", query.limit)} OFFSET ${bind("UInt64", query.offset)}
    SETTINGS ${countingSettings(days)}`;
}

function listedSql({ search }: PropsQuery): Sql {
  return search === "" ? sql`true` : containsSql(sql`key`, search);
}

function orderSql({ sortBy, sort }: PropsQuery): Sql {
  const direction = sort === "asc" ? sql`ASC` : sql`DESC`;
  const column = identifier(sortBy);
  return sortBy === "key" ? sql`key ${direction}` : sql`${column} ${direction}, key ASC`;
}

/** Returns every key with its numbers. It groups by value first, as values can be many. */
function keysSql(query: PropsQuery, days: readonly DayState[]): Sql {
  return sql`
      SELECT
        key,
        sum(occurrences) AS events,
        sum(carriers) AS visitors,
        count() AS values
      FROM (
        SELECT
          prop.1 AS key,
          prop.2 AS value,
          count() AS occurrences,
          sum(prop.3) AS carriers
        FROM (${tallyRowsSql(query, days, "prop", allPropsTally(query.event))}
        )
        GROUP BY key, value
      )
      GROUP BY key`;
}
