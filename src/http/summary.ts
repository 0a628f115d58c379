import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { type FieldErrors, invalid } from "../errors.ts";
import { Summary, SummaryQuery } from "../model/summary.ts";
import { changeOf, periodBefore, rounded, summaryOf } from "../stats/summary.ts";
import { dayRangeErrors } from "./day-range.ts";
import type { ReportRoute } from "./report-address.ts";

type Period = Pick<SummaryQuery, "from" | "to">;

const schema = {
  description: "A range of days in a few numbers, and how they changed.",
  querystring: SummaryQuery,
  response: { 200: Type.Object({ data: Summary }, { description: "The summary." }) },
} satisfies FastifySchema;

/** A range of days in a few numbers. */
export const summaryRoute: FastifyPluginAsyncTypebox<ReportRoute> = async (app, route) => {
  const { db, reports, days, address } = route;
  const options = { schema: { ...schema, ...address.operation }, attachValidation: true };
  app.get(address.url, options, async (request, reply) => {
    const { id } = address.findWebsite(request);
    const fields = { ...tooEarly(request.query), ...dayRangeErrors(request) };
    if (Object.keys(fields).length > 0) throw invalid(fields);
    const { from, to, compare } = request.query;
    const period = { from, to };
    const earlier = compare === undefined ? undefined : periodBefore(period);
    const [now, before] = await reports.run(reply, async (ask) => {
      const read = (range: Period) => summaryOf(db, days, ask, { websiteId: id, ...range });
      // One after the other: a report that waits for its own first question would be refused for its wait.
      return [await read(period), earlier && (await read(earlier))] as const;
    });
    const compared = earlier &&
      before && {
        previous: { ...earlier, ...rounded(before) },
        change: rounded(changeOf(now, before)),
      };
    return { data: { ...period, ...rounded(now), ...compared } };
  });
};

/** Dates have no sign, so the period before has to begin in year 0 or later. */
function tooEarly({ from, to, compare }: SummaryQuery): FieldErrors {
  const daysBefore = Date.parse(from) - Date.parse("0000-01-01");
  const isTooEarly = compare !== undefined && daysBefore <= Date.parse(to) - Date.parse(from);
  return isTooEarly ? { compare: ["must have as many days before from"] } : {};
}
