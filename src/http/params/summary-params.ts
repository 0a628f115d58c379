import { type Static, Type } from "typebox";

import { refuseFields } from "../../errors.ts";
import type { SummaryQuery } from "../../stats/summary.ts";
import { compareErrors, compareParams, readEarlierRange } from "./compare-params.ts";
import { dayRange, dayRangeErrors } from "./day-range.ts";
import { filterParam, readFilters } from "./filter-params.ts";
import {
  type AskedSegment,
  filtersOfSegment,
  populationErrors,
  segmentParam,
} from "./segment-param.ts";

export const SummaryParams = Type.Object({
  ...dayRange,
  ...compareParams,
  filter: filterParam,
  segment: segmentParam,
});
export type SummaryParams = Static<typeof SummaryParams>;

/** Returns the query of a request. Throws `Problem` VALIDATION naming each wrong parameter. */
export function parseSummary(
  request: { validationError?: Error; query: SummaryParams },
  websiteId: number,
  segment?: AskedSegment,
): SummaryQuery {
  refuseInvalid(request, segment);
  const { from, to, filter = {} } = request.query;
  const earlier = readEarlierRange(request.query);
  const filters = [...readFilters(filter), ...filtersOfSegment(segment)];
  return { websiteId, from, to, filters, ...(earlier !== undefined && { earlier }) };
}

function refuseInvalid(
  request: { validationError?: Error; query: SummaryParams },
  segment: AskedSegment | undefined,
): void {
  const errors = dayRangeErrors(request);
  refuseFields({
    ...errors,
    ...compareErrors(request.query, errors),
    ...populationErrors(request.query, segment, errors),
  });
}
