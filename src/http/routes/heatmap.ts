import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { HeatmapCell } from "../../model/heatmap.ts";
import { entityTag, hasAnswer, NotModified, sendNotModified, Tagged } from "../entity-tag.ts";
import { HeatmapParams, parseHeatmap } from "../params/heatmap-params.ts";
import { findSegment, segmentTagParts } from "../params/segment-param.ts";
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
    const segment = await findSegment(request, website.id, route);
    const query = parseHeatmap(request, website, segment);
    const { value: data, version } = await statistics.heatmap(query, askerOf(reply, priority));
    const parts = [String(website.id), website.timezone, ...segmentTagParts(segment)];
    const tag = entityTag(request, ...parts, version);
    if (hasAnswer(request, tag)) return sendNotModified(reply, tag);
    reply.header("etag", tag);
    return { data: [...data] };
  });
};
