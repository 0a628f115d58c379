import type { DayRange } from "../base/calendar.ts";
import { isOneOf, join, type Sql, sql } from "../clickhouse/sql.ts";
import { type Dimension, measureColumns } from "../counting/dimension-kinds.ts";
import { type DimensionName, dimensions } from "../counting/dimensions.ts";
import type { ClippedRange } from "../counting/website-days.ts";
import {
  hasSearched,
  type Listing,
  type ListingQuery,
  listingReports,
  orderSql,
} from "./listing.ts";
import { averages, roundedSql } from "./numbers.ts";
import { sumsOf, type ValueSum, type ValuesQuery, valuesSql } from "./values.ts";

/** The numbers that each value has. */
export const plainNumbers = ["count", "visitors", "pageviews"] as const;
/** The numbers that values of some dimensions have beside them, in the order of answers. */
export const moreNumbers = [
  "visits",
  "views_per_visit",
  "bounce_rate",
  "visit_duration",
  "engaged_visitors",
  "engagement_seconds",
  "scroll_depth",
] as const;
export type ValueNumber = (typeof plainNumbers)[number] | (typeof moreNumbers)[number];

export interface BreakdownQuery
  extends ListingQuery<ValueNumber | "value">,
    Pick<ValuesQuery, "dimension" | "interval" | "clock"> {
  /** The values that are listed; all that match the search, if undefined. */
  readonly among?: readonly string[];
  /** The range that the query compares with, and the clock of its days if it is another one. */
  readonly earlier?: ClippedRange &
    Pick<ValuesQuery, "clock"> & {
      /** Both ranges as the query has them, on its clock. */
      readonly compared: { readonly now: DayRange; readonly before: DayRange };
    };
}

/** A value with its numbers, of which some are sums still. */
export type BreakdownRow = {
  readonly value: string;
  readonly count: number;
  readonly visitors: number;
  readonly pageviews: number;
} & Readonly<Partial<Record<ValueSum, number | null>>>;

/**
 * The values of a dimension over a range of days, one page of them or all, exact.
 * docs/statistics-api.md defines the numbers.
 */
export const { page: breakdownReport, csv: breakdownCsvReport } = listingReports<
  BreakdownQuery,
  BreakdownRow,
  "total_count"
>("breakdown", breakdownListing);

/**
 * Returns the numbers beside the plain ones that the values of a dimension have. On another clock
 * than the website's, days and hours have those of visits alone.
 */
export function moreNumbersOf({
  dimension,
  isClocked,
}: {
  readonly dimension: DimensionName;
  readonly isClocked: boolean;
}): readonly ValueNumber[] {
  const { countedUnit }: Dimension = dimensions[dimension];
  const ofVisits = ["visits", "bounce_rate", "visit_duration"] as const;
  if (countedUnit === "event") return [];
  if (countedUnit === "pageview") return ["engagement_seconds", "scroll_depth"];
  return countedUnit === "day" && !isClocked ? moreNumbers : ofVisits;
}

export function breakdownListing(query: BreakdownQuery): Listing<"total_count"> {
  const { measure, code }: Dimension = dimensions[query.dimension];
  const count = sql`listed.${measureColumns[measure]}`;
  const isCounted = sql`${count} > 0`;
  const exact = Object.fromEntries<Sql>(
    Object.entries(averages).map(([name, average]) => [name, average.exact]),
  );
  const rounded = Object.fromEntries<Sql>(
    Object.entries(averages).map(([name, average]) => [name, roundedSql(average)]),
  );
  return {
    fields: ["value", ...plainNumbers, ...sumsOf(query)],
    csvFields: [
      "value",
      ...plainNumbers,
      ...moreNumbersOf({ ...query, isClocked: query.clock !== undefined }),
    ],
    texts: ["value"],
    derived: { count, ...rounded },
    totals: { total_count: sql`sum(${count}) OVER ()` },
    code,
    rows: (days) => valuesSql({ ...query, days }),
    where: join([isCounted, ...listedConditions(query)], " AND "),
    order: orderSql(query, "value", { count, ...exact }),
  };
}

/** Returns the conditions that a query asks for. Each takes time to plan, and most have none. */
function listedConditions(query: BreakdownQuery): Sql[] {
  const { search, among } = query;
  const value = sql`listed.value`;
  return [
    ...(search === "" ? [] : [hasSearched(value, query)]),
    ...(among === undefined ? [] : [isOneOf(value, "Array(String)", among)]),
  ];
}
