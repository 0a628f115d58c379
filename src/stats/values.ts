import { bind, identifier, join, type Sql, sql } from "../clickhouse/sql.ts";
import type { Dimension, Tallied, Tallies } from "../counting/dimension-kinds.ts";
import { type DimensionName, dimensions } from "../counting/dimensions.ts";
import { engagedDay, engagedPage } from "../counting/engagement.ts";
import {
  tallyColumn,
  type VisitorDaySource,
  visitorDaysSettings,
  visitorDaysSql,
} from "../counting/visitor-days.ts";
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

/** The columns of `valuesSql` beside the value, in this order. */
const measures = ["visitors", "pageviews", "occurrences"] as const;
const visitSums = ["visits", "bounces", "visit_ms"] as const;
const engagementSums = ["engaged_visitors", "engagement_ms", "depths"] as const;

/** The sums that the values of a dimension have beside the measures. */
export type ValueSum = (typeof visitSums)[number] | (typeof engagementSums)[number];

type Asked = Pick<ValuesQuery, "dimension" | "clock">;

/** Returns what `valuesSql` has beside value and measures. */
export function sumsOf(query: Asked): readonly ValueSum[] {
  return [
    ...(tallyOf(query).has === "visits" ? visitSums : []),
    ...(engagedOf(query) === undefined ? [] : engagementSums),
  ];
}

/** Returns how the dimension is counted, as far as the clock is the website's. */
function tallyOf({ dimension }: Asked): Tallied {
  return dimensions[dimension];
}

/** Returns the tally with the engagement that a dimension's values have; undefined if none have. */
function engagedOf({ dimension, clock }: Asked): EngagedName | undefined {
  if (clock !== undefined) return undefined;
  if (dimension === "page") return "engaged_page";
  return dimensions[dimension].countedUnit === "day" ? "engaged_day" : undefined;
}

type EngagedName = "engaged_page" | "engaged_day";
const engaged = { engaged_page: engagedPage, engaged_day: engagedDay } as const;

/**
 * Returns every value of the dimension with its measures, `visitors`, `pageviews` and
 * `occurrences`, and with the sums of `sumsOf`. Those of visits are null where no day has them.
 */
export function valuesSql(query: ValuesQuery): Sql {
  const names = [...measures, ...sumsOf(query)];
  const sums = names.map((name) => sql`sum(part.${identifier(name)}) AS ${identifier(name)}`);
  return dayPartsSql(query, {
    fromRollups: (table, condition) => rollupValuesSql(query, table, condition),
    fromVisitorDays: (source) => visitorDayValuesSql(query, source),
    readsEngagement: engagedOf(query) !== undefined,
    fromLaterEvents: (day, increments) => laterValuesSql(query, day, increments),
    sumOf: (parts) => sql`
      SELECT
        part.value AS value,
        ${join(sums, ",\n        ")}
      FROM (${parts}
      ) AS part
      GROUP BY part.value`,
  });
}

function rollupValuesSql(query: ValuesQuery, table: Sql, condition: Sql): Sql {
  const { dimension, interval = "day" } = query;
  const own = bind("String", dimension);
  const engagedName = engagedOf(query);
  if (dimensions[dimension].countedUnit === "day") {
    return rollupDaysSql(
      dimension,
      periodOf(interval, sql`toString(rolled.date)`),
      table,
      condition,
    );
  }
  // Most dimensions are alone, and a condition on each sum takes time to plan.
  const only = engagedName === undefined ? sql`` : sql`, dimension = ${own}`;
  const sum = engagedName === undefined ? sql`sum` : sql`sumIf`;
  const sums = [...measures, ...(tallyOf(query).has === "visits" ? visitSums : [])].map(
    (name) => sql`toInt64(${sum}(rolled.${identifier(name)}${only})) AS ${identifier(name)}`,
  );
  const engagedSums = engagedName === undefined ? [] : rollupEngagementSql(engagedName);
  const names = [dimension, ...(engagedName === undefined ? [] : [engagedName])];
  return sql`
      SELECT
        rolled.value AS value,
        ${join([...sums, ...engagedSums], ",\n        ")}
      FROM ${table} AS rolled
      WHERE ${condition} AND dimension ${isIn(names)}
      GROUP BY rolled.value`;
}

function isIn(names: readonly string[]): Sql {
  const [first, ...others] = names;
  return others.length === 0
    ? sql`= ${bind("String", first)}`
    : sql`IN ${bind("Array(String)", names)}`;
}

