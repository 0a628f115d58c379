import { type Static, Type } from "typebox";

import { refuseFields } from "../../errors.ts";
import { type HeatmapQuery, heatmapMetrics } from "../../stats/heatmap.ts";
import { dayRange, dayRangeErrors } from "./day-range.ts";
import { filterParam, readFilters } from "./filter-params.ts";
import {
  type AskedSegment,
  filtersOfSegment,
  populationErrors,
  segmentParam,
} from "./segment-param.ts";

export const HeatmapParams = Type.Object({
  ...dayRange,
  metric: Type.Optional(
    Type.Enum(heatmapMetrics, {
      default: "visitors",
      description: "What is counted in each hour.",
      examples: ["pageviews"],
      errorMessage: `must be one of ${heatmapMetrics.join(", ")}`,
    }),
  ),
  filter: filterParam,
  segment: segmentParam,
});
export type HeatmapParams = Static<typeof HeatmapParams>;

/** Returns the query of a request. Throws `Problem` VALIDATION naming each wrong parameter. */
export function parseHeatmap(
  request: { validationError?: Error; query: HeatmapParams },
  website: { readonly id: number; readonly timezone: string },
  segment?: AskedSegment,
): HeatmapQuery {
  const errors = dayRangeErrors(request);
  const { from, to, metric = "visitors", filter = {} } = request.query;
  refuseFields({ ...errors, ...populationErrors(request.query, segment, errors) });
  const clock = { timezone: website.timezone };
  const filters = [...readFilters(filter), ...filtersOfSegment(segment)];
  return { websiteId: website.id, from, to, fromEvents: true, metric, filters, clock };
}
