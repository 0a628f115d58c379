import { containsSql } from "../counting/pattern.ts";
import { carriersTally, numbersTally, type PropCarriers } from "../counting/props.ts";
import type { Database, QueryLimits } from "../store/database.ts";
import { bind, identifier, type Sql, sql } from "../store/sql.ts";
import { type CsvForm, csvWithHeader, shownSql } from "./csv.ts";
import type { DayState } from "./day-state.ts";
import type { CsvReport, Report, ReportQuery } from "./report.ts";
import { tallyRowsSql } from "./tally-rows.ts";
import { countingSettings } from "./values.ts";

export const propValueOrders = ["count", "visitors", "value"] as const;

/** A query for the values under a key of props. They are counted from events. */
export interface PropValuesQuery extends ReportQuery {
  readonly fromEvents: true;
  readonly carriers: PropCarriers;
  /** Whether the values that are numbers are added up. */
  readonly hasNumbers: boolean;
  /** Case-insensitive part of the value; "" matches all. */
  readonly search: string;
  readonly sortBy: (typeof propValueOrders)[number];
  readonly sort: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

export interface PropValueRow {
  readonly value: string;
  readonly count: number;
  readonly visitors: number;
  /** Each currency with its amount, a decimal number. */
  readonly revenue: readonly (readonly [currency: string, amount: string])[];
}

/** The values that are decimal numbers; those in texts are exact. */
export interface PropNumbers {
  readonly count: number;
  readonly sum: string;
  readonly min: string;
  readonly max: string;
}

export interface PropValues {
  readonly rows: readonly PropValueRow[];
  /** Number of values, and the sum of their counts, on all pages. */
  readonly total: number;
  readonly count: number;
  readonly numbers?: PropNumbers | undefined;
}

/** One page of the values under a key of props. */
export const propValuesReport: Report<PropValuesQuery, PropValues> = {
  name: "prop values",
  count: propValues,
};

/** All values under a key of props. */
export const propValuesCsvReport: CsvReport<PropValuesQuery & CsvForm> = { csv: propValuesCsv };

/** Returns one page of the values under a key. docs/analysis.md defines the numbers. */
async function propValues(
  db: Database,
  query: PropValuesQuery,
  days: readonly DayState[],
  limits: QueryLimits,
): Promise<PropValues> {
  type Row = PropValueRow & { total: number; total_count: number };
  const none = { count: 0, sum: "0", min: "0", max: "0" };
  const noNumbers = query.hasNumbers ? none : undefined;
  if (days.length === 0) return { rows: [], total: 0, count: 0, numbers: noNumbers };
  const rows = await db.rows<Row>(propValuesSql(query, days), limits);
  // The totals come with the rows. A page without rows takes them from the first page.
  const [first] =
    rows.length > 0 || query.offset === 0
      ? rows
      : await db.rows<Row>(propValuesSql({ ...query, limit: 1, offset: 0 }, days), limits);
  const [numbers] = query.hasNumbers
    ? await db.rows<PropNumbers>(propNumbersSql(query, days), limits)
    : [];
  return { rows, total: first?.total ?? 0, count: first?.total_count ?? 0, numbers };
}

async function propValuesCsv(
  db: Database,
  query: PropValuesQuery & CsvForm,
  days: readonly DayState[],
  limits: QueryLimits,
) {
  const columns = ["value", "count", "visitors", "revenue"];
  const statement = sql`
    SELECT ${shownSql(sql`value`, query)} AS shown, count, visitors, toJSONString(sums) AS revenue
    FROM (${valuesSql(query, days)})
    WHERE ${listedSql(query)}
    ORDER BY ${orderSql(query)}
    SETTINGS ${countingSettings(days)}`;
  return csvWithHeader(db, columns, days.length === 0 ? undefined : statement, limits);
}

/** Returns the statement of `propValues`. */
export function propValuesSql(query: PropValuesQuery, days: readonly DayState[]): Sql {
  return sql`
    SELECT
      value,
      count,
      visitors,
      arrayMap(each -> [each.1, toString(each.2)], sums) AS revenue,
      count() OVER () AS total,
      sum(count) OVER () AS total_count
    FROM (${valuesSql(query, days)})
    WHERE ${listedSql(query)}
    ORDER BY ${orderSql(query)}
    LIMIT ${bind("UInt64", query.limit)} OFFSET ${bind("UInt64", query.offset)}
    SETTINGS ${countingSettings(days)}`;
}

/** Returns the statement of the numbers among the values: one row. */
export function propNumbersSql(query: PropValuesQuery, days: readonly DayState[]): Sql {
  return sql`
    SELECT
      count() AS count,
      toString(sum(number)) AS sum,
      toString(min(number)) AS min,
      toString(max(number)) AS max
    FROM (${tallyRowsSql(query, days, "number", numbersTally(query.carriers))}
    )
    SETTINGS ${countingSettings(days)}`;
}

function listedSql({ search }: PropValuesQuery): Sql {
  return search === "" ? sql`true` : containsSql(sql`value`, search);
}

function orderSql({ sortBy, sort }: PropValuesQuery): Sql {
  const direction = sort === "asc" ? sql`ASC` : sql`DESC`;
  const column = identifier(sortBy);
  return sortBy === "value" ? sql`value ${direction}` : sql`${column} ${direction}, value ASC`;
}

/** Returns every value with its numbers, and its revenue by currency in `sums`. */
function valuesSql(query: PropValuesQuery, days: readonly DayState[]): Sql {
  return sql`
      SELECT
        value,
        sum(occurrences) AS count,
        sum(carriers) AS visitors,
        CAST(
          arraySort(groupArrayIf((currency, amount), currency != '')),
          'Array(Tuple(currency String, amount Decimal(38, 3)))') AS sums
      FROM (
        SELECT
          carrier.1 AS value,
          carrier.3 AS currency,
          count() AS occurrences,
          sum(carrier.2) AS carriers,
          sum(carrier.4) AS amount
        FROM (${tallyRowsSql(query, days, "carrier", carriersTally(query.carriers))}
        )
        GROUP BY value, currency
      )
      GROUP BY value`;
}
