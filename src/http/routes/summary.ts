import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { Summary } from "../../model/summary.ts";
import { roundSummary } from "../../stats/summary.ts";
import { entityTag, hasAnswer, NotModified, sendNotModified, Tagged } from "../entity-tag.ts";
import { findSegment, segmentTagParts } from "../params/segment-param.ts";
import { parseSummary, SummaryParams } from "../params/summary-params.ts";
import { askerOf, filteredRoute, QueryHeaders, type StatisticsRoute } from "./statistics-route.ts";

const schema = {
  description: "A range of days in six numbers, and how they changed.",
  querystring: SummaryParams,
  requestHeaders: QueryHeaders,
  response: {
    200: Type.Object({ data: Summary }, { description: "The summary.", headers: Tagged }),
    304: NotModified,
  },
} satisfies FastifySchema;

/** The summary of a website over a range of days. */
export const summaryRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (app, route) => {
  const { statistics, url, priority, findWebsite } = route;
  app.get(url, filteredRoute(schema, route), async (request, reply) => {
    const { id } = await findWebsite(request);
    const segment = await findSegment(request, id, route);
    const query = parseSummary(request, id, segment);
    const answer = await statistics.summary(query, askerOf(reply, priority));
    const tag = entityTag(request, String(id), ...segmentTagParts(segment), answer.version);
    if (hasAnswer(request, tag)) return sendNotModified(reply, tag);
    reply.header("etag", tag);
    return { data: roundSummary(answer.value) };
  });
};
