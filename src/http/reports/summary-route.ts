import { type Static, Type } from "typebox";

import { comparedUntilField } from "../../model/fields.ts";
import { importsField } from "../../model/imports-meta.ts";
import { Summary } from "../../model/summary.ts";
import { roundSummary, summary } from "../../stats/summary.ts";
import { Tagged } from "../answers/entity-tag.ts";
import { dayRange } from "../params/day-range.ts";
import { isSet, unrounded } from "../params/flag.ts";
import { compareErrors, compareParams } from "./compare-params.ts";
import { defineReport } from "./define-report.ts";
import { reportParams } from "./population.ts";
import { sendTagged } from "./report-answers.ts";

export const SummaryParams = Type.Object({
  ...dayRange,
  ...compareParams,
  ...reportParams,
  unrounded,
});
type SummaryParams = Static<typeof SummaryParams>;

/** The summary of a website over a range of days. */
export const summaryRoute = defineReport({
  description: "A range of days in nine numbers, and how they changed.",
  params: SummaryParams,
  response: Type.Object(
    {
      data: Summary,
      meta: Type.Optional(Type.Object({ ...importsField, ...comparedUntilField })),
    },
    { description: "The summary.", headers: Tagged },
  ),
  errors: ({ params }, wrong) => compareErrors(params, wrong),
  read: ({ range }) => range,
  async send(answering, query) {
    const answer = await summary(answering.site.statistics, query, answering.caller);
    const { unrounded: isExact } = answering.reply.request.query as SummaryParams;
    return sendTagged(answering, answer, (value) => ({
      data: isSet(isExact) ? value : roundSummary(value),
    }));
  },
});
