import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import type { Dimension } from "../counting/dimension-kinds.ts";
import { type DimensionName, dimensions } from "../counting/dimensions.ts";
import { tallyColumn, visitorDaysSettings, visitorDaysSql } from "../counting/visitor-days.ts";
import { indexedSettings } from "../rollups/day-sql.ts";
import { type DayUntil, laterEffectSql } from "../rollups/open-days/later-effect.ts";
import { dayPartsSql, type WebsiteDayStates } from "./day-parts.ts";
import type { DayState } from "./day-state.ts";
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
 * Settings of statements that count `events`. The visitors of a subquery are in every granule, so
 * looking them up in the index would only take time.
 */
const eventSettings = sql`${visitorDaysSettings},
      use_index_for_in_with_subqueries = 0`;

/** Returns the settings of a statement that counts these days. */
export function countingSettings(days: readonly DayState[]): Sql {
  const areRolledUp = days.every(({ rollupId }) => rollupId !== undefined);
  return areRolledUp ? indexedSettings : eventSettings;
}

/**
 * Returns every value of the dimension with its measures: `value`, `visitors`, `pageviews`,
 * `occurrences`.
 */
export function valuesSql(query: ValuesQuery): Sql {
  return dayPartsSql(query, {
    fromRollups: (table, condition) => rollupValuesSql(query, table, condition),
    fromEvents: (condition) => eventValuesSql(query, condition),
    fromLaterEvents: (day, increments) => laterValuesSql(query, day, increments),
    sumOf: (parts) => sql`
      SELECT
        part.value AS value,
        sum(part.visitors) AS visitors,
        sum(part.pageviews) AS pageviews,
        sum(part.occurrences) AS occurrences
      FROM (${parts}
      ) AS part
      GROUP BY part.value`,
  });
}

function rollupValuesSql(
  { dimension, interval = "day" }: ValuesQuery,
  table: Sql,
  condition: Sql,
): Sql {
  const value = periodOf(interval, sql`rolled.value`);
  return sql`
      SELECT
        ${value} AS value,
        toInt64(sum(rolled.visitors)) AS visitors,
        toInt64(sum(rolled.pageviews)) AS pageviews,
        toInt64(sum(rolled.occurrences)) AS occurrences
      FROM ${table} AS rolled
      WHERE ${condition} AND dimension = ${bind("String", dimension)}
      GROUP BY ${value}`;
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
        ${periodOf(interval, sql`tally.1`)} AS value,
        toInt64(sum(tally.2)) AS visitors,
        toInt64(sum(tally.3)) AS pageviews,
        toInt64(sum(tally.4)) AS occurrences
      FROM (
        SELECT arrayJoin(${tallyColumn(dimension)}) AS tally
        FROM (${visitorDaysSql(columns, condition)})
        WHERE ${passesFiltersSql(filters)}
      )
      GROUP BY value`;
}

function laterValuesSql(
  { dimension, interval = "day" }: ValuesQuery,
  day: DayUntil,
  increments: readonly string[],
): Sql {
  const columns = { [dimension]: dimensions[dimension] };
  return sql`
      SELECT
        ${periodOf(interval, sql`tally.1`)} AS value,
        sum(sign * toInt64(tally.2)) AS visitors,
        sum(sign * toInt64(tally.3)) AS pageviews,
        sum(sign * toInt64(tally.4)) AS occurrences
      FROM (
        SELECT
          sign,
          arrayJoin(${tallyColumn(dimension)}) AS tally
        FROM (${laterEffectSql(columns, day, { increments })})
      )
      GROUP BY value`;
}
