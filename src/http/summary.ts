import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { type FieldErrors, refuseFields } from "../errors.ts";
import { Summary } from "../model/summary.ts";
import { filterErrors, readFilters } from "../stats/filters.ts";
import { changeOf, periodBefore, rounded, summaryOf } from "../stats/summary.ts";
import { SummaryQuery } from "../stats/summary-query.ts";
import { dayRangeErrors, refuseDroppedDays } from "./day-range.ts";
import { asksAnew, CountedAnew } from "./entity-tag.ts";
import { filteredReport, type ReportRoute } from "./report-address.ts";

type Days = Pick<SummaryQuery, "from" | "to">;

const schema = {
  description: "A range of days in a few numbers, and how they changed.",
  querystring: SummaryQuery,
  requestHeaders: CountedAnew,
  response: { 200: Type.Object({ data: Summary }, { description: "The summary." }) },
} satisfies FastifySchema;

/** A range of days in a few numbers. */
export const summaryRoute: FastifyPluginAsyncTypebox<ReportRoute> = async (app, route) => {
  const { db, reports, days, address } = route;
  app.get(address.url, filteredReport(schema, address), async (request, reply) => {
    const { id } = address.findWebsite(request);
    refuseInvalid(request);
    const { from, to, compare, filter = {} } = request.query;
    const filters = readFilters(filter);
    const isAnew = asksAnew(request);
    const period = { from, to };
    const earlier = compare === undefined ? undefined : periodBefore(period);
    const [now, before] = await reports.run(reply, async (ask) => {
      const read = async (range: Days) => {
        const query = { websiteId: id, ...range };
        if (filters.length > 0) {
          await ask("light", (limits) => refuseDroppedDays(db, query, limits));
        }
        return summaryOf(db, days, ask, { ...query, filters, isAnew });
      };
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
