import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";

import { Decimal, meanOf } from "../../base/decimal.ts";
import { propPage, propValuePage } from "../../model/prop.ts";
import {
  type PropNumbers,
  propValuesCsvReport,
  propValuesReport,
} from "../../stats/prop-values.ts";
import { propsCsvReport, propsReport } from "../../stats/props.ts";
import { NotModified, Tagged } from "../answers/entity-tag.ts";
import { exactNumbers, toMoney } from "../answers/exact-numbers.ts";
import { findPopulation } from "./population.ts";
import { PropParams, PropValueParams, parseProps, parsePropValues } from "./prop-params.ts";
import { sendRows } from "./report-answers.ts";
import { filteredRoute, QueryHeaders, type StatisticsRoute } from "./statistics-route.ts";

const keySchema = {
  description: "The keys of the props of events: one page as JSON, or all of them as CSV.",
  querystring: PropParams,
  requestHeaders: QueryHeaders,
  response: { 200: propPage(Tagged), 304: NotModified },
  csv: Type.String({
    description: "All keys as CSV (RFC 4180, UTF-8); `page` and `per_page` are ignored.",
    examples: ['key,events,visitors,values\r\n"plan",120,90,3\r\n'],
  }),
} satisfies FastifySchema;

const valueSchema = {
  description:
    "The values under a key of the props of events: one page as JSON, or all of them as CSV. A key that no event has is an empty list.",
  querystring: PropValueParams,
  requestHeaders: QueryHeaders,
  response: { 200: propValuePage(Tagged), 304: NotModified },
  csv: Type.String({
    description:
      "All values as CSV (RFC 4180, UTF-8), with revenue as JSON text; `page`, `per_page` and `numbers` are ignored.",
    examples: ['value,count,visitors,revenue\r\n"pro",80,70,"[]"\r\n'],
  }),
} satisfies FastifySchema;

/** The keys that the props of a website's events have. */
export const propRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (app, route) => {
  const { url, findWebsite } = route;
  app.get(url, filteredRoute(keySchema, route), async (request, reply) => {
    const { id, domain } = await findWebsite(request);
    const population = await findPopulation(request, id, route);
    const query = parseProps(request, id, population);
    return sendRows(reply, route, {
      query,
      page: propsReport,
      csv: propsCsvReport,
      fileName: `${domain}-props-${query.from}-${query.to}`,
      tagParts: [String(id), domain, ...population.tagParts],
      toSlice: ({ rows, total }) => ({ items: [...rows], total }),
    });
  });
};

/** The values under a key of the props of a website's events. */
export const propValueRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (app, route) => {
  const { url, findWebsite } = route;
  const options = { ...filteredRoute(valueSchema, route), preSerialization: exactNumbers };
  app.get(url, options, async (request, reply) => {
    const { id, domain } = await findWebsite(request);
    const population = await findPopulation(request, id, route);
    const carried = { websiteId: id, key: keyOf(request) };
    const query = parsePropValues(request, carried, population);
    return sendRows(reply, route, {
      query,
      page: propValuesReport,
      csv: propValuesCsvReport,
      fileName: `${domain}-prop-values-${query.from}-${query.to}`,
      tagParts: [String(id), domain, ...population.tagParts],
      toSlice: ({ rows, total, total_count: count, numbers }) => ({
        items: rows.map((row) => ({ ...row, revenue: toMoney(row.revenue) })),
        total,
        meta: { count, ...(numbers && { numbers: toNumbers(numbers) }) },
      }),
    });
  });
};

function keyOf({ params }: FastifyRequest): string {
  return (params as { readonly key: string }).key;
}

const meanDigits = 9;

function toNumbers({ count, sum, min, max }: PropNumbers) {
  if (count === 0) return { count, sum: null, min: null, max: null, mean: null };
  const [exactSum, least, greatest] = [sum, min, max].map((text) => new Decimal(text));
  const mean = meanOf(sum, count, meanDigits);
  return { count, sum: exactSum, min: least, max: greatest, mean };
}
