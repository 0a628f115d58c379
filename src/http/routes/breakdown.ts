import { Readable } from "node:stream";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest, FastifySchema } from "fastify";

import type { Dimension } from "../../counting/dimension-kinds.ts";
import { type DimensionName, dimensions } from "../../counting/dimensions.ts";
import { type Stat, statPage } from "../../model/stat.ts";
import type { Breakdown, BreakdownRow } from "../../stats/breakdown.ts";
import { describeCsv, prefersCsv, StatCsv } from "../csv-negotiation.ts";
import { entityTag, hasAnswer, NotModified, sendNotModified, Tagged } from "../entity-tag.ts";
import { positionOf, toPage } from "../pages.ts";
import { BreakdownParams, parseBreakdown } from "../params/breakdown-params.ts";
import { findSegment, segmentTagParts } from "../params/segment-param.ts";
import { askerOf, filteredRoute, QueryHeaders, type StatisticsRoute } from "./statistics-route.ts";

const schema = {
  description:
    "The values of one dimension over a range of days: one page as JSON, or all of them as CSV.",
  querystring: BreakdownParams,
  requestHeaders: QueryHeaders,
  response: { 200: statPage(Tagged), 304: NotModified },
  otherContents: { "text/csv": StatCsv },
} satisfies FastifySchema;

/** The breakdown of a website: the values of one dimension over a range of days. */
export const breakdownRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (app, route) => {
  const { statistics, url, priority, findWebsite } = route;
  app.get(url, filteredRoute(schema, route), async (request, reply) => {
    const website = await findWebsite(request);
    const segment = await findSegment(request, website.id, route);
    const query = parseBreakdown(request, website, segment);
    const asker = askerOf(reply, priority);
    const { id, domain, timezone } = website;
    const isCsv = prefersCsv(request);
    const parts = [String(id), isCsv ? "csv" : "json", domain, timezone];
    const tagOf = (version: string) =>
      entityTag(request, ...parts, ...segmentTagParts(segment), version);
    if (isCsv) {
      const answer = await statistics.breakdownCsv(query, asker);
      const tag = tagOf(answer.version);
      if (hasAnswer(request, tag)) return sendNotModified(reply, tag);
      const csv = request.method === "HEAD" ? Readable.from([]) : await answer.value();
      return describeCsv(reply, domain, request.query).header("etag", tag).send(csv);
    }
    const answer = await statistics.breakdown(query, asker);
    const tag = tagOf(answer.version);
    if (hasAnswer(request, tag)) return sendNotModified(reply, tag);
    reply.header("etag", tag);
    return toStatPage(request, query.dimension, answer.value);
  });
};

function toStatPage(
  request: FastifyRequest<{ Querystring: BreakdownParams }>,
  name: DimensionName,
  { rows, total, count }: Breakdown,
) {
  const { codeOf }: Dimension = dimensions[name];
  const items = rows.map((row) => toStat(row, codeOf));
  const page = toPage(request, positionOf(request.query), { items, total });
  return { ...page, meta: { ...page.meta, count } };
}

function toStat(
  { value, count, visitors, pageviews }: BreakdownRow,
  codeOf: Dimension["codeOf"],
): Stat {
  return {
    value,
    ...(codeOf && { code: codeOf(value) ?? null }),
    count,
    visitors,
    pageviews,
  };
}
