import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { HeatmapCell } from "../../model/heatmap.ts";
import { heatmapReport } from "../../stats/heatmap.ts";
import { NotModified, Tagged } from "../answers/entity-tag.ts";
import { HeatmapParams, parseHeatmap } from "./heatmap-params.ts";
import { findPopulation } from "./population.ts";
import { sendTagged } from "./report-answers.ts";
import { askerOf, filteredRoute, QueryHeaders, type StatisticsRoute } from "./statistics-route.ts";

const schema = {
  description: "The 168 hours of the week, each with the sum over a range of days.",
  querystring: HeatmapParams,
  requestHeaders: QueryHeaders,
  response: {
    200: Type.Object(
      { data: Type.Array(HeatmapCell) },
      { description: "All hours of the week, from Monday's first on.", headers: Tagged },
    ),
    304: NotModified,
  },
} satisfies FastifySchema;

/** The heat map of a website: its hours of the week over a range of days. */
export const heatmapRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (app, route) => {
  const { statistics, url, priority, findWebsite } = route;
  app.get(url, filteredRoute(schema, route), async (request, reply) => {
    const website = await findWebsite(request);
    const population = await findPopulation(request, website.id, route);
    const query = parseHeatmap(request, website, population);
    const answer = await statistics.report(heatmapReport, query, askerOf(reply, priority));
    const parts = [String(website.id), website.timezone, ...population.tagParts];
    return sendTagged(reply, answer, parts, (data) => ({ data }));
  });
};
