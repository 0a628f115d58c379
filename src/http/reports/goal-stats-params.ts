import { type Static, Type } from "typebox";
import { refuseFields } from "../../base/errors.ts";
import type { Goal } from "../../counting/goals.ts";
import { oneOf } from "../../model/text.ts";
import type { GoalsQuery } from "../../stats/goals.ts";
import { csvParams } from "../params/csv-params.ts";
import { dayRange, dayRangeErrors, daysOf } from "../params/day-range.ts";
import { perPage, searchIn, sortDirection } from "../params/page-params.ts";
import { compareErrors, compareParams, readEarlierRange } from "./compare-params.ts";
import { type Population, populationParams } from "./population.ts";

/** The fields that goals are sorted by, the default first. */
const orders = ["visitors", "name", "conversions", "conversion_rate"] as const;

export const GoalStatsParams = Type.Object({
  ...dayRange,
  ...compareParams,
  ...populationParams,
  ...searchIn("name"),
  sort_by: Type.Optional(
    oneOf(orders, {
      default: orders[0],
      description: "Field to sort by. Goals that are equal there are sorted by name, ascending.",
      examples: ["name"],
    }),
  ),
  sort: sortDirection,
  ...csvParams,
  ...perPage,
});
export type GoalStatsParams = Static<typeof GoalStatsParams>;

/**
 * Returns a function that makes the query of a request from the goals. Throws `Problem` VALIDATION
 * naming each wrong parameter.
 */
export function parseGoalStats(
  request: { validationError?: Error; query: GoalStatsParams },
  websiteId: number,
  { filters, errors }: Population,
): (goals: readonly Goal[]) => GoalsQuery {
  const wrong = dayRangeErrors(request);
  refuseFields({ ...wrong, ...compareErrors(request.query, wrong), ...errors });
  const earlier = readEarlierRange(request.query);
  const range = { ...daysOf(request.query), ...(earlier !== undefined && { earlier }) };
  return (goals) => ({ websiteId, ...range, fromEvents: true, filters, goals });
}
