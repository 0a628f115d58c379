import { type Static, Type } from "typebox";
import { type FieldErrors, refuseFields } from "../../base/errors.ts";
import { oneOf } from "../../model/text.ts";
import {
  type RevenueBreakdownQuery,
  revenueNames,
  revenueOrders,
  touchedNames,
  touches,
} from "../../stats/revenue-breakdown.ts";
import { positionOf } from "../answers/pages.ts";
import { dayRange, dayRangeErrors, daysOf } from "../params/day-range.ts";
import { listParams } from "../params/list-params.ts";
import { uncomparedErrors } from "./compare-params.ts";
import { type Population, populationParams } from "./population.ts";

export const RevenueBreakdownParams = Type.Object({
  name: oneOf(revenueNames, {
    description:
      "Name of the dimension. `page`, `event`, `entry_page` and `exit_page` are allowed with `touch=any` only.",
    examples: ["source"],
  }),
  ...dayRange,
  currency: Type.Optional(
    Type.String({
      description: "The currency that is counted; all by default.",
      examples: ["EUR"],
      errorMessage: "must be one currency",
    }),
  ),
  touch: Type.Optional(
    oneOf(touches, {
      default: "any",
      description:
        "The values that an order counts under: `any` is every value of the visitor's day, `first` and `last` are the first and the last one up to the order.",
      examples: ["last"],
    }),
  ),
  ...populationParams,
  ...listParams("value", revenueOrders),
});
export type RevenueBreakdownParams = Static<typeof RevenueBreakdownParams>;

/** Returns the query of a request. Throws `Problem` VALIDATION naming each wrong parameter. */
export function parseRevenueBreakdown(
  request: { validationError?: Error; url: string; query: RevenueBreakdownParams },
  websiteId: number,
  { filters, errors }: Population,
): RevenueBreakdownQuery {
  const { query } = request;
  const wrong = { ...nameErrors(query), ...uncomparedErrors(request) };
  refuseFields({ ...wrong, ...dayRangeErrors(request), ...errors });
  const { name: dimension, currency, touch = "any" } = query;
  const { search = "", sort_by: sortBy, sort } = query;
  const { perPage: limit, offset } = positionOf(query);
  return {
    ...{ websiteId, ...daysOf(request.query), filters, fromEvents: true, dimension, touch },
    ...(currency !== undefined && { currency }),
    ...{ search, sortBy: sortBy ?? "amount", sort: sort ?? "desc" },
    ...{ limit, offset },
  };
}

function nameErrors({ name, touch }: RevenueBreakdownParams): FieldErrors {
  const isOne = touch === "first" || touch === "last";
  if (!isOne || touchedNames.includes(name)) return {};
  return { name: [`must be one of ${touchedNames.join(", ")} with touch=${touch}`] };
}
