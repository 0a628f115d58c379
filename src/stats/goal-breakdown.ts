import type { Readable } from "node:stream";

import type { Dimension } from "../counting/dimension-kinds.ts";
import { type DimensionName, dimensionNames, dimensions } from "../counting/dimensions.ts";
import { conversionTallies, type Goal } from "../counting/goals.ts";
import { containsSql } from "../counting/pattern.ts";
import { tallyColumn, visitorDaysSql } from "../counting/visitor-days.ts";
import type { Database, QueryLimits } from "../store/database.ts";
import { bind, identifier, type Sql, sql } from "../store/sql.ts";
import { type CsvForm, csvWithHeader, shownSql } from "./csv.ts";
import { eventsOnDays } from "./day-parts.ts";
import type { DayState } from "./day-state.ts";
import { filterDimensions, passesFiltersSql } from "./filters.ts";
import { type Clock, clockTally, hourOfEvent, type Interval, periodOf } from "./intervals.ts";
import { type CurrencySum, currencySumsJson, currencySumsOf, currencySumsSql } from "./money.ts";
import type { CsvReport, Report, ReportQuery } from "./report.ts";
import { countingSettings } from "./values.ts";

/** The dimensions by whose values a goal is asked. */
export const goalBreakdownNames = dimensionNames.filter(
  (name): name is GoalBreakdownName => name !== "pageview" && name !== "visit",
);
export type GoalBreakdownName = Exclude<DimensionName, "pageview" | "visit">;

/** The fields that values of a goal are sorted by, the default first. */
export const goalBreakdownOrders = [
  "converted",
  "visitors",
  "conversions",
  "conversion_rate",
  "value",
] as const;

/** A query for the values of a dimension, with what their visitors did for a goal. */
interface GoalValuesQuery extends ReportQuery {
  readonly fromEvents: true;
  readonly goal: Goal;
  readonly dimension: GoalBreakdownName;
  /** The length of a value, for `visitor`. */
  readonly interval: Interval;
  /** The website's clock; hours need it. */
  readonly clock: Clock;
  /** Case-insensitive part of the value; "" matches all. */
  readonly search: string;
  readonly sortBy: (typeof goalBreakdownOrders)[number];
  readonly sort: "asc" | "desc";
}

/** The same for one page. */
export interface GoalBreakdownQuery extends GoalValuesQuery {
  readonly limit: number;
  readonly offset: number;
}

/** The same for CSV. */
interface GoalBreakdownCsvQuery extends GoalValuesQuery, CsvForm {}

export interface GoalValue {
  readonly value: string;
  readonly visitors: number;
  /** Those of the visitors with a matching event. */
  readonly converted: number;
  readonly conversions: number;
  readonly revenue: readonly CurrencySum[];
}

export interface GoalBreakdown {
  readonly rows: readonly GoalValue[];
  /** Number of values on all pages. */
  readonly total: number;
}

/** One page of a dimension's values, with what their visitors did for a goal. */
export const goalBreakdownReport: Report<GoalBreakdownQuery, GoalBreakdown> = {
  name: "goal breakdown",
  count: goalBreakdown,
};

/** All of these values. */
export const goalBreakdownCsvReport: CsvReport<GoalBreakdownCsvQuery> = { csv: goalBreakdownCsv };

async function goalBreakdown(
  db: Database,
  query: GoalBreakdownQuery,
  days: readonly DayState[],
  limits: QueryLimits,
): Promise<GoalBreakdown> {
  type Row = Omit<GoalValue, "revenue"> & {
    readonly sums: readonly (readonly [currency: string, amount: string])[];
    readonly total: number;
  };
  if (days.length === 0) return { rows: [], total: 0 };
  const rows = await db.rows<Row>(goalBreakdownSql(query, days), limits);
  // The total comes with the rows. A page without rows takes it from the first page.
  const [first] =
    rows.length > 0 || query.offset === 0
      ? rows
      : await db.rows<Row>(goalBreakdownSql({ ...query, limit: 1, offset: 0 }, days), limits);
  return {
    rows: rows.map(({ value, visitors, converted, conversions, sums }) => ({
      ...{ value, visitors, converted, conversions },
      revenue: currencySumsOf(sums),
    })),
    total: first?.total ?? 0,
  };
}

