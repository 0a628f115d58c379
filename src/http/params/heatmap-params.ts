import { type Static, Type } from "typebox";

import { refuseFields } from "../../errors.ts";
import { type HeatmapQuery, heatmapMetrics } from "../../stats/heatmap.ts";
import { dayRange, dayRangeErrors } from "./day-range.ts";
import { filterErrors, filterParam, readFilters } from "./filter-params.ts";

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
});
export type HeatmapParams = Static<typeof HeatmapParams>;

/** Returns the query of a request. Throws `Problem` VALIDATION naming each wrong parameter. */
export function parseHeatmap(
  request: { validationError?: Error; query: HeatmapParams },
  website: { readonly id: number; readonly timezone: string },
): HeatmapQuery {
  const errors = dayRangeErrors(request);
  const { from, to, metric = "visitors", filter = {} } = request.query;
  // A filter that breaks the schema has an error already, and cannot be read.
  refuseFields({ ...errors, ...(errors["filter"] === undefined && filterErrors(filter)) });
  const clock = { timezone: website.timezone };
  const filters = readFilters(filter);
  return { websiteId: website.id, from, to, fromEvents: true, metric, filters, clock };
}
