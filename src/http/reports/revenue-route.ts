import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifySchema } from "fastify";

import type { DayRange } from "../../counting/website-days.ts";
import { revenuePage } from "../../model/revenue.ts";
import {
  type RevenueQuery,
  type RevenueRow,
  revenueCsvReport,
  revenueFields,
  revenueReport,
  wholeRevenueReport,
} from "../../stats/revenue.ts";
import { type ComparedRevenue, compareRevenue } from "../../stats/revenue-comparison.ts";
import { nameCsv, prefersCsv, RevenueCsv } from "../answers/csv-negotiation.ts";
import { csvTable } from "../answers/csv-table.ts";
import { NotModified, Tagged } from "../answers/entity-tag.ts";
import { decimalOrNull, exactNumbers } from "../answers/exact-numbers.ts";
import { positionOf, toPage } from "../answers/pages.ts";
import { isSafe } from "../params/csv-params.ts";
import { findPopulation } from "./population.ts";
import { sendRows, sendTagged } from "./report-answers.ts";
import { parseRevenue, RevenueParams } from "./revenue-params.ts";
import { askerOf, filteredRoute, QueryHeaders, type StatisticsRoute } from "./statistics-route.ts";

const schema = {
  description:
    "Orders and refunds over a range of days, by currency: one page as JSON, or all of them as CSV.",
  querystring: RevenueParams,
  requestHeaders: QueryHeaders,
  response: { 200: revenuePage(Tagged), 304: NotModified },
  csv: RevenueCsv,
} satisfies FastifySchema;

/** The revenue of a website. */
export const revenueRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (app, route) => {
  const { url, findWebsite } = route;
  const options = { ...filteredRoute(schema, route), preSerialization: exactNumbers };
  app.get(url, options, async (request, reply) => {
    const website = await findWebsite(request);
    const { id, domain, timezone } = website;
    const population = await findPopulation(request, id, route);
    const query = parseRevenue(request, website, population);
    const answer = {
      fileName: `${domain}-revenue-${query.from}-${query.to}`,
      tagParts: [String(id), domain, timezone, ...population.tagParts],
    };
    const { earlier } = query;
    if (earlier !== undefined) return sendCompared(reply, route, { ...answer, query, earlier });
    return sendRows(reply, route, {
      ...answer,
      query,
      page: revenueReport,
      csv: revenueCsvReport,
      toSlice: ({ rows, total }) => ({ items: rows.map(toRevenue), total }),
    });
  });
};

interface Compared {
  readonly query: RevenueQuery;
  readonly earlier: DayRange;
  /** The name of the CSV file, without `.csv`. */
  readonly fileName: string;
  readonly tagParts: readonly string[];
}

/** Answers with the revenue of two ranges. There are few currencies, so all of them are read. */
async function sendCompared(
  reply: FastifyReply,
  { statistics, priority }: StatisticsRoute,
  { query, earlier, fileName, tagParts }: Compared,
): Promise<FastifyReply> {
  const { request } = reply;
  // All pages and searches are cut out of one cached answer.
  const { limit, offset, search, ...whole } = query;
  const asked = { ...whole, limit: 0, offset: 0, search: "" };
  const answer = await statistics.comparedReport(
    wholeRevenueReport,
    asked,
    askerOf(reply, priority),
  );
  const isCsv = prefersCsv(request);
  const parts = [isCsv ? "csv" : "json", ...tagParts];
  return sendTagged(reply, answer, parts, ([now, before]) => {
    if (now === undefined || before === undefined) throw new Error("a comparison has two ranges");
    const found = compareRevenue(now, before).filter(({ currency }) =>
      currency.toLowerCase().includes(search.toLowerCase()),
    );
    if (isCsv) {
      nameCsv(reply, `${fileName}.csv`);
      return csvTable({
        columns: [...revenueFields, "previous", "change"],
        items: found,
        toRecord: (row) => toCompared(row, earlier),
        isSafe: isSafe(request),
      });
    }
    const items = found.slice(offset, offset + limit).map((row) => toCompared(row, earlier));
    const position = positionOf(request.query as { page?: number; per_page?: number });
    return toPage(request, position, { items, total: found.length });
  });
}

/** Returns the record of a row. Its amounts are decimal numbers. */
function toRevenue(row: RevenueRow) {
  return { ...row, ...amountsOf(row) };
}

function amountsOf(row: Omit<RevenueRow, "currency">) {
  return {
    amount: decimalOrNull(row.amount),
    average_order: decimalOrNull(row.average_order),
    per_visitor: decimalOrNull(row.per_visitor),
  };
}

function toCompared({ previous, change, ...row }: ComparedRevenue, { from, to }: DayRange) {
  const before = { from, to, ...previous, ...amountsOf(previous) };
  return { ...toRevenue(row), previous: before, change };
}
