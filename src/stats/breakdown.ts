import { type Dimension, measureColumns } from "../counting/dimension-kinds.ts";
import { dimensions } from "../counting/dimensions.ts";
import { containsSql } from "../counting/pattern.ts";
import type { Database, QueryLimits } from "../store/database.ts";
import { bind, type Sql, sql } from "../store/sql.ts";
import type { DayState } from "./day-state.ts";
import type { Report, ReportQuery } from "./report.ts";
import { countingSettings, type ValuesQuery, valuesSql } from "./values.ts";

export interface BreakdownQuery
  extends ReportQuery,
    Pick<ValuesQuery, "dimension" | "interval" | "clock"> {
  /** Case-insensitive part of the value; "" matches all. */
  readonly search: string;
  readonly sortBy: "count" | "value";
  readonly sort: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

export interface BreakdownRow {
  readonly value: string;
  readonly count: number;
  readonly visitors: number;
  readonly pageviews: number;
}

export interface Breakdown {
  readonly rows: readonly BreakdownRow[];
  /** Number of values, and the sum of their counts, on all pages. */
  readonly total: number;
  readonly count: number;
}

/** One page of a dimension's values. */
export const breakdownReport: Report<BreakdownQuery, Breakdown> = {
  name: "breakdown",
  count: breakdown,
};

/**
 * Returns one page of a dimension's values over a range of days, exact. docs/statistics-api.md
 * defines the numbers.
 */
async function breakdown(
  db: Database,
  query: BreakdownQuery,
  days: readonly DayState[],
  limits: QueryLimits,
): Promise<Breakdown> {
  type Row = BreakdownRow & { total: number; total_count: number };
  if (days.length === 0) return { rows: [], total: 0, count: 0 };
  const rows = await db.rows<Row>(breakdownSql(query, days), limits);
  // The totals come with the rows. A page without rows takes them from the first page.
  const [first] =
    rows.length > 0 || query.offset === 0
      ? rows
      : await db.rows<Row>(breakdownSql({ ...query, limit: 1, offset: 0 }, days), limits);
  return { rows, total: first?.total ?? 0, count: first?.total_count ?? 0 };
}

/** Returns the statement of `breakdown`. */
export function breakdownSql(query: BreakdownQuery, days: readonly DayState[]): Sql {
  const dimension: Dimension = dimensions[query.dimension];
  return sql`
    SELECT
      value,
      ${measureColumns[dimension.measure]} AS count,
      visitors,
      pageviews,
      count() OVER () AS total,
      sum(count) OVER () AS total_count
    FROM (${valuesSql({ ...query, days })})
    WHERE ${listedSql(query)}
    ORDER BY ${orderSql(query)}
    LIMIT ${bind("UInt64", query.limit)} OFFSET ${bind("UInt64", query.offset)}
    SETTINGS ${countingSettings(days)}`;
}

/** Returns the condition on rows of `valuesSql`, with their `count`. */
export function listedSql({ search }: Pick<BreakdownQuery, "search">): Sql {
  if (search === "") return sql`count > 0`;
  return sql`count > 0 AND ${containsSql(sql`value`, search)}`;
}

/** Returns an order in which no two rows are equal. */
export function orderSql({ sortBy, sort }: Pick<BreakdownQuery, "sortBy" | "sort">): Sql {
  const direction = sort === "asc" ? sql`ASC` : sql`DESC`;
  return sortBy === "count" ? sql`count ${direction}, value ASC` : sql`value ${direction}`;
}
