import { type Static, Type } from "typebox";
import { refuseFields } from "../../base/errors.ts";
import type { Goal } from "../../counting/goals.ts";
import { oneOf } from "../../model/text.ts";
import {
  type GoalBreakdownQuery,
  goalBreakdownNames,
  goalBreakdownOrders,
} from "../../stats/goal-breakdown.ts";
import { intervals } from "../../stats/intervals.ts";
import { positionOf } from "../answers/pages.ts";
import { csvParams } from "../params/csv-params.ts";
import { dayRange, dayRangeErrors, daysOf } from "../params/day-range.ts";
import { perPage, searchIn, sortDirection } from "../params/page-params.ts";
import { uncomparedErrors } from "./compare-params.ts";
import { type Population, populationParams } from "./population.ts";

export const GoalBreakdownParams = Type.Object({
  name: oneOf(goalBreakdownNames, {
    description: "Name of the dimension.",
    examples: ["source"],
  }),
  ...dayRange,
  interval: Type.Optional(
    oneOf(intervals, {
      description:
        "Length of the periods of `visitor`; not allowed with other names. The default is `day`. Weeks are named by their Monday.",
      examples: ["week"],
    }),
  ),
  ...populationParams,
  ...searchIn("value"),
  sort_by: Type.Optional(
    oneOf(goalBreakdownOrders, {
      default: goalBreakdownOrders[0],
      description: "Field to sort by. Values that are equal there are sorted by value, ascending.",
      examples: ["conversion_rate"],
    }),
  ),
  sort: sortDirection,
  ...csvParams,
  ...perPage,
});
export type GoalBreakdownParams = Static<typeof GoalBreakdownParams>;

/**
 * Returns the query of a request, for one page and for CSV. Throws `Problem` VALIDATION naming each
 * wrong parameter.
 */
export function parseGoalBreakdown(
  request: { validationError?: Error; url: string; query: GoalBreakdownParams },
  website: { readonly id: number; readonly timezone: string },
  goal: Goal,
  { filters, errors }: Population,
): GoalBreakdownQuery {
  const wrong = dayRangeErrors(request);
  const { query } = request;
  refuseFields({ ...intervalErrors(query), ...uncomparedErrors(request), ...errors, ...wrong });
  const { name: dimension, interval = "day" } = query;
  const { search = "", sort_by: sortBy = goalBreakdownOrders[0], sort = "desc" } = query;
  const { perPage: limit, offset } = positionOf(query);
  return {
    ...{ websiteId: website.id, ...daysOf(query), fromEvents: true, filters },
    ...{ goal, dimension, interval, clock: { timezone: website.timezone } },
    ...{ search, sortBy, sort, limit, offset },
  };
}

/** An unknown name has an error of its own. */
function intervalErrors({ name, interval }: GoalBreakdownParams) {
  const isOther = goalBreakdownNames.includes(name) && name !== "visitor";
  return interval !== undefined && isOther ? { interval: ["is allowed for visitor only"] } : {};
}
