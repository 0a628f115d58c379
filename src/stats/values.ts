import type { Dimension } from "../counting/dimension-kinds.ts";
import { type DimensionName, dimensions } from "../counting/dimensions.ts";
import { tallyColumn, visitorDaysSql } from "../counting/visitor-days.ts";
import { changesSql, type DayUntil } from "../rollups/open-days/changes.ts";
import { bind, type Sql, sql } from "../store/sql.ts";
import { dayPartsSql, type WebsiteDayStates } from "./day-parts.ts";
import { type Filter, filterDimensions, passesFiltersSql } from "./filters.ts";
import { type Clock, clockTally, type Interval, periodOf, withinClock } from "./intervals.ts";

/**
 * A query for the values of a dimension on days that have events. With filters or a clock no day
 * may have a roll-up.
 */
export interface ValuesQuery extends WebsiteDayStates {
  readonly dimension: DimensionName;
  /** Conditions on visitor days; all count if there is none. */
  readonly filters?: readonly Filter[];
  /** The length of a value, for dimensions whose values are days; a day if undefined. */
  readonly interval?: Interval;
  /**
   * The clock whose hours and days are counted; the days of the website if undefined. Hours need
   * one.
   */
  readonly clock?: Clock;
}

/**
 * Settings of all statements that count `events`. The visitors of a subquery are in every granule,
 * so looking them up in the index would only take time.
 */
export const countingSettings = sql`
      optimize_aggregation_in_order = 1,
      use_index_for_in_with_subqueries = 0`;

/**
 * Returns every value of the dimension with its measures: `value`, `visitors`, `pageviews`,
 * `occurrences`.
 */
export function valuesSql(query: ValuesQuery): Sql {
  const { dimension, interval = "day" } = query;
  const parts = dayPartsSql(query, {
    fromRollups: (table, condition) => rollupValuesSql(dimension, table, condition),
    fromEvents: (condition) => eventValuesSql(query, condition),
    fromChanges: (day, increments) => changedValuesSql(dimension, day, increments),
  });
  return sql`
    SELECT
      ${periodOf(interval, sql`tallied_value`)} AS value,
      sum(value_visitors) AS visitors,
      sum(value_pageviews) AS pageviews,
      sum(value_occurrences) AS occurrences
    FROM (${parts}
    )
    GROUP BY value`;
}

function rollupValuesSql(dimension: DimensionName, table: Sql, condition: Sql): Sql {
  return sql`
      SELECT
        value AS tallied_value,
        toInt64(visitors) AS value_visitors,
        toInt64(pageviews) AS value_pageviews,
        toInt64(occurrences) AS value_occurrences
      FROM ${table}
      WHERE ${condition} AND dimension = ${bind("String", dimension)}`;
}

function eventValuesSql(query: ValuesQuery, inDays: Sql): Sql {
  const { dimension, filters = [], interval = "day", clock, days } = query;
  const { measure }: Dimension = dimensions[dimension];
  const dates = days.map(({ date }) => date);
  const asked =
    clock === undefined ? dimensions[dimension] : clockTally(interval, clock, dates, measure);
  const columns = { ...filterDimensions(filters), [dimension]: asked };
  const condition = clock === undefined ? inDays : sql`${inDays} AND ${withinClock(clock, dates)}`;
  return sql`
      SELECT
        tally.1 AS tallied_value,
        toInt64(sum(tally.2)) AS value_visitors,
        toInt64(sum(tally.3)) AS value_pageviews,
        toInt64(sum(tally.4)) AS value_occurrences
      FROM (
        SELECT arrayJoin(${tallyColumn(dimension)}) AS tally
        FROM (${visitorDaysSql(columns, condition)})
        WHERE ${passesFiltersSql(filters)}
      )
      GROUP BY tallied_value`;
}

function changedValuesSql(
  dimension: DimensionName,
  day: DayUntil,
  increments: readonly string[],
): Sql {
  const columns = { [dimension]: dimensions[dimension] };
  return sql`
      SELECT
        tally.1 AS tallied_value,
        sum(sign * toInt64(tally.2)) AS value_visitors,
        sum(sign * toInt64(tally.3)) AS value_pageviews,
        sum(sign * toInt64(tally.4)) AS value_occurrences
      FROM (
        SELECT
          sign,
          arrayJoin(${tallyColumn(dimension)}) AS tally
        FROM (${changesSql(columns, day, { increments })})
      )
      GROUP BY tallied_value`;
}
