import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";

import { engagementPage } from "../../model/engagement.ts";
import { engagementCsvReport, engagementReport } from "../../stats/engagement.ts";
import { EngagementCsv } from "../answers/csv-negotiation.ts";
import { NotModified, Tagged } from "../answers/entity-tag.ts";
import { EngagementParams, parseEngagement } from "./engagement-params.ts";
import { findPopulation } from "./population.ts";
import { sendRows } from "./report-answers.ts";
import { filteredRoute, QueryHeaders, type StatisticsRoute } from "./statistics-route.ts";

const schema = {
  description:
    "How long and how far each page was read over a range of days: one page as JSON, or all of them as CSV.",
  querystring: EngagementParams,
  requestHeaders: QueryHeaders,
  response: { 200: engagementPage(Tagged), 304: NotModified },
  csv: EngagementCsv,
} satisfies FastifySchema;

/** The engagement with the pages of a website. */
export const engagementRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (app, route) => {
  const { url, findWebsite } = route;
  app.get(url, filteredRoute(schema, route), async (request, reply) => {
    const { id, domain } = await findWebsite(request);
    const population = await findPopulation(request, id, route);
    const query = parseEngagement(request, id, population);
    return sendRows(reply, route, {
      query,
      page: engagementReport,
      csv: engagementCsvReport,
      fileName: `${domain}-engagement-${query.from}-${query.to}`,
      tagParts: [String(id), domain, ...population.tagParts],
      toSlice: ({ rows, total }) => ({ items: [...rows], total }),
    });
  });
};
