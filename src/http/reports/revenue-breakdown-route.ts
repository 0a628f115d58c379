import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";

import { Decimal } from "../../base/decimal.ts";
import { revenueStatPage } from "../../model/revenue.ts";
import {
  revenueBreakdownCsvReport,
  revenueBreakdownReport,
} from "../../stats/revenue-breakdown.ts";
import { RevenueStatCsv } from "../answers/csv-negotiation.ts";
import { NotModified, Tagged } from "../answers/entity-tag.ts";
import { exactNumbers } from "../answers/exact-numbers.ts";
import { withCode } from "../answers/value-code.ts";
import { findPopulation } from "./population.ts";
import { sendRows } from "./report-answers.ts";
import { parseRevenueBreakdown, RevenueBreakdownParams } from "./revenue-breakdown-params.ts";
import { filteredRoute, QueryHeaders, type StatisticsRoute } from "./statistics-route.ts";

const schema = {
  description:
    "The revenue by the values of one dimension over a range of days: one page as JSON, or all of them as CSV.",
  querystring: RevenueBreakdownParams,
  requestHeaders: QueryHeaders,
  response: { 200: revenueStatPage(Tagged), 304: NotModified },
  csv: RevenueStatCsv,
} satisfies FastifySchema;

/** The revenue of a website by the values of one dimension. */
export const revenueBreakdownRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (
  app,
  route,
) => {
  const { url, findWebsite } = route;
  const options = { ...filteredRoute(schema, route), preSerialization: exactNumbers };
  app.get(url, options, async (request, reply) => {
    const { id, domain } = await findWebsite(request);
    const population = await findPopulation(request, id, route);
    const query = parseRevenueBreakdown(request, id, population);
    const { dimension } = query;
    return sendRows(reply, route, {
      query,
      page: revenueBreakdownReport,
      csv: revenueBreakdownCsvReport,
      fileName: `${domain}-revenue-${dimension}-${query.from}-${query.to}`,
      tagParts: [String(id), domain, ...population.tagParts],
      toSlice: ({ rows, total }) => ({
        items: rows.map((row) => withCode({ ...row, amount: new Decimal(row.amount) }, dimension)),
        total,
      }),
    });
  });
};
