import { type Static, Type } from "typebox";

import { type ErrorCode, Problem } from "../../base/errors.ts";
import type { Goal } from "../../definitions/goal.ts";
import { intervals } from "../../model/choices.ts";
import { goalValuePage } from "../../model/goal-stat.ts";
import { oneOf } from "../../model/text.ts";
import {
  type GoalBreakdownQuery,
  goalBreakdownCsvReport,
  goalBreakdownNames,
  goalBreakdownOrders,
  goalBreakdownReport,
} from "../../stats/goal-breakdown.ts";
import { Tagged } from "../answers/entity-tag.ts";
import { toMoney } from "../answers/exact-numbers.ts";
import { withCode } from "../answers/value-code.ts";
import { dayRange } from "../params/day-range.ts";
import { definitionIdByPath } from "../params/definition-id-by-path.ts";
import { listParams } from "../params/list-params.ts";
import { uncomparedErrors } from "./compare-params.ts";
import { type Asked, defineReport } from "./define-report.ts";
import { reportParams } from "./population.ts";
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
  ...reportParams,
  ...listParams("value", goalBreakdownOrders),
});

/** A goal whose values are asked for. */
interface AskedGoal {
  readonly goal: Goal;
  /** Its part of the name of the CSV file. */
  readonly file: string;
}

interface GoalBreakdown {
  readonly description: string;
  readonly problems?: readonly ErrorCode[];
  readonly find: (asked: Asked<Static<typeof GoalBreakdownParams>>) => Promise<AskedGoal>;
}

/** A goal by the values of one dimension over a range of days. */
export const goalBreakdownRoute = goalBreakdown({
  description:
    "The values of one dimension over a range of days, and what the visitors that have them did for a goal: one page as JSON, or all of them as CSV.",
  problems: ["NOT_FOUND"],
  async find({ request, site }) {
    const id = definitionIdByPath(request, "goal");
    const goal = (await site.definitions("goal")).find("goal", id)?.content;
    if (goal === undefined) throw new Problem("NOT_FOUND");
    return { goal, file: `goal-${id}` };
  },
});

/** All custom events by the values of one dimension over a range of days. */
export const eventBreakdownRoute = goalBreakdown({
  description:
    "The values of one dimension over a range of days, and the custom events of the visitors that have them: as for a goal that each custom event matches.",
  find: async () => ({
    goal: { name: "", type: "event", value: "*", props: {} },
    file: "events",
  }),
});

/** Returns the report of a goal's values. */
function goalBreakdown({ description, problems = [], find }: GoalBreakdown) {
  return defineReport({
    description,
    params: GoalBreakdownParams,
    response: goalValuePage(Tagged),
    csv: GoalValuesCsv,
    problems,
    errors: ({ request, params }, wrong) => ({
      ...visitorIntervalErrors(params, wrong),
      ...uncomparedErrors(request),
    }),
    async read(asked) {
      const { params, range, site } = asked;
      const { goal, file } = await find(asked);
      const query: GoalBreakdownQuery = {
        ...range,
        ...readList(params, goalBreakdownOrders[0]),
        countsFrom: "events",
        goal,
        dimension: params.name,
        interval: params.interval ?? "day",
        clock: { timezone: site.website.timezone },
      };
      return { file, query };
    },
    send(answering, { file, query }) {
      const { dimension, goal } = query;
      const tagParts = [...answering.tagParts, JSON.stringify(goal)];
      return sendRows({ ...answering, tagParts }, query, {
        page: goalBreakdownReport,
        csv: goalBreakdownCsvReport,
        name: `${file}-${dimension}`,
        toSlice: ({ rows, total }) => ({
          items: rows.map((row) => withCode({ ...row, revenue: toMoney(row.revenue) }, dimension)),
          total,
        }),
      });
    },
  });
}
