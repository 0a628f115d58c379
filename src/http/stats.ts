import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { invalid } from "../errors.ts";
import { pageOf } from "../model/page.ts";
import { type BreakdownQuery, type BreakdownRow, breakdown } from "../stats/breakdown.ts";
import type { DayStates } from "../stats/day-states.ts";
import { type Dimension, dimensions } from "../stats/dimensions.ts";
import { Stat, StatQuery } from "../stats/stat.ts";
import type { Database } from "../store/database.ts";
import type { Websites } from "../websites/websites.ts";
import { dayRangeErrors } from "./day-range.ts";
import { positionOf, toPage } from "./pages.ts";
import type { Reports } from "./reports.ts";
import { websiteByPath } from "./website-by-path.ts";

/** `GET /api/v1/stats/{website_id}`: one dimension of a website over a range of days. */
export const statRoute: FastifyPluginAsyncTypebox<{
  db: Database;
  websites: Websites;
  reports: Reports;
  days: DayStates;
}> = async (app, { db, websites, reports, days }) => {
  const page = pageOf(Stat, {
    count: Type.Integer({ description: "Sum over all values.", examples: [3120] }),
  });
  const options = {
    schema: {
      operationId: "showStats",
      summary: "Show statistics",
      description: "The values of one dimension over a range of days.",
      tags: ["Stats"],
      querystring: StatQuery,
      response: { 200: page },
      problems: ["OVERLOADED", "QUERY_TOO_LARGE", "QUERY_TOO_LONG", "STORE_UNAVAILABLE"],
    } satisfies FastifySchema,
    attachValidation: true,
  };
  app.get("/:website_id", options, async (request, reply) => {
    const { id } = websiteByPath(request, websites);
    refuseInvalid(request);
    const { name, from, to, search = "", sort_by = "count", sort = "desc" } = request.query;
    const position = positionOf(request.query);
    const query: BreakdownQuery = {
      websiteId: id,
      dimension: name,
      from,
      to,
      search,
      sortBy: sort_by,
      sort,
      limit: position.perPage,
      offset: position.offset,
    };
    const { rows, total, count } = await reports.run(reply, (ask) =>
      days.answer(query, ask, (states, limits) => breakdown(db, query, states, limits)),
    );
    const { codeOf }: Dimension = dimensions[name];
    const items = rows.map((row) => toStat(row, codeOf));
    const answer = toPage(request, position, { items, total });
    return { ...answer, meta: { ...answer.meta, count } };
  });
};

function refuseInvalid(request: { validationError?: Error; query: StatQuery }): void {
  const fields = dayRangeErrors(request);
  if (Object.keys(fields).length > 0) throw invalid(fields);
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
