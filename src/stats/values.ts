import { bind, identifier, join, type Sql, sql } from "../clickhouse/sql.ts";
import { pageColumns, visitColumns } from "../counting/day-columns.ts";
import type { Dimension, Tallied, Tallies } from "../counting/dimension-kinds.ts";
import { type DimensionName, dimensions } from "../counting/dimensions.ts";
import { type Filter, filterDimensions, passesFiltersSql } from "../counting/filters.ts";
import {
  readEngagement,
  tallyColumn,
  type VisitorDaySource,
  visitorDaysSql,
} from "../counting/visitor-days.ts";
import type { Interval } from "../model/choices.ts";
import { type DayUntil, laterEffectSql } from "../rollups/open-days/later-effect.ts";
import { dayPartsSql, type WebsiteDayStates } from "./day-parts.ts";
import { type Clock, clockTally, periodOf } from "./intervals.ts";
import { totalPartsSql } from "./totals.ts";

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
   * The clock whose minutes, hours and days are counted; the days of the website if undefined.
   * Hours and minutes need one.
   */
  readonly clock?: Clock;
}

/** The columns of `valuesSql` beside the value. */
const measures = ["visitors", "pageviews", "occurrences"] as const;
const visitSums = ["visits", "bounces", "visit_ms"] as const;
const engagementSums = ["engaged_visitors", "engagement_ms", "depths"] as const;

/** The sums that the values of a dimension have beside the measures. */
export type ValueSum = (typeof visitSums)[number] | (typeof engagementSums)[number];

type Asked = Pick<ValuesQuery, "dimension" | "clock">;

/** Returns the columns that `valuesSql` has beside value and measures. */
export function sumsOf(query: Asked): readonly ValueSum[] {
  if (isOfDays(query)) return [...visitSums, ...engagementSums];
  const { has }: Dimension = dimensions[query.dimension];
  return [
    ...(has === "visits" ? visitSums : []),
    ...(query.dimension === "page" ? engagementSums : []),
  ];
}

/** Returns whether the values are the website's days, which have the totals of a summary. */
function isOfDays({ dimension, clock }: Asked): boolean {
  return dimensions[dimension].countedUnit === "day" && clock === undefined;
}

/**
 * Returns every value of the dimension with its measures, `visitors`, `pageviews` and
 * `occurrences`, and with the sums of `sumsOf`. Those of visits are null where no day has them.
 */
