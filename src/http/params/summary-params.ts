import { type Static, Type } from "typebox";

import { refuseFields } from "../../errors.ts";
import type { SummaryQuery } from "../../stats/summary.ts";
import { compareErrors, compareParams, readEarlierRange } from "./compare-params.ts";
import { dayRange, dayRangeErrors } from "./day-range.ts";
import { filterErrors, filterParam, readFilters } from "./filter-params.ts";

export const SummaryParams = Type.Object({ ...dayRange, ...compareParams, filter: filterParam });
export type SummaryParams = Static<typeof SummaryParams>;

/** Returns the query of a request. Throws `Problem` VALIDATION naming each wrong parameter. */
export function parseSummary(
  request: { validationError?: Error; query: SummaryParams },
  websiteId: number,
): SummaryQuery {
  refuseInvalid(request);
  const { from, to, filter = {} } = request.query;
  const earlier = readEarlierRange(request.query);
  const filters = readFilters(filter);
  return { websiteId, from, to, filters, ...(earlier !== undefined && { earlier }) };
}

function refuseInvalid(request: { validationError?: Error; query: SummaryParams }): void {
  const errors = dayRangeErrors(request);
  const { filter } = request.query;
  // A filter that breaks the schema has an error already, and cannot be read.
  const isReadable = filter !== undefined && errors["filter"] === undefined;
  refuseFields({
    ...errors,
    ...compareErrors(request.query, errors),
    ...(isReadable && filterErrors(filter)),
  });
}
