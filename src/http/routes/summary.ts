import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { type FieldErrors, refuseFields } from "../../errors.ts";
import { Summary } from "../../model/summary.ts";
import { filterErrors, readFilters } from "../../stats/filters.ts";
import { roundSummary } from "../../stats/summary.ts";
import {
  entityTag,
  IfNoneMatch,
  NotModified,
  sendNotModified,
  Tagged,
  versionCheck,
} from "../entity-tag.ts";
import { dayRangeErrors } from "../params/day-range.ts";
import { SummaryParams } from "../params/summary-params.ts";
import { askerOf, filteredRoute, type StatisticsRoute } from "./statistics-route.ts";

const schema = {
  description: "A range of days in six numbers, and how they changed.",
  querystring: SummaryParams,
  requestHeaders: IfNoneMatch,
  response: {
    200: Type.Object({ data: Summary }, { description: "The summary.", headers: Tagged }),
    304: NotModified,
  },
} satisfies FastifySchema;

/** The summary of a website over a range of days. */
export const summaryRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (app, route) => {
  const { statistics, url, priority, findWebsite } = route;
  app.get(url, filteredRoute(schema, route), async (request, reply) => {
    const { id } = findWebsite(request);
    refuseInvalid(request);
    const { from, to, compare, filter = {} } = request.query;
    const query = {
      ...{ websiteId: id, from, to, filters: readFilters(filter) },
      isCompared: compare === "previous",
    };
    const tagOf = (version: string) => entityTag(request, String(id), version);
    const isKnown = versionCheck(request, tagOf);
    const answer = await statistics.summary(query, askerOf(reply, priority), isKnown);
    const tag = tagOf(answer.version);
    if (answer.value === undefined) return sendNotModified(reply, tag);
    reply.header("etag", tag);
    return { data: roundSummary(answer.value) };
  });
};

function refuseInvalid(request: { validationError?: Error; query: SummaryParams }): void {
  const errors = { ...tooEarly(request.query), ...dayRangeErrors(request) };
  const { filter } = request.query;
  // A filter that breaks the schema has an error already, and cannot be read.
  const isReadable = filter !== undefined && errors["filter"] === undefined;
  refuseFields({ ...errors, ...(isReadable && filterErrors(filter)) });
}

/** Dates have no sign, so the previous period must begin in the year 0 or later. */
function tooEarly({ from, to, compare }: SummaryParams): FieldErrors {
  const daysBefore = Date.parse(from) - Date.parse("0000-01-01");
  const isTooEarly = compare !== undefined && daysBefore <= Date.parse(to) - Date.parse(from);
  return isTooEarly
    ? {
        compare: ["needs a period of the same length before from, but no day is before 0000-01-01"],
      }
    : {};
}
