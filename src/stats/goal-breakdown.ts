import { type Sql, sql } from "../clickhouse/sql.ts";
import type { Dimension } from "../counting/dimension-kinds.ts";
import { type DimensionName, dimensionNames, dimensions } from "../counting/dimensions.ts";
import { filterDimensions, passesFiltersSql } from "../counting/filters.ts";
import { conversionTallies, type Goal } from "../counting/goals.ts";
import { tallyColumn, visitorDaysOf } from "../counting/visitor-days.ts";
import { type Interval, isOfClock } from "../model/choices.ts";
import { eventsOnDays } from "./day-parts.ts";
import type { DayState } from "./day-state.ts";
import { type Clock, clockTally, intervalOfEvent, periodOf } from "./intervals.ts";
import {
  hasSearched,
  type Listing,
  type ListingQuery,
  listingReports,
  orderSql,
} from "./listing.ts";
import { type CurrencySum, currencySumsOfMap } from "./money.ts";
import { roundRateSql } from "./rates.ts";

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
export interface GoalBreakdownQuery extends ListingQuery<(typeof goalBreakdownOrders)[number]> {
  readonly countsFrom: "events";
  readonly goal: Goal;
  readonly dimension: GoalBreakdownName;
  /** The length of a value, for `visitor`. */
  readonly interval: Interval;
  /** The website's clock; hours and minutes need it. */
  readonly clock: Clock;
}

interface GoalValue {
  readonly value: string;
  readonly visitors: number;
  /** Those of the visitors with a matching event. */
  readonly converted: number;
  readonly conversions: number;
  /** `converted` as a share of `visitors`, with four digits after the point. */
  readonly conversion_rate: number;
  readonly revenue: readonly CurrencySum[];
}

/** The values of a dimension, with what their visitors did for a goal: one page of them or all. */
export const { page: goalBreakdownReport, csv: goalBreakdownCsvReport } = listingReports<
  GoalBreakdownQuery,
  GoalValue
>("goal breakdown", goalBreakdownListing);

export function goalBreakdownListing(query: GoalBreakdownQuery): Listing {
  const { code }: Dimension = dimensions[query.dimension];
  // A value has a visitor.
  const rate = sql`listed.converted / listed.visitors`;
  return {
    fields: ["value", "visitors", "converted", "conversions", "conversion_rate", "revenue"],
    texts: ["value"],
    lists: ["revenue"],
    derived: {
      conversion_rate: roundRateSql(rate),
      revenue: currencySumsOfMap(sql`listed.revenue`),
    },
    code,
    rows: (days) => goalValuesSql(query, days),
    where: hasSearched(sql`listed.value`, query),
    order: orderSql(query, "value", { conversion_rate: rate }),
  };
}

/**
 * Returns every value of the dimension: `value`, `visitors`, `converted`, `conversions`, and
 * `revenue` as a map from currencies to sums.
 */
function goalValuesSql(query: GoalBreakdownQuery, days: readonly DayState[]): Sql {
  const { websiteId, filters, dimension, interval } = query;
  const { columns, conversions, revenue } = columnsOf(query, days);
  const condition = eventsOnDays({ websiteId, days, filters });
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
        FROM (${visitorDaysOf({ ...filterDimensions(filters), ...columns }, condition)})
        WHERE ${passesFiltersSql(filters)}
      )
      GROUP BY value`;
}

/**
 * Returns the columns of a visitor's day that a breakdown needs, and what the conversions and the
 * revenue of one value are: all of the day, or those of the hour or minute.
 */
function columnsOf(
  { dimension, goal, interval, clock }: GoalBreakdownQuery,
  days: readonly DayState[],
) {
  if (!isOfClock(interval)) {
    return {
      columns: { ...conversionTallies(goal), [dimension]: dimensions[dimension] },
      conversions: sql`tally_conversions`,
      revenue: sql`tally_revenue`,
    };
  }
  const dates = days.map(({ date }) => date);
  const { measure }: Dimension = dimensions[dimension];
  const tallies = conversionTallies(goal, intervalOfEvent(interval, clock, dates));
  const hours = clockTally(interval, clock, dates, measure);
  return {
    columns: { ...tallies, [dimension]: hours },
    conversions: sql`tally_hourly_conversions[tally.1]`,
    revenue: sql`mapApply(
            (key, amount) -> (substring(key, length(tally.1) + 1), amount),
            mapFilter((key, amount) -> startsWith(key, tally.1), tally_hourly_revenue))`,
  };
}
