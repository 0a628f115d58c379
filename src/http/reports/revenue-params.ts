import { type Static, Type } from "typebox";
import { type FieldErrors, refuseFields } from "../../base/errors.ts";
import { oneOf } from "../../model/text.ts";
import { intervals } from "../../stats/intervals.ts";
import type { RevenueQuery } from "../../stats/revenue.ts";
import { positionOf } from "../answers/pages.ts";
import { dayRange, dayRangeErrors, daysOf } from "../params/day-range.ts";
import { listParams } from "../params/list-params.ts";
import {
  compareErrors,
  compareParams,
  hasParameter,
  readEarlierRange,
  uncomparedErrors,
} from "./compare-params.ts";
import { type Population, populationParams } from "./population.ts";

export const RevenueParams = Type.Object({
  ...dayRange,
  interval: Type.Optional(
    oneOf(intervals, {
      description:
        "Answers with the revenue of each of these periods. Weeks are named by their Monday. Not allowed with `compare`.",
      examples: ["week"],
    }),
  ),
  event: Type.Optional(
    Type.String({
      minLength: 1,
      description: "Name of the events that count; all page views and custom events by default.",
      examples: ["Purchase"],
      errorMessage: "must be one name of an event",
    }),
  ),
  ...compareParams,
  ...populationParams,
  ...listParams("currency", ["currency"]),
});
export type RevenueParams = Static<typeof RevenueParams>;

/** Returns the query of a request. Throws `Problem` VALIDATION naming each wrong parameter. */
export function parseRevenue(
  request: { validationError?: Error; url: string; query: RevenueParams },
  website: { readonly id: number; readonly timezone: string },
  { filters, errors }: Population,
): RevenueQuery {
  const { query } = request;
  const wrong = dayRangeErrors(request);
  const compared = {
    ...compareErrors(query, wrong),
    ...intervalErrors(query),
    ...(hasParameter(request.url, "name") && uncomparedErrors(request)),
  };
  refuseFields({ ...compared, ...wrong, ...errors });
  const { interval, event, search = "" } = query;
  const { perPage: limit, offset } = positionOf(query);
  const earlier = readEarlierRange(query);
  return {
    ...{ websiteId: website.id, ...daysOf(request.query), filters, search, limit, offset },
    fromEvents: filters.length > 0 || event !== undefined || interval === "hour",
    ...(interval !== undefined && { interval }),
    ...(interval === "hour" && { clock: { timezone: website.timezone } }),
    ...(event !== undefined && { event }),
    ...(earlier !== undefined && { earlier }),
  };
}

function intervalErrors({ compare, interval }: RevenueParams): FieldErrors {
  if (compare === undefined || interval === undefined) return {};
  return { compare: ["is not allowed with interval"] };
}
