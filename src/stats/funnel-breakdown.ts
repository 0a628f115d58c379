import type { Readable } from "node:stream";

import type { Dimension } from "../counting/dimension-kinds.ts";
import { type DimensionName, dimensions } from "../counting/dimensions.ts";
import { containsSql } from "../counting/pattern.ts";
import { tallyColumn, visitorDaysSql } from "../counting/visitor-days.ts";
import type { Database, QueryLimits } from "../store/database.ts";
import { bind, type Sql, sql } from "../store/sql.ts";
import type { BreakdownQuery } from "./breakdown.ts";
import { type CsvForm, csvWithHeader, shownSql } from "./csv.ts";
import { eventsOnDays } from "./day-parts.ts";
import type { DayState } from "./day-state.ts";
import { filterDimensions, passesFiltersSql } from "./filters.ts";
import { type FunnelQuery, funnelSettings, perStep, reachedColumn } from "./funnel.ts";
import { type Interval, periodOf } from "./intervals.ts";
import type { CsvReport, Report } from "./report.ts";

export const funnelSortKeys = ["entered", "completed", "conversion_rate", "value"] as const;

/** A query for the values of a dimension, and how far their visitors got in a funnel. */
export interface FunnelBreakdownQuery
  extends Omit<FunnelQuery, "earlier">,
    Pick<BreakdownQuery, "search" | "sort" | "limit" | "offset"> {
  readonly dimension: DimensionName;
  /** The length of a value, for dimensions whose values are days. */
  readonly interval: Interval;
  readonly sortBy: (typeof funnelSortKeys)[number];
}

type FunnelBreakdownCsvQuery = FunnelBreakdownQuery & CsvForm;

export interface FunnelBreakdownRow {
  readonly value: string;
  /** Visitors with the value that reached each step; more than none reached the first. */
  readonly steps: readonly number[];
}

export interface FunnelBreakdown {
  readonly rows: readonly FunnelBreakdownRow[];
  /** Number of values on all pages. */
  readonly total: number;
}

/** One page of a dimension's values. */
export const funnelBreakdownReport: Report<FunnelBreakdownQuery, FunnelBreakdown> = {
  name: "funnel breakdown",
  count: funnelBreakdown,
};

/** All values of a dimension. */
export const funnelBreakdownCsvReport: CsvReport<FunnelBreakdownCsvQuery> = {
  csv: funnelBreakdownCsv,
};

async function funnelBreakdown(
  db: Database,
  query: FunnelBreakdownQuery,
  days: readonly DayState[],
  limits: QueryLimits,
): Promise<FunnelBreakdown> {
  type Row = FunnelBreakdownRow & { total: number };
  if (days.length === 0) return { rows: [], total: 0 };
  const rows = await db.rows<Row>(funnelBreakdownSql(query, days), limits);
  // The total comes with the rows. A page without rows takes it from the first page.
  const [first] =
    rows.length > 0 || query.offset === 0
      ? rows
      : await db.rows<Row>(funnelBreakdownSql({ ...query, limit: 1, offset: 0 }, days), limits);
  return { rows: rows.map(({ value, steps }) => ({ value, steps })), total: first?.total ?? 0 };
}

/** Returns the statement of `funnelBreakdown`. */
export function funnelBreakdownSql(query: FunnelBreakdownQuery, days: readonly DayState[]): Sql {
  return sql`
    SELECT
      value,
      steps,
      count() OVER () AS total
    FROM (${valueStepsSql(query, days)})
    WHERE ${foundSql(query)}
    ORDER BY ${orderSql(query)}
    LIMIT ${bind("UInt64", query.limit)} OFFSET ${bind("UInt64", query.offset)}
    SETTINGS ${funnelSettings(days)}`;
}

async function funnelBreakdownCsv(
  db: Database,
  query: FunnelBreakdownCsvQuery,
  days: readonly DayState[],
  limits: QueryLimits,
): Promise<Readable> {
  const { code }: Dimension = dimensions[query.dimension];
  const numbers = ["entered", "completed", "conversion_rate", "steps"];
  const columns = ["value", ...(code ? ["code"] : []), ...numbers];
  const statement = days.length === 0 ? undefined : funnelBreakdownCsvSql(query, days);
  return csvWithHeader(db, columns, statement, limits);
}

function funnelBreakdownCsvSql(query: FunnelBreakdownCsvQuery, days: readonly DayState[]): Sql {
  const { code }: Dimension = dimensions[query.dimension];
  return sql`
    SELECT
      ${shownSql(sql`value`, query)} AS shown,
      ${code === undefined ? sql`` : sql`${code()} AS code,`}
      entered,
      completed,
      floor(conversion_rate * 10000 + 0.5) / 10000 AS rounded_rate,
      toJSONString(steps) AS json
    FROM (${valueStepsSql(query, days)})
    WHERE ${foundSql(query)}
    ORDER BY ${orderSql(query)}
    SETTINGS ${funnelSettings(days)}`;
}

/**
 * Returns each value with which a visitor reached step 1: `value`, `steps`, and what follows from
 * these.
 */
function valueStepsSql(query: FunnelBreakdownQuery, days: readonly DayState[]): Sql {
  const { websiteId, dimension, interval, funnel, filters } = query;
  const columns = {
    ...filterDimensions(filters),
    [dimension]: dimensions[dimension],
    ...reachedColumn(funnel),
  };
  const steps = perStep(funnel, (isReached) => sql`sumIf(tally.2, ${isReached})`);
  return sql`
      SELECT
        ${periodOf(interval, sql`tally.1`)} AS value,
        ${steps} AS steps,
        steps[1] AS entered,
        steps[-1] AS completed,
        completed / entered AS conversion_rate
      FROM (
        SELECT
          tally_reached,
          arrayJoin(${tallyColumn(dimension)}) AS tally
        FROM (${visitorDaysSql(columns, eventsOnDays({ websiteId, days }))})
        WHERE tally_reached > 0 AND ${passesFiltersSql(filters)}
      )
      GROUP BY value
      HAVING entered > 0`;
}

function foundSql({ search }: FunnelBreakdownQuery): Sql {
  return search === "" ? sql`true` : containsSql(sql`value`, search);
}

const orders = {
  entered: sql`entered`,
  completed: sql`completed`,
  conversion_rate: sql`conversion_rate`,
  value: sql`value`,
} as const satisfies Record<FunnelBreakdownQuery["sortBy"], Sql>;

/** Returns an order in which no two rows are equal. */
function orderSql({ sortBy, sort }: FunnelBreakdownQuery): Sql {
  return sql`${orders[sortBy]} ${sort === "asc" ? sql`ASC` : sql`DESC`}, value ASC`;
}