/** Returns the statement of `goalBreakdownReport`. */
export function goalBreakdownSql(query: GoalBreakdownQuery, days: readonly DayState[]): Sql {
  return sql`
    SELECT
      value,
      visitors,
      converted,
      conversions,
      ${currencySumsSql(sql`revenue`)} AS sums,
      count() OVER () AS total
    FROM (${goalValuesSql(query, days)})
    WHERE ${listedSql(query)}
    ORDER BY ${orderSql(query)}
    LIMIT ${bind("UInt64", query.limit)} OFFSET ${bind("UInt64", query.offset)}
    SETTINGS ${countingSettings(days)}`;
}

async function goalBreakdownCsv(
  db: Database,
  query: GoalBreakdownCsvQuery,
  days: readonly DayState[],
  limits: QueryLimits,
): Promise<Readable> {
  const { code }: Dimension = dimensions[query.dimension];
  const numbers = ["visitors", "converted", "conversions", "conversion_rate", "revenue"];
  const columns = ["value", ...(code ? ["code"] : []), ...numbers];
  const statement = days.length === 0 ? undefined : goalBreakdownCsvSql(query, days);
  return csvWithHeader(db, columns, statement, limits);
}

function goalBreakdownCsvSql(query: GoalBreakdownCsvQuery, days: readonly DayState[]): Sql {
  const { code }: Dimension = dimensions[query.dimension];
  return sql`
    SELECT
      ${shownSql(sql`value`, query)} AS shown,
      ${code === undefined ? sql`` : sql`${code()} AS code,`}
      visitors,
      converted,
      conversions,
      floor(converted / visitors * 1e4 + 0.5) / 1e4 AS conversion_rate,
      ${currencySumsJson(sql`revenue`)} AS sums
    FROM (${goalValuesSql(query, days)})
    WHERE ${listedSql(query)}
    ORDER BY ${orderSql(query)}
    SETTINGS ${countingSettings(days)}`;
}

/**
 * Returns every value of the dimension: `value`, `visitors`, `converted`, `conversions`, and
 * `revenue` as a map from currencies to sums.
 */
function goalValuesSql(query: GoalValuesQuery, days: readonly DayState[]): Sql {
  const { websiteId, filters, dimension, interval } = query;
  const { columns, conversions, revenue } = columnsOf(query, days);
  const condition = eventsOnDays({ websiteId, days });
  return sql`
      SELECT
        ${periodOf(interval, sql`tally.1`)} AS value,
        count() AS visitors,
        countIf(has_converted) AS converted,
        sum(value_conversions) AS conversions,
        sumMap(value_revenue) AS revenue
      FROM (
        SELECT
          arrayJoin(arrayFilter(x -> x.2 > 0, ${tallyColumn(dimension)})) AS tally,
          tally_conversions > 0 AS has_converted,
          ${conversions} AS value_conversions,
          ${revenue} AS value_revenue
        FROM (${visitorDaysSql({ ...filterDimensions(filters), ...columns }, condition)})
        WHERE ${passesFiltersSql(filters)}
      )
      GROUP BY value`;
}

/**
 * Returns the columns of a visitor's day that a breakdown needs, and what the conversions and the
 * revenue of one value are: all of the day, or those of the hour.
 */
function columnsOf(
  { dimension, goal, interval, clock }: GoalValuesQuery,
  days: readonly DayState[],
) {
  if (interval !== "hour") {
    return {
      columns: { ...conversionTallies(goal), [dimension]: dimensions[dimension] },
      conversions: sql`tally_conversions`,
      revenue: sql`tally_revenue`,
    };
  }
  const dates = days.map(({ date }) => date);
  const { measure }: Dimension = dimensions[dimension];
  const tallies = conversionTallies(goal, hourOfEvent(clock, dates));
  const hours = clockTally(interval, clock, dates, measure);
  return {
    columns: { ...tallies, [dimension]: hours },
    conversions: sql`tally_hourly_conversions[tally.1]`,
    revenue: sql`mapApply(
            (key, amount) -> (substring(key, length(tally.1) + 1), amount),
            mapFilter((key, amount) -> startsWith(key, tally.1), tally_hourly_revenue))`,
  };
}

function listedSql({ search }: Pick<GoalValuesQuery, "search">): Sql {
  return search === "" ? sql`true` : containsSql(sql`value`, search);
}

/** Returns an order in which no two rows are equal. A value has a visitor. */
function orderSql({ sortBy, sort }: Pick<GoalValuesQuery, "sortBy" | "sort">): Sql {
  const direction = sort === "asc" ? sql`ASC` : sql`DESC`;
  if (sortBy === "value") return sql`value ${direction}`;
  const number = sortBy === "conversion_rate" ? sql`converted / visitors` : identifier(sortBy);
  return sql`${number} ${direction}, value ASC`;
}
