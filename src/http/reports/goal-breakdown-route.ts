import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { Problem } from "../../base/errors.ts";
import { goalValuePage } from "../../model/goal-stat.ts";
import { goalBreakdownCsvReport, goalBreakdownReport } from "../../stats/goal-breakdown.ts";
import { NotModified, Tagged } from "../answers/entity-tag.ts";
import { exactNumbers, toMoney } from "../answers/exact-numbers.ts";
import { withCode } from "../answers/value-code.ts";
import { definitionIdByPath } from "../definitions/definition-id-by-path.ts";
import { GoalBreakdownParams, parseGoalBreakdown } from "./goal-breakdown-params.ts";
import { findPopulation } from "./population.ts";
import { sendRows } from "./report-answers.ts";
import { filteredRoute, QueryHeaders, type StatisticsRoute } from "./statistics-route.ts";

const GoalValuesCsv = Type.String({
  description:
    "All values as CSV (RFC 4180, UTF-8); `page` and `per_page` are ignored. Names with codes have a column `code`. `revenue` is JSON text.",
  examples: [
    'value,visitors,converted,conversions,conversion_rate,revenue\r\n"Google",120,24,31,0.2,"[]"\r\n',
  ],
});

const schema = {
  description:
    "The values of one dimension over a range of days, and what the visitors that have them did for a goal: one page as JSON, or all of them as CSV.",
  querystring: GoalBreakdownParams,
  requestHeaders: QueryHeaders,
  response: { 200: goalValuePage(Tagged), 304: NotModified },
  csv: GoalValuesCsv,
} satisfies FastifySchema;

/** A goal by the values of one dimension over a range of days. */
export const goalBreakdownRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (
  app,
  route,
) => {
  const { definitions, url, findWebsite, operation } = route;
  const problems = [...(operation.problems ?? []), "NOT_FOUND" as const];
  const described = filteredRoute(schema, { ...route, operation: { ...operation, problems } });
  app.get(url, { ...described, preSerialization: exactNumbers }, async (request, reply) => {
    const { id, domain, timezone } = await findWebsite(request);
    const goalId = definitionIdByPath(request, "goal");
    const goal = (await definitions.of(id)).find("goal", goalId)?.content;
    if (goal === undefined) throw new Problem("NOT_FOUND");
    const population = await findPopulation(request, id, route);
    const query = parseGoalBreakdown(request, { id, timezone }, goal, population);
    const { dimension } = query;
    return sendRows(reply, route, {
      query,
      page: goalBreakdownReport,
      csv: goalBreakdownCsvReport,
      fileName: `${domain}-goal-${goalId}-${dimension}-${query.from}-${query.to}`,
      tagParts: [String(id), domain, timezone, JSON.stringify(goal), ...population.tagParts],
      toSlice: ({ rows, total }) => ({
        items: rows.map((row) => withCode({ ...row, revenue: toMoney(row.revenue) }, dimension)),
        total,
      }),
    });
  });
};
