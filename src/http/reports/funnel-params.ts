import { type Static, Type } from "typebox";
import { type Errors, type FieldErrors, refuseFields } from "../../base/errors.ts";
import { dimensionNames } from "../../counting/dimensions.ts";
import type { Funnel } from "../../definitions/funnel.ts";
import { funnelStepsMax, funnelStepsMin } from "../../model/limits.ts";
import { oneOf } from "../../model/text.ts";
import type { FunnelQuery } from "../../stats/funnel.ts";
import { type FunnelBreakdownQuery, funnelSortKeys } from "../../stats/funnel-breakdown.ts";
import { positionOf } from "../answers/pages.ts";
import { csvParams } from "../params/csv-params.ts";
import { dayRange, dayRangeErrors, daysOf } from "../params/day-range.ts";
import { perPage, searchIn, sortDirection } from "../params/page-params.ts";
import { schemaErrors } from "../shell/validation.ts";
import { compareErrors, compareParams, readEarlierRange } from "./compare-params.ts";
import { readMatcherParam } from "./matcher-param.ts";
import { populationParams } from "./population.ts";

const names = dimensionNames.filter((name) => name !== "pageview" && name !== "visit");
const intervals = ["day", "week", "month"] as const;

export const FunnelParams = Type.Object({
  ...dayRange,
  ...compareParams,
  name: Type.Optional(
    oneOf(names, {
      description:
        "Name of a dimension, whose values the answer lists instead. `search`, the order and the page are about these.",
      examples: ["country"],
    }),
  ),
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
    oneOf(funnelSortKeys, {
      default: "entered",
      description: "Field to sort by. Records of equal numbers are sorted by value, ascending.",
      examples: ["completed"],
    }),
  ),
  sort: sortDirection,
  ...csvParams,
  ...perPage,
});
export type FunnelParams = Static<typeof FunnelParams>;

export const UnsavedFunnelParams = Type.Object({
  step: Type.Array(Type.String(), {
    minItems: funnelStepsMin,
    maxItems: funnelStepsMax,
    description:
      "A step: `page:` or `event:`, and the page or the name as a goal's `value` has it. Repeat it for each step.",
    examples: [["page:/pricing", "event:Signup"]],
    errorMessage: `must be there ${funnelStepsMin} to ${funnelStepsMax} times`,
  }),
  within: Type.Optional(
    oneOf(["day", "visit"], {
      default: "day",
      description: "Whether all steps must lie in one day or in one visit.",
      examples: ["visit"],
    }),
  ),
  ...FunnelParams.properties,
});
export type UnsavedFunnelParams = Static<typeof UnsavedFunnelParams>;

interface FunnelRequest<Params> {
  readonly validationError?: Error;
  readonly query: Params;
}

/** Returns the funnel in the steps of a query, and the errors of these. */
export function readUnsavedFunnel(request: FunnelRequest<UnsavedFunnelParams>): {
  readonly funnel: Pick<Funnel, "within" | "steps">;
  readonly errors: FieldErrors;
} {
  const { step, within = "day" } = request.query;
  const errors: Errors = {};
  const texts = schemaErrors(request)["step"] === undefined ? step : [];
  const steps = texts.map((text) => ({ ...readMatcherParam(text, "step", errors), name: null }));
  return { funnel: { within, steps }, errors };
}

/**
 * Returns the query of a request: with `name` it is about the values of a dimension. Throws
 * `Problem` VALIDATION naming each wrong parameter, those in `errors` included.
 */
export function parseFunnel(
  request: FunnelRequest<FunnelParams>,
  asked: Pick<FunnelQuery, "websiteId" | "funnel" | "filters">,
  errors: FieldErrors,
): FunnelQuery | FunnelBreakdownQuery {
  const { query } = request;
  const wrong = dayRangeErrors(request);
  refuseFields({ ...wrong, ...errors, ...funnelErrors(query, wrong) });
  const { name, interval = "day" } = query;
  const ofDays = { ...asked, ...daysOf(query), fromEvents: true } as const;
  if (name === undefined) {
    const earlier = readEarlierRange(query);
    return { ...ofDays, ...(earlier !== undefined && { earlier }) };
  }
  const { search = "", sort_by: sortBy = "entered", sort = "desc" } = query;
  const { perPage: limit, offset } = positionOf(query);
  return { ...ofDays, dimension: name, interval, search, sortBy, sort, limit, offset };
}

/** Returns the errors in `interval` and in what compares that the schema cannot find. */
function funnelErrors(query: FunnelParams, wrong: FieldErrors): FieldErrors {
  const { name, interval, compare } = query;
  const isUnfit = interval !== undefined && name !== "visitor";
  const isBroken = wrong["interval"] !== undefined || wrong["name"] !== undefined;
  const ofInterval = isUnfit && !isBroken ? { interval: ["is allowed for visitor only"] } : {};
  if (name === undefined || compare === undefined || wrong["compare"] !== undefined) {
    return { ...ofInterval, ...compareErrors(query, wrong) };
  }
  return { ...ofInterval, compare: ["cannot be used with name"] };
}
