import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { goalStatPage } from "../../model/goal-stat.ts";
import { goalsReport } from "../../stats/goals.ts";
import { nameCsv, prefersCsv } from "../answers/csv-negotiation.ts";
import { csvTable } from "../answers/csv-table.ts";
import { NotModified, Tagged, weakTag } from "../answers/entity-tag.ts";
import { exactNumbers } from "../answers/exact-numbers.ts";
import { positionOf, toPage } from "../answers/pages.ts";
import { isSafe } from "../params/csv-params.ts";
import { selectGoals, toGoalRecord } from "./goal-records.ts";
import { GoalStatsParams, parseGoalStats } from "./goal-stats-params.ts";
import { findPopulation } from "./population.ts";
import { sendTagged } from "./report-answers.ts";
import { askerOf, filteredRoute, QueryHeaders, type StatisticsRoute } from "./statistics-route.ts";

const GoalsCsv = Type.String({
  description:
    "All goals as CSV (RFC 4180, UTF-8); `page` and `per_page` are ignored. Lists and objects are JSON text.",
  examples: [
    'id,name,visitors,conversions,conversion_rate,revenue\r\n3,"Signup",24,31,0.0241,"[]"\r\n',
  ],
});

const schema = {
  description: "The goals of a website and their numbers over a range of days.",
  querystring: GoalStatsParams,
  requestHeaders: QueryHeaders,
  response: { 200: goalStatPage(Tagged), 304: NotModified },
  csv: GoalsCsv,
} satisfies FastifySchema;

const columns = ["id", "name", "visitors", "conversions", "conversion_rate", "revenue"];

/** The goals of a website, and how often visitors reached them over a range of days. */
export const goalStatsRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (app, route) => {
  const { statistics, definitions, url, priority, findWebsite } = route;
  const options = { ...filteredRoute(schema, route), preSerialization: exactNumbers };
  app.get(url, options, async (request, reply) => {
    const { id, domain } = await findWebsite(request);
    const population = await findPopulation(request, id, route);
    const queryOf = parseGoalStats(request, id, population);
    const goals = (await definitions.of(id)).list("goal").sort((a, b) => a.id - b.id);
    const query = queryOf(goals.map(({ content }) => content));
    const answer = await statistics.comparedReport(goalsReport, query, askerOf(reply, priority));
    const isCsv = prefersCsv(request);
    const named = weakTag(JSON.stringify(goals.map((goal) => [goal.id, goal.content])));
    const parts = [isCsv ? "csv" : "json", String(id), domain, named, ...population.tagParts];
    return sendTagged(reply, answer, parts, async (totals) => {
      const matches = selectGoals(goals, totals, request.query);
      const record = (match: (typeof matches)[number]) => toGoalRecord(match, query.earlier);
      if (isCsv) {
        nameCsv(reply, `${domain}-goals-${query.from}-${query.to}.csv`);
        const compared = query.earlier === undefined ? [] : ["previous", "change"];
        return csvTable({
          columns: [...columns, ...compared],
          items: matches,
          toRecord: record,
          isSafe: isSafe(request),
        });
      }
      const position = positionOf(request.query);
      const items = matches.slice(position.offset, position.offset + position.perPage).map(record);
      const body = toPage(request, position, { items, total: matches.length });
      return { ...body, meta: { ...body.meta, visitors: totals[0]?.visitors ?? 0 } };
    });
  });
};
