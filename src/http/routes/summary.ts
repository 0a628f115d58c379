import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { type FieldErrors, refuseFields } from "../../errors.ts";
import { Summary } from "../../model/summary.ts";
import { filterErrors, readFilters } from "../../stats/filters.ts";
import { changeOf, periodBefore, rounded, summaryOf, summaryVersion } from "../../stats/summary.ts";
import { SummaryQuery } from "../../stats/summary-query.ts";
import { dayRangeErrors, refuseDroppedDays } from "../day-range.ts";
import {
  entityTag,
  hasAnswer,
  IfNoneMatch,
  isConditional,
  NotModified,
  sendNotModified,
  Tagged,
} from "../entity-tag.ts";
import { filteredReport, type ReportRoute } from "./statistics-route.ts";

type Days = Pick<SummaryQuery, "from" | "to">;

const schema = {
  description: "A range of days in a few numbers, and how they changed.",
  querystring: SummaryQuery,
  requestHeaders: IfNoneMatch,
  response: {
    200: Type.Object({ data: Summary }, { description: "The summary.", headers: Tagged }),
    304: NotModified,
  },
} satisfies FastifySchema;

/** A range of days in a few numbers. */
export const summaryRoute: FastifyPluginAsyncTypebox<ReportRoute> = async (app, route) => {
  const { db, reports, days, address } = route;
  app.get(address.url, filteredReport(schema, address), async (request, reply) => {
    const { id } = address.findWebsite(request);
    refuseInvalid(request);
    const { from, to, compare, filter = {} } = request.query;
    const question = { websiteId: id, filters: readFilters(filter) };
    const period = { from, to };
    const earlier = compare === undefined ? undefined : periodBefore(period);
    /** One after the other: a report that waits for its own first question would be refused for its wait. */
    const each = async <T>(read: (range: Days, nth: 0 | 1) => Promise<T>) =>
      [await read(period, 0), earlier && (await read(earlier, 1))] as const;
    const tagOf = (answers: readonly ({ version: string } | undefined)[]) =>
      entityTag(request, String(id), ...answers.map((answer) => answer?.version ?? ""));
    const answers = await reports.run(reply, async (ask) => {
      if (question.filters.length > 0) {
        await each((range) =>
          ask("light", (limits) => refuseDroppedDays(db, { ...question, ...range }, limits)),
        );
      }
      const seen = isConditional(request)
        ? await each((range) => summaryVersion(days, ask, { ...question, ...range }))
        : undefined;
      if (seen !== undefined && hasAnswer(request, tagOf(seen))) return tagOf(seen);
      return each((range, nth) =>
        summaryOf(db, days, ask, { ...question, ...range, current: seen?.[nth]?.current }),
      );
    });
    if (typeof answers === "string") return sendNotModified(reply, answers);
    reply.header("etag", tagOf(answers));
    const [{ answer: now }, { answer: before } = {}] = answers;
    const compared = earlier &&
      before && {
        previous: { ...earlier, ...rounded(before) },
        change: rounded(changeOf(now, before)),
      };
    return { data: { ...period, ...rounded(now), ...compared } };
  });
};

function refuseInvalid(request: { validationError?: Error; query: SummaryQuery }): void {
  const inSchema = { ...tooEarly(request.query), ...dayRangeErrors(request) };
  const { filter } = request.query;
  const inFilters =
    filter === undefined || inSchema["filter"] !== undefined ? {} : filterErrors(filter);
  refuseFields({ ...inSchema, ...inFilters });
}

/** Dates have no sign, so the period before has to begin in year 0 or later. */
function tooEarly({ from, to, compare }: SummaryQuery): FieldErrors {
  const daysBefore = Date.parse(from) - Date.parse("0000-01-01");
  const isTooEarly = compare !== undefined && daysBefore <= Date.parse(to) - Date.parse(from);
  return isTooEarly ? { compare: ["must have as many days before from"] } : {};
}