/** Returns the days of roll-ups. Their visits are those of dimensions and totals of whole days. */
function rollupDaysSql(dimension: DimensionName, value: Sql, table: Sql, condition: Sql): Sql {
  const ofDay = (name: string, measure: Sql) =>
    sql`toInt64(sumIf(rolled.${measure}, dimension = ${bind("String", name)}))`;
  return sql`
      SELECT
        ${value} AS value,
        ${ofDay(dimension, sql`visitors`)} AS visitors,
        ${ofDay(dimension, sql`pageviews`)} AS pageviews,
        ${ofDay(dimension, sql`occurrences`)} AS occurrences,
        ${ofDay("visit", sql`occurrences`)} AS visits,
        ${ofDay("bounce", sql`occurrences`)} AS bounces,
        ${ofDay("visit_ms", sql`occurrences`)} AS visit_ms,
        ${join(rollupEngagementSql("engaged_day"), ",\n        ")}
      FROM ${table} AS rolled
      WHERE ${condition} AND dimension ${isIn([dimension, "visit", "bounce", "visit_ms", "engaged_day"])}
      GROUP BY value`;
}

function rollupEngagementSql(name: EngagedName): Sql[] {
  const isEngaged = sql`dimension = ${bind("String", name)}`;
  return [
    sql`toInt64(sumIf(rolled.visitors, ${isEngaged})) AS engaged_visitors`,
    sql`toInt64(sumIf(rolled.occurrences, ${isEngaged})) AS engagement_ms`,
    sql`toInt64(sumIf(rolled.amount, ${isEngaged})) AS depths`,
  ];
}

function visitorDayValuesSql(query: ValuesQuery, { table, condition }: VisitorDaySource): Sql {
  const { dimension, filters = [], interval = "day", clock, days } = query;
  const { measure }: Dimension = dimensions[dimension];
  const dates = days.map(({ date }) => date);
  const asked =
    clock === undefined ? dimensions[dimension] : clockTally(interval, clock, dates, measure);
  const columns = { ...filterDimensions(filters), ...talliesOf(query), [dimension]: asked };
  const within =
    clock === undefined ? condition : sql`${condition} AND ${withinClock(clock, dates)}`;
  return sql`
      SELECT
        ${periodOf(interval, sql`tally.1`)} AS value,
        ${sumsOfTally(query, (element) => sql`toInt64(sum(${element}))`)}
      FROM (
        SELECT arrayJoin(${tallySql(query)}) AS tally
        FROM (${visitorDaysSql(columns, { table, condition: within })})
        WHERE day_activity > 0
          AND ${passesFiltersSql(filters)}
      )
      GROUP BY value`;
}

function laterValuesSql(query: ValuesQuery, day: DayUntil, increments: readonly string[]): Sql {
  const { interval = "day" } = query;
  return sql`
      SELECT
        ${periodOf(interval, sql`tally.1`)} AS value,
        ${sumsOfTally(query, (element) => sql`sum(sign * toInt64(${element}))`)}
      FROM (
        SELECT
          sign,
          arrayJoin(${tallySql(query)}) AS tally
        FROM (${laterEffectSql(talliesOf(query), day, { increments })})
        WHERE day_activity > 0
      )
      GROUP BY value`;
}

/** Returns the tallies that a query reads. */
function talliesOf(query: Asked): Tallies {
  const name = engagedOf(query);
  const own = { [query.dimension]: tallyOf(query) };
  return name === undefined ? own : { ...own, [name]: engaged[name] };
}

/** Returns an array of tuples: the value, the measures, and the sums of `sumsOf`. */
function tallySql(query: Asked): Sql {
  const own = tallyColumn(query.dimension);
  const name = engagedOf(query);
  if (name === undefined) return own;
  const hasVisits = tallyOf(query).has === "visits";
  const [visits, noVisits] = hasVisits ? [sql`x.5, x.6, x.7, `, sql`0, 0, 0, `] : [sql``, sql``];
  const value = name === "engaged_day" ? sql`toString(date)` : sql`x.1`;
  return sql`arrayConcat(
          arrayMap(x -> (x.1, x.2, x.3, x.4, ${visits}0, 0, 0), ${own}),
          arrayMap(x -> (${value}, 0, 0, 0, ${noVisits}x.2, x.4, toUInt64(x.5)), ${tallyColumn(name)}))`;
}

function sumsOfTally(query: Asked, sumOf: (element: Sql) => Sql): Sql {
  const columns = [...measures, ...sumsOf(query)].map(
    (name, i) => sql`${sumOf(sql`tally.${place(i + 2)}`)} AS ${identifier(name)}`,
  );
  return join(columns, ",\n        ");
}

/** The places of the elements of a tuple. */
const places = [sql`1`, sql`2`, sql`3`, sql`4`, sql`5`, sql`6`, sql`7`, sql`8`, sql`9`, sql`10`];

function place(nth: number): Sql {
  const found = places[nth - 1];
  if (found === undefined) throw new Error("a tuple has no such element");
  return found;
}
