import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { isoDay } from "../calendar.ts";
import { type FieldErrors, invalid } from "../errors.ts";
import { Summary, SummaryQuery } from "../model/summary.ts";
import type { DayStates } from "../stats/day-states.ts";
import { changeOf, rounded, summarise, totals } from "../stats/summary.ts";
import type { Database } from "../store/database.ts";
import type { Websites } from "../websites/websites.ts";
import { dayRangeErrors } from "./day-range.ts";
import type { Reports } from "./reports.ts";
import { websiteByPath } from "./website-by-path.ts";

const dayMs = 24 * 60 * 60 * 1000;

type Period = Pick<SummaryQuery, "from" | "to">;

/** `GET /api/v1/websites/{id}/summary`: a range of days in a few numbers. */
export const summaryRoute: FastifyPluginAsyncTypebox<{
  db: Database;
  websites: Websites;
  reports: Reports;
  days: DayStates;
}> = async (app, { db, websites, reports, days }) => {
  const options = {
    schema: {
      operationId: "showSummary",
      summary: "Show a summary",
      description: "A range of days in a few numbers, and how they changed.",
      tags: ["Stats"],
      querystring: SummaryQuery,
      response: { 200: Type.Object({ data: Summary }, { description: "The summary." }) },
      problems: ["OVERLOADED", "QUERY_TOO_LARGE", "QUERY_TOO_LONG", "STORE_UNAVAILABLE"],
    } satisfies FastifySchema,
    attachValidation: true,
  };
  app.get("/:id/summary", options, async (request, reply) => {
    const { id } = websiteByPath(request, websites);
    const fields = { ...tooEarly(request.query), ...dayRangeErrors(request) };
    if (Object.keys(fields).length > 0) throw invalid(fields);
    const { from, to, compare } = request.query;
    const period = { from, to };
    const earlier = compare === undefined ? undefined : periodBefore(period);
    const [now, before] = await reports.run(reply, async (ask) => {
      const summaryOf = async (range: Period) => {
        const query = { websiteId: id, ...range };
        const { answer: sums } = await days.answer(query, ask, (states, limits) =>
          totals(db, { ...query, days: states }, limits),
        );
        return summarise(sums);
      };
      // One after the other: a report that waits for its own first question would be refused for its wait.
      return [await summaryOf(period), earlier && (await summaryOf(earlier))] as const;
    });
    const compared = earlier &&
      before && {
        previous: { ...earlier, ...rounded(before) },
        change: rounded(changeOf(now, before)),
      };
    return { data: { ...period, ...rounded(now), ...compared } };
  });
};

/** The same number of days just before. */
function periodBefore({ from, to }: Period): Period {
  const [first, last] = [Date.parse(from) / dayMs, Date.parse(to) / dayMs];
  return { from: isoDay(first - (last - first + 1)), to: isoDay(first - 1) };
}

/** Dates have no sign, so the period before has to begin in year 0 or later. */
function tooEarly({ from, to, compare }: SummaryQuery): FieldErrors {
  const daysBefore = Date.parse(from) - Date.parse("0000-01-01");
  const isTooEarly = compare !== undefined && daysBefore <= Date.parse(to) - Date.parse(from);
  return isTooEarly ? { compare: ["must have as many days before from"] } : {};
}
