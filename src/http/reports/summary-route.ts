import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { importsOnly } from "../../model/imports-meta.ts";
import { Summary } from "../../model/summary.ts";
import { roundSummary, summary } from "../../stats/summary.ts";
import { NotModified, Tagged } from "../answers/entity-tag.ts";
import { findPopulation } from "./population.ts";
import { sendTagged } from "./report-answers.ts";
import { askerOf, filteredRoute, QueryHeaders, type StatisticsRoute } from "./statistics-route.ts";
import { parseSummary, SummaryParams } from "./summary-params.ts";

const schema = {
  description: "A range of days in nine numbers, and how they changed.",
  querystring: SummaryParams,
  requestHeaders: QueryHeaders,
  response: {
    200: Type.Object(
      { data: Summary, ...importsOnly },
      { description: "The summary.", headers: Tagged },
    ),
    304: NotModified,
  },
} satisfies FastifySchema;

/** The summary of a website over a range of days. */
export const summaryRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (app, route) => {
  const { statistics, url, priority, findWebsite } = route;
  app.get(url, filteredRoute(schema, route), async (request, reply) => {
    const { id } = await findWebsite(request);
    const population = await findPopulation(request, id, route);
    const query = parseSummary(request, id, population);
    const answer = await summary(statistics, query, askerOf(reply, priority));
    const parts = [String(id), ...population.tagParts];
    return sendTagged(reply, answer, parts, (value) => ({ data: roundSummary(value) }));
  });
};
