import { type Static, Type } from "typebox";

import { refuseFields } from "../../base/errors.ts";
import type { SummaryQuery } from "../../stats/summary.ts";
import { dayRange, dayRangeErrors, daysOf } from "../params/day-range.ts";
import { compareErrors, compareParams, readEarlierRange } from "./compare-params.ts";
import { type Population, populationParams } from "./population.ts";

export const SummaryParams = Type.Object({
  ...dayRange,
  ...compareParams,
  ...populationParams,
});
export type SummaryParams = Static<typeof SummaryParams>;

/** Returns the query of a request. Throws `Problem` VALIDATION naming each wrong parameter. */
export function parseSummary(
  request: { validationError?: Error; query: SummaryParams },
  websiteId: number,
  { filters, errors }: Population,
): SummaryQuery {
  const wrong = dayRangeErrors(request);
  refuseFields({ ...wrong, ...compareErrors(request.query, wrong), ...errors });
  const earlier = readEarlierRange(request.query);
  const days = daysOf(request.query);
  return { websiteId, ...days, filters, ...(earlier !== undefined && { earlier }) };
}
