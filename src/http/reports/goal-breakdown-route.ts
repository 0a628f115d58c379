import { Type } from "typebox";

import { Problem } from "../../base/errors.ts";
import { goalValuePage } from "../../model/goal-stat.ts";
import { oneOf } from "../../model/text.ts";
import {
  type GoalBreakdownQuery,
  goalBreakdownCsvReport,
  goalBreakdownNames,
  goalBreakdownOrders,
  goalBreakdownReport,
} from "../../stats/goal-breakdown.ts";
import { intervals } from "../../stats/intervals.ts";
import { Tagged } from "../answers/entity-tag.ts";
import { toMoney } from "../answers/exact-numbers.ts";
import { withCode } from "../answers/value-code.ts";
import { definitionIdByPath } from "../definitions/definition-id-by-path.ts";
import { dayRange } from "../params/day-range.ts";
import { listParams } from "../params/list-params.ts";
import { uncomparedErrors } from "./compare-params.ts";
import { defineReport } from "./define-report.ts";
import { populationParams } from "./population.ts";
import { readList } from "./read-list.ts";
import { sendRows } from "./report-answers.ts";
import { visitorInterval, visitorIntervalErrors } from "./visitor-interval.ts";

const GoalValuesCsv = Type.String({
  description:
    "All values as CSV (RFC 4180, UTF-8); `page` and `per_page` are ignored. Names with codes have a column `code`. `revenue` is JSON text.",
  examples: [
    'value,visitors,converted,conversions,conversion_rate,revenue\r\n"Google",120,24,31,0.2,"[]"\r\n',
  ],
});

export const GoalBreakdownParams = Type.Object({
  name: oneOf(goalBreakdownNames, {
    description: "Name of the dimension.",
    examples: ["source"],
  }),
  ...dayRange,
  interval: visitorInterval(intervals),
  ...populationParams,
  ...listParams("value", goalBreakdownOrders),
});

/** A goal by the values of one dimension over a range of days. */
export const goalBreakdownRoute = defineReport({
  description:
    "The values of one dimension over a range of days, and what the visitors that have them did for a goal: one page as JSON, or all of them as CSV.",
  params: GoalBreakdownParams,
  response: goalValuePage(Tagged),
  csv: GoalValuesCsv,
  problems: ["NOT_FOUND"],
  errors: ({ request, params }, wrong) => ({
    ...visitorIntervalErrors(params, wrong),
    ...uncomparedErrors(request),
  }),
  async read({ request, params, range, site }) {
    const id = definitionIdByPath(request, "goal");
    const goal = (await site.definitions("goal")).find("goal", id)?.content;
    if (goal === undefined) throw new Problem("NOT_FOUND");
    const query: GoalBreakdownQuery = {
      ...range,
      ...readList(params, goalBreakdownOrders[0]),
      countsFrom: "events",
      goal,
      dimension: params.name,
      interval: params.interval ?? "day",
      clock: { timezone: site.website.timezone },
    };
    return { id, query };
  },
  send(answering, { id, query }) {
    const { dimension, goal } = query;
    const tagParts = [...answering.tagParts, JSON.stringify(goal)];
    return sendRows({ ...answering, tagParts }, query, {
      page: goalBreakdownReport,
      csv: goalBreakdownCsvReport,
      name: `goal-${id}-${dimension}`,
      toSlice: ({ rows, total }) => ({
        items: rows.map((row) => withCode({ ...row, revenue: toMoney(row.revenue) }, dimension)),
        total,
      }),
    });
  },
});