export function valuesSql(query: ValuesQuery): Sql {
  if (isOfDays(query)) return dayValuesSql(query);
  const sums = [...measures, ...sumsOf(query)].map(
    (name) => sql`sum(part.${identifier(name)}) AS ${identifier(name)}`,
  );
  return dayPartsSql(query, {
    fromRollups: (table, condition) => rollupValuesSql(query, table, condition),
    fromVisitorDays: (source) => visitorDayValuesSql(query, source),
    readsEngagement: readEngagement(talliesOf(query)),
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

/** Returns the totals of each period; `occurrences` are its visits. */
function dayValuesSql({ interval = "day", filters = [], ...query }: ValuesQuery): Sql {
  return sql`
      SELECT
        ${periodOf(interval, sql`toString(total.date)`)} AS value,
        sum(total.visits) AS occurrences,
        ${join(
          ["visitors", "pageviews", ...visitSums, ...engagementSums].map(
            (name) => sql`sum(total.${identifier(name)}) AS ${identifier(name)}`,
          ),
          ",\n        ",
        )}
      FROM (${totalPartsSql({ ...query, filters }, sql`date`)}
      ) AS total
      GROUP BY value`;
}

function rollupValuesSql(query: ValuesQuery, table: Sql, condition: Sql): Sql {
  const { dimension } = query;
  const own = bind("String", dimension);
  // Most dimensions are alone, and a condition on each sum takes time to plan.
  const isPage = dimension === "page";
  const sumOf = (name: string) =>
    isPage
      ? sql`sumIf(rolled.${identifier(name)}, dimension = ${own})`
      : sql`sum(rolled.${identifier(name)})`;
  const isEngaged = sql`dimension = 'engaged_page'`;
  const sums = [...measures, ...(isPage ? [] : sumsOf(query))].map(
    (name) => sql`toInt64(${sumOf(name)}) AS ${identifier(name)}`,
  );
  const ofPages = [
    sql`toInt64(sumIf(rolled.visitors, ${isEngaged})) AS engaged_visitors`,
    sql`toInt64(sumIf(rolled.occurrences, ${isEngaged})) AS engagement_ms`,
    sql`toInt64(sumIf(rolled.amount, ${isEngaged})) AS depths`,
  ];
  const isAsked = isPage ? sql`IN (${own}, 'engaged_page')` : sql`= ${own}`;
  return sql`
      SELECT
        rolled.value AS value,
        ${join([...sums, ...(isPage ? ofPages : [])], ",\n        ")}
      FROM ${table} AS rolled
      WHERE ${condition} AND dimension ${isAsked}
      GROUP BY rolled.value`;
}

function visitorDayValuesSql(query: ValuesQuery, source: VisitorDaySource): Sql {
  const { dimension, filters = [], interval = "day", clock } = query;
  const { values, countedUnit }: Dimension = dimensions[dimension];
  if (countedUnit === "visitor" && values !== undefined) {
    return visitorValuesSql(values, filters, source);
  }
  const columns = { ...filterDimensions(filters), ...talliesOf(query) };
  const shown = sql`toString(tally.1)`;
  return sql`
      SELECT
        ${clock === undefined ? shown : periodOf(interval, shown)} AS value,
        ${sumsOfTally(query, (element) => sql`toInt64(sum(${element}))`)}
      FROM (
        SELECT arrayJoin(${tallyColumn(dimension)}) AS tally
        FROM (${visitorDaysSql(columns, source)})
        WHERE day_activity > 0
          AND ${passesFiltersSql(filters)}
      )
      GROUP BY ${clock === undefined ? sql`tally.1` : sql`value`}`;
}

/**
 * Returns the values of visitors. Each has all numbers of the visitor day, so that its values alone
 * become rows.
 */
function visitorValuesSql(
  values: Tallied,
  filters: readonly Filter[],
  source: VisitorDaySource,
): Sql {
  const tallies = { ...filterDimensions(filters), own: values };
  return sql`
      SELECT
        toString(own) AS value,
        toInt64(count()) AS visitors,
        toInt64(sum(day_pageviews)) AS pageviews,
        toInt64(0) AS occurrences,
        toInt64(sum(day_visits)) AS visits,
        toInt64(sum(day_bounces)) AS bounces,
        toInt64(sum(day_visit_ms)) AS visit_ms
      FROM (
        SELECT
          day_pageviews,
          day_visits,
          day_bounces,
          day_visit_ms,
          ${tallyColumn("own")}
        FROM (${visitorDaysSql(tallies, source, visitColumns)})
        WHERE day_activity > 0
          AND ${passesFiltersSql(filters)}
      )
      ARRAY JOIN ${tallyColumn("own")} AS own
      GROUP BY own`;
}

function laterValuesSql(query: ValuesQuery, day: DayUntil, increments: readonly string[]): Sql {
  return sql`
      SELECT
        tally.1 AS value,
        ${sumsOfTally(query, (element) => sql`sum(sign * toInt64(${element}))`)}
      FROM (
        SELECT
          sign,
          arrayJoin(${tallyColumn(query.dimension)}) AS tally
        FROM (${laterEffectSql(talliesOf(query), day, { increments })})
        WHERE day_activity > 0
      )
      GROUP BY value`;
}

/** Returns the tally of the dimension, with all that its values are asked for. */
function talliesOf({ dimension, interval = "day", clock, days }: ValuesQuery): Tallies {
  if (dimension === "page") return { page: readPage };
  const { measure }: Dimension = dimensions[dimension];
  if (clock === undefined) return { [dimension]: dimensions[dimension] };
  const dates = days.map(({ date }) => date);
  return { [dimension]: clockTally(interval, clock, dates, measure) };
}

/** The page views of a page and the engagement with it, with the sums of the latter behind. */
const readPage: Tallied = {
  columns: pageColumns,
  tally: () => sql`arrayMap(
        x -> (
          x.page,
          toUInt64(x.views > 0),
          toUInt64(x.views),
          toUInt64(0),
          toUInt64(x.engagements > 0),
          x.engagement_ms,
          toUInt64(x.scroll_depth)),
        day_pages)`,
  readsEngagement: true,
};

function sumsOfTally(query: Asked, sumOf: (element: Sql) => Sql): Sql {
  const columns = [...measures, ...sumsOf(query)].map(
    (name, i) => sql`${sumOf(sql`tally.${indexes[i] ?? sql``}`)} AS ${identifier(name)}`,
  );
  return join(columns, ",\n        ");
}

/** The indexes of the numbers in a tuple. */
const indexes = [sql`2`, sql`3`, sql`4`, sql`5`, sql`6`, sql`7`];
