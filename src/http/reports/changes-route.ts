import { Type } from "typebox";
import { comparedUntilField, rangeFields } from "../../model/fields.ts";
import { importsField } from "../../model/imports-meta.ts";
import { ValueChange } from "../../model/value-change.ts";
import { changesReport } from "../../stats/changes.ts";
import { countsFrom } from "../../stats/counts-from.ts";
import { Tagged } from "../answers/entity-tag.ts";
import { withCode } from "../answers/value-code.ts";
import { dayRange } from "../params/day-range.ts";
import { compareErrors, compareParams } from "./compare-params.ts";
import { defineReport } from "./define-report.ts";
import { reportParams } from "./population.ts";
import { sendTagged } from "./report-answers.ts";

export const ChangesParams = Type.Object({
  ...dayRange,
  ...compareParams,
  ...reportParams,
});

/** The values of all dimensions whose visitors have changed most. */
export const changesRoute = defineReport({
  description:
    "The ten values of all dimensions whose visitors have changed most since the earlier period, the greatest difference first.",
  params: ChangesParams,
  response: Type.Object(
    {
      data: Type.Array(ValueChange),
      meta: Type.Object({
        ...importsField,
        previous: Type.Object(rangeFields, { description: "The earlier period." }),
        ...comparedUntilField,
      }),
    },
    { description: "At most ten values.", headers: Tagged },
  ),
  errors: ({ params }, wrong) => ({
    ...(params.compare === undefined && { compare: ["is required"] }),
    ...compareErrors(params, wrong),
  }),
  read: ({ range }) => ({ ...range, ...countsFrom(range.filters) }),
  async send(answering, query) {
    const { statistics } = answering.site;
    const answer = await statistics.comparedReport(changesReport, query, answering.caller);
    const { from = "", to = "" } = query.earlier ?? {};
    return sendTagged(answering, answer, (both) => ({
      data: (both.at(-1)?.rows ?? []).map(({ dimension, ...row }) => ({
        dimension,
        ...withCode(row, dimension),
      })),
      meta: { previous: { from, to } },
    }));
  },
});
