import { type Static, Type } from "typebox";

import { type FieldErrors, refuseFields } from "../../errors.ts";
import type { SummaryQuery } from "../../stats/summary.ts";
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
  compare: Type.Optional(
    Type.Enum(["previous"], {
      description: "Adds the period of the same length just before, and the change since then.",
      examples: ["previous"],
      errorMessage: "must be previous",
    }),
  ),
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
  const { from, to, compare, filter = {} } = request.query;
  const filters = [...readFilters(filter), ...filtersOfSegment(segment)];
  return { websiteId, from, to, filters, isCompared: compare === "previous" };
}

function refuseInvalid(
  request: { validationError?: Error; query: SummaryParams },
  segment: AskedSegment | undefined,
): void {
  const errors = { ...tooEarly(request.query), ...dayRangeErrors(request) };
  refuseFields({ ...populationErrors(request.query, segment, errors), ...errors });
}

/** Dates have no sign, so the previous period must begin in the year 0 or later. */
function tooEarly({ from, to, compare }: SummaryParams): FieldErrors {
  const daysBefore = Date.parse(from) - Date.parse("0000-01-01");
  const isTooEarly = compare !== undefined && daysBefore <= Date.parse(to) - Date.parse(from);
  return isTooEarly
    ? {
        compare: ["needs a period of the same length before from, but no day is before 0000-01-01"],
      }
    : {};
}
