import type { FastifyReply } from "fastify";
import { type Static, Type } from "typebox";

import { type Errors, type FieldErrors, Problem } from "../../base/errors.ts";
import { dimensionNames } from "../../counting/dimensions.ts";
import type { Funnel } from "../../definitions/funnel.ts";
import { funnelAnswer } from "../../model/funnel-stats.ts";
import { funnelStepsMax, funnelStepsMin } from "../../model/limits.ts";
import { oneOf } from "../../model/text.ts";
import { funnelReport, funnelStatsOf } from "../../stats/funnel.ts";
import {
  funnelBreakdownCsvReport,
  funnelBreakdownReport,
  funnelSortKeys,
} from "../../stats/funnel-breakdown.ts";
import { Tagged } from "../answers/entity-tag.ts";
import { withCode } from "../answers/value-code.ts";
import { dayRange } from "../params/day-range.ts";
import { definitionIdByPath } from "../params/definition-id-by-path.ts";
import { listParams } from "../params/list-params.ts";
import { compareErrors, compareParams } from "./compare-params.ts";
import { type Answering, type Asked, defineReport } from "./define-report.ts";
import { readMatcherParam } from "./matcher-param.ts";
import { reportParams } from "./population.ts";
import { readList } from "./read-list.ts";
import { sendRows, sendTagged } from "./report-answers.ts";
import { visitorInterval, visitorIntervalErrors } from "./visitor-interval.ts";

const names = dimensionNames.filter((name) => name !== "pageview" && name !== "visit");
const intervals = ["day", "week", "month"] as const;

export const FunnelParams = Type.Object({
  ...dayRange,
  ...compareParams,
  name: Type.Optional(
    oneOf(names, {
      description:
        "Name of a dimension, whose values the answer lists instead. `search`, the order and the page are about these.",
      examples: ["country"],
    }),
  ),
  interval: visitorInterval(intervals),
  ...reportParams,
  ...listParams("value", funnelSortKeys),
});
export type FunnelParams = Static<typeof FunnelParams>;

export const UnsavedFunnelParams = Type.Object({
  step: Type.Array(Type.String(), {
    minItems: funnelStepsMin,
    maxItems: funnelStepsMax,
    description:
      "A step: `page:` or `event:`, and the page or the name as a goal's `value` has it. Repeat it for each step.",
    examples: [["page:/pricing", "event:Signup"]],
    errorMessage: `must be there ${funnelStepsMin} to ${funnelStepsMax} times`,
  }),
  within: Type.Optional(
    oneOf(["day", "visit"], {
      default: "day",
      description: "Whether all steps must lie in one day or in one visit.",
      examples: ["visit"],
    }),
  ),
  ...FunnelParams.properties,
});
export type UnsavedFunnelParams = Static<typeof UnsavedFunnelParams>;

const FunnelCsv = Type.String({
  description:
    "With `name`, all values as CSV (RFC 4180, UTF-8); `page` and `per_page` are ignored. Names with codes have a column `code`. `steps` is JSON text.",
  examples: [
    'value,entered,completed,conversion_rate,steps\r\n"Firefox",120,16,0.1333,"[120,48,16]"\r\n',
  ],
});

/** A request about the steps of a funnel, or with `name` about the values of a dimension. */
interface AskedFunnel extends Pick<Asked<FunnelParams>, "params" | "range"> {
  readonly funnel: Pick<Funnel, "within" | "steps">;
  /** The name of the CSV file, without the dimension. */
  readonly csvName: string;
}

/** A saved funnel over a range of days. */
export const funnelRoute = defineReport({
  description:
    "How many visitors reached each step of a saved funnel over a range of days; or with `name`, how far those with each value of a dimension got.",
  params: FunnelParams,
  response: funnelAnswer(Tagged),
  csv: FunnelCsv,
  problems: ["NOT_FOUND"],
  errors: ({ params }, wrong) => funnelErrors(params, wrong),
  async read({ request, params, range, site }): Promise<AskedFunnel> {
    const id = definitionIdByPath(request, "funnel");
    const funnel = (await site.definitions("funnel")).find("funnel", id)?.content;
    if (funnel === undefined) throw new Problem("NOT_FOUND");
    return { params, range, funnel, csvName: `funnel-${id}` };
  },
  send: sendFunnel,
});

/** Steps in the query, which are no saved funnel, over a range of days. */
export const unsavedFunnelRoute = defineReport({
  description: "The same as for a saved funnel, for steps that stand in the query.",
  params: UnsavedFunnelParams,
  response: funnelAnswer(Tagged),
  csv: FunnelCsv,
  errors({ params }, wrong) {
    const errors: Errors = {};
    if (wrong["step"] === undefined) readSteps(params.step, errors);
    return { ...funnelErrors(params, wrong), ...errors };
  },
  read: ({ params, range }): AskedFunnel => ({
    params,
    range,
    funnel: { within: params.within ?? "day", steps: readSteps(params.step) },
    csvName: "funnel",
  }),
  send: sendFunnel,
});

function readSteps(texts: readonly string[], errors: Errors = {}): Funnel["steps"] {
  return texts.map((text) => ({ ...readMatcherParam(text, "step", errors), name: null }));
}

/** Answers with the steps of a funnel, or with the values of the dimension that `name` names. */
async function sendFunnel(
  answering: Answering,
  { params, range, funnel, csvName }: AskedFunnel,
): Promise<FastifyReply> {
  const { site, caller } = answering;
  const tagged = { ...answering, tagParts: [...answering.tagParts, JSON.stringify(funnel)] };
  const steps = funnel.steps.map(({ type, value, props }) => ({ type, value, props }));
  const { within } = funnel;
  const asked = { ...range, countsFrom: "events", funnel: { within, steps } } as const;
  const { name: dimension, interval = "day" } = params;
  if (dimension === undefined) {
    const answer = await site.statistics.comparedReport(funnelReport, asked, caller);
    const names = funnel.steps.map(({ name, value }) => name ?? value);
    return sendTagged(tagged, answer, (counts) => ({ data: funnelStatsOf(asked, names, counts) }));
  }
  const query = { ...asked, ...readList(params, "entered"), dimension, interval };
  return sendRows(tagged, query, {
    page: funnelBreakdownReport,
    csv: funnelBreakdownCsvReport,
    name: `${csvName}-${dimension}`,
    toSlice: ({ rows, total }) => ({ items: rows.map((row) => withCode(row, dimension)), total }),
  });
}

/** Returns the errors in `interval` and in what compares that the schema cannot find. */
function funnelErrors(query: FunnelParams, wrong: FieldErrors): FieldErrors {
  const { name, compare } = query;
  const ofInterval = visitorIntervalErrors(query, wrong);
  if (name === undefined || compare === undefined || wrong["compare"] !== undefined) {
    return { ...ofInterval, ...compareErrors(query, wrong) };
  }
  return { ...ofInterval, compare: ["cannot be used with name"] };
}
