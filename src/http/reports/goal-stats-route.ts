import { Type } from "typebox";

import { goalStatPage } from "../../model/goal-stat.ts";
import { type GoalsQuery, goalsReport } from "../../stats/goals.ts";
import { Tagged, weakTag } from "../answers/entity-tag.ts";
import { tableBody } from "../answers/table-answer.ts";
import { dayRange } from "../params/day-range.ts";
import { listParams } from "../params/list-params.ts";
import { compareErrors, compareParams } from "./compare-params.ts";
import { defineReport } from "./define-report.ts";
import { goalOrders, selectGoals, toGoalRecord } from "./goal-records.ts";
import { reportParams } from "./population.ts";
import { csvFileOf, sendTagged } from "./report-answers.ts";

export const GoalStatsParams = Type.Object({
  ...dayRange,
  ...compareParams,
  ...reportParams,
  ...listParams("name", goalOrders),
});
const GoalsCsv = Type.String({
  description:
    "All goals as CSV (RFC 4180, UTF-8); `page` and `per_page` are ignored. Lists and objects are JSON text.",
  examples: [
    'id,name,visitors,conversions,conversion_rate,revenue\r\n3,"Signup",24,31,0.0241,"[]"\r\n',
  ],
});

const columns = ["id", "name", "visitors", "conversions", "conversion_rate", "revenue"];

/** The goals of a website, and how often visitors reached them over a range of days. */
export const goalStatsRoute = defineReport({
  description: "The goals of a website and their numbers over a range of days.",
  params: GoalStatsParams,
  response: goalStatPage(Tagged),
  csv: GoalsCsv,
  errors: ({ params }, wrong) => compareErrors(params, wrong),
  async read({ params, range, site }) {
    const goals = (await site.definitions("goal")).list("goal").sort((a, b) => a.id - b.id);
    const contents = goals.map(({ content }) => content);
    const query: GoalsQuery = {
      ...range,
      countsFrom: "events",
      goals: contents,
    };
    return { params, goals, query };
  },
  async send(answering, { params, goals, query }) {
    const { reply, site, caller, tagParts } = answering;
    const answer = await site.statistics.comparedReport(goalsReport, query, caller);
    const named = weakTag(JSON.stringify(goals.map((goal) => [goal.id, goal.content])));
    const parts = { ...answering, tagParts: [...tagParts, named] };
    return sendTagged(parts, answer, (totals) =>
      tableBody(reply, {
        items: selectGoals(goals, totals, params),
        toRecord: (goal) => toGoalRecord(goal, query.earlier),
        columns: query.earlier === undefined ? columns : [...columns, "previous", "change"],
        csvFile: csvFileOf(answering, "goals"),
        meta: { visitors: totals[0]?.visitors ?? 0 },
      }),
    );
  },
});
