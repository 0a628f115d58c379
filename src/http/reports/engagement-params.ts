import { type Static, Type } from "typebox";
import { refuseFields } from "../../base/errors.ts";
import { oneOf } from "../../model/text.ts";
import { type EngagementQuery, engagementOrders } from "../../stats/engagement.ts";
import { positionOf } from "../answers/pages.ts";
import { dayRange, dayRangeErrors, daysOf } from "../params/day-range.ts";
import { listParams } from "../params/list-params.ts";
import { type Population, populationParams } from "./population.ts";

export const EngagementParams = Type.Object({
  ...dayRange,
  interval: Type.Optional(
    oneOf(["day", "week", "month"], {
      description:
        "Answers with the engagement of each of these periods instead of each page. Weeks are named by their Monday.",
      examples: ["week"],
    }),
  ),
  ...populationParams,
  ...listParams("value", engagementOrders),
});
export type EngagementParams = Static<typeof EngagementParams>;

/** Returns the query of a request. Throws `Problem` VALIDATION naming each wrong parameter. */
export function parseEngagement(
  request: { validationError?: Error; query: EngagementParams },
  websiteId: number,
  { filters, errors }: Population,
): EngagementQuery {
  refuseFields({ ...dayRangeErrors(request), ...errors });
  const { interval, search = "", sort_by: sortBy, sort } = request.query;
  const { perPage: limit, offset } = positionOf(request.query);
  return {
    ...{ websiteId, ...daysOf(request.query), filters, fromEvents: filters.length > 0 },
    ...(interval !== undefined && { interval }),
    ...{ search, sortBy: sortBy ?? "visitors", sort: sort ?? "desc" },
    ...{ limit, offset },
  };
}
