import type { Database, QueryLimits } from "../store/database.ts";
import { bind, type Sql, sql } from "../store/sql.ts";
import { type Dimension, type DimensionName, dimensions } from "./dimensions.ts";
import { type WebsiteDays, withinDays } from "./website-days.ts";

export interface BreakdownQuery extends WebsiteDays {
  readonly dimension: DimensionName;
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

/** One page of a dimension's values over a range of days, exact. docs/metrics.md defines the numbers. */
export async function breakdown(
  db: Database,
  query: BreakdownQuery,
  limits: QueryLimits,
): Promise<Breakdown> {
  type Row = BreakdownRow & { total: number; total_count: number };
  const rows = await db.rows<Row>(breakdownSql(query), limits);
  // The totals come with the rows: where there are none, the first page has them.
  const [first] =
    rows.length > 0 || query.offset === 0
      ? rows
      : await db.rows<Row>(breakdownSql({ ...query, limit: 1, offset: 0 }), limits);
  return { rows, total: first?.total ?? 0, count: first?.total_count ?? 0 };
}

/**
 * The statement behind `breakdown`.
 *
 * - `events` is sorted by website, day and visitor, and aggregated in that order: one visitor's day
 *   after the other, in memory that does not grow with their number.
 * - Search folds case as Unicode does (`Σ`, `σ` and `ς` are one letter); folding refuses text that
 *   is no UTF-8, which only foreign writers can have left.
 */
export function breakdownSql(query: BreakdownQuery): Sql {
  const dimension: Dimension = dimensions[query.dimension];
  const direction = query.sort === "asc" ? sql`ASC` : sql`DESC`;
  const order =
    query.sortBy === "count" ? sql`count ${direction}, value ASC` : sql`value ${direction}`;
  const search = sql`position(caseFoldUTF8(toValidUTF8(value)), caseFoldUTF8(${bind("String", query.search)})) > 0`;
  return sql`
    SELECT
      value,
      ${dimension.count} AS count,
      visitors,
      pageviews,
      count() OVER () AS total,
      sum(count) OVER () AS total_count
    FROM (${valuesSql(dimension, query)})
    WHERE count > 0 AND ${query.search === "" ? sql`true` : search}
    ORDER BY ${order}
    LIMIT ${bind("UInt64", query.limit)} OFFSET ${bind("UInt64", query.offset)}
    SETTINGS optimize_aggregation_in_order = 1`;
}

/** Every value of the dimension with its numbers. */
function valuesSql(dimension: Dimension, query: BreakdownQuery): Sql {
  switch (dimension.carrier) {
    case "day":
      return valuesOfDays(dimension, query);
    case "visitor":
      return valuesOfVisitors(dimension, query);
    case "pageview":
      return valuesOfEvents(dimension, query, sql`name = 'pageview'`);
    case "event":
      return valuesOfEvents(dimension, query, sql`name NOT IN ('pageview', 'engagement')`);
  }
}

function valuesOfDays(dimension: Dimension, query: BreakdownQuery): Sql {
  return sql`
    SELECT
      ${dimension.value()} AS value,
      count() AS visitors,
      sum(day_pageviews) AS pageviews
    FROM (
      SELECT
        date,
        countIf(name = 'pageview') AS day_pageviews
      FROM events
      WHERE ${withinDays(query)} AND name != 'engagement'
      GROUP BY date, visitor
    )
    GROUP BY date`;
}

/** Each visitor of a day counts once under each value that one of the day's events carries. */
function valuesOfVisitors(dimension: Dimension, query: BreakdownQuery): Sql {
  const { none } = dimension;
  const values =
    none === undefined ? sql`carried` : sql`if(empty(carried), [${bind("String", none)}], carried)`;
  return sql`
    SELECT
      value,
      count() AS visitors,
      sum(day_pageviews) AS pageviews
    FROM (
      SELECT
        arrayJoin(${values}) AS value,
        day_pageviews
      FROM (
        SELECT
          groupUniqArrayIf(row_value, row_value != '') AS carried,
          countIf(name = 'pageview') AS day_pageviews
        FROM (
          SELECT
            date,
            visitor,
            name,
            ${dimension.value()} AS row_value
          FROM events
          WHERE ${withinDays(query)} AND name != 'engagement'
        )
        GROUP BY date, visitor
      )
    )
    GROUP BY value`;
}

/** Each of the events counts under its value, and its visitor once a day. */
function valuesOfEvents(dimension: Dimension, query: BreakdownQuery, counted: Sql): Sql {
  return sql`
    SELECT
      value,
      countIf(nth = 1) AS visitors,
      count() AS occurrences,
      sum(is_pageview) AS pageviews
    FROM (
      SELECT
        groupArray(${dimension.value()}) AS carried,
        any(name = 'pageview') AS is_pageview
      FROM events
      WHERE ${withinDays(query)} AND ${counted}
      GROUP BY date, visitor
    )
    ARRAY JOIN
      carried AS value,
      arrayEnumerateUniq(carried) AS nth
    GROUP BY value`;
}
