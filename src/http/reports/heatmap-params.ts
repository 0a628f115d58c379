import { type Static, Type } from "typebox";
import { refuseFields } from "../../base/errors.ts";
import { oneOf } from "../../model/text.ts";
import { type HeatmapQuery, heatmapMetrics } from "../../stats/heatmap.ts";
import { dayRange, dayRangeErrors, daysOf } from "../params/day-range.ts";
import { type Population, populationParams } from "./population.ts";

export const HeatmapParams = Type.Object({
  ...dayRange,
  metric: Type.Optional(
    oneOf(heatmapMetrics, {
      default: "visitors",
      description: "What is counted in each hour.",
      examples: ["pageviews"],
    }),
  ),
  ...populationParams,
});
export type HeatmapParams = Static<typeof HeatmapParams>;

/** Returns the query of a request. Throws `Problem` VALIDATION naming each wrong parameter. */
export function parseHeatmap(
  request: { validationError?: Error; query: HeatmapParams },
  website: { readonly id: number; readonly timezone: string },
  { filters, errors }: Population,
): HeatmapQuery {
  refuseFields({ ...dayRangeErrors(request), ...errors });
  const { metric = "visitors" } = request.query;
  const clock = { timezone: website.timezone };
  const days = daysOf(request.query);
  return { websiteId: website.id, ...days, fromEvents: true, metric, filters, clock };
}
