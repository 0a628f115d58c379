import { Type } from "typebox";
import { HeatmapCell } from "../../model/heatmap.ts";
import { hiddenOnly } from "../../model/hidden-meta.ts";
import { oneOf } from "../../model/text.ts";
import { countsFrom } from "../../stats/counts-from.ts";
import { type HeatmapQuery, heatmapMetrics, heatmapReport } from "../../stats/heatmap.ts";
import { Tagged } from "../answers/entity-tag.ts";
import { dayRange } from "../params/day-range.ts";
import { defineReport } from "./define-report.ts";
import { reportParams } from "./population.ts";
import { sendTagged } from "./report-answers.ts";

export const HeatmapParams = Type.Object({
  ...dayRange,
  metric: Type.Optional(
    oneOf(heatmapMetrics, {
      default: "visitors",
      description: "What is counted in each hour.",
      examples: ["pageviews"],
    }),
  ),
  ...reportParams,
});

/** The heat map of a website: its hours of the week over a range of days. */
export const heatmapRoute = defineReport({
  description: "The 168 hours of the week, each with the sum over a range of days.",
  params: HeatmapParams,
  response: Type.Object(
    { data: Type.Array(HeatmapCell), ...hiddenOnly },
    { description: "All hours of the week, from Monday's first on.", headers: Tagged },
  ),
  read: ({ params: { metric = "visitors" }, range, site: { website } }): HeatmapQuery => ({
    ...range,
    countsFrom: "events",
    ...countsFrom(range.filters, { byHour: true }),
    metric,
    clock: { timezone: website.timezone },
  }),
  async send(answering, query) {
    const answer = await answering.site.statistics.report(heatmapReport, query, answering.caller);
    return sendTagged(answering, answer, (data) => ({ data }));
  },
});
