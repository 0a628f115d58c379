import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";

import { statPage } from "../../model/stat.ts";
import { breakdownCsvReport, breakdownReport } from "../../stats/breakdown.ts";
import { StatCsv } from "../answers/csv-negotiation.ts";
import { NotModified, Tagged } from "../answers/entity-tag.ts";
import { withCode } from "../answers/value-code.ts";
import { BreakdownParams, parseBreakdown } from "./breakdown-params.ts";
import { findPopulation } from "./population.ts";
import { sendRows } from "./report-answers.ts";
import { filteredRoute, QueryHeaders, type StatisticsRoute } from "./statistics-route.ts";

const schema = {
  description:
    "The values of one dimension over a range of days: one page as JSON, or all of them as CSV.",
  querystring: BreakdownParams,
  requestHeaders: QueryHeaders,
  response: { 200: statPage(Tagged), 304: NotModified },
  csv: StatCsv,
} satisfies FastifySchema;

/** The breakdown of a website: the values of one dimension over a range of days. */
export const breakdownRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (app, route) => {
  const { url, findWebsite } = route;
  app.get(url, filteredRoute(schema, route), async (request, reply) => {
    const { id, domain, timezone } = await findWebsite(request);
    const population = await findPopulation(request, id, route);
    const query = parseBreakdown(request, { id, timezone }, population);
    const { name, from, to } = request.query;
    return sendRows(reply, route, {
      query,
      page: breakdownReport,
      csv: breakdownCsvReport,
      fileName: `${domain}-${name}-${from}-${to}`,
      tagParts: [String(id), domain, timezone, ...population.tagParts],
      toSlice: ({ rows, total, total_count: count }) => ({
        items: rows.map((row) => withCode(row, query.dimension)),
        total,
        meta: { count },
      }),
    });
  });
};
