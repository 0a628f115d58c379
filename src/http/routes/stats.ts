import { Readable } from "node:stream";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";
import type { Dimension } from "../../counting/dimension-kinds.ts";
import { type DimensionName, dimensions } from "../../counting/dimensions.ts";
import { refuseFields } from "../../errors.ts";
import { pageOf } from "../../model/page.ts";
import {
  type Breakdown,
  type BreakdownQuery,
  type BreakdownRow,
  breakdown,
} from "../../stats/breakdown.ts";
import { type BreakdownCsvQuery, breakdownCsv } from "../../stats/breakdown-csv.ts";
import {
  type DayState,
  type Stated,
  versionOf,
  withoutRunningRollups,
} from "../../stats/day-states.ts";
import { questionErrors, readQuestion } from "../../stats/question.ts";
import { Stat, StatQuery } from "../../stats/stat.ts";
import type { QueryLimits } from "../../store/database.ts";
import { describeCsv, prefersCsv, StatCsv } from "../csv.ts";
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
import { type Position, positionOf, toPage } from "../pages.ts";
import { filteredReport, type ReportRoute } from "./statistics-route.ts";

const StatPage = pageOf(
  Stat,
  { count: Type.Integer({ description: "Sum over all values.", examples: [3120] }) },
  Tagged,
);

const schema = {
  description:
    "The values of one dimension over a range of days: a page of them as JSON, or all as CSV.",
  querystring: StatQuery,
  requestHeaders: IfNoneMatch,
  response: { 200: StatPage, 304: NotModified },
  otherContents: { "text/csv": StatCsv },
} satisfies FastifySchema;

/** One dimension of a website over a range of days. */
export const statRoute: FastifyPluginAsyncTypebox<ReportRoute> = async (app, route) => {
  const { db, reports, days, address } = route;
  app.get(address.url, filteredReport(schema, address), async (request, reply) => {
    const { id, domain, timezone } = address.findWebsite(request);
    refuseInvalid(request, timezone);
    const { name, search = "", sort_by = "count", sort = "desc", safe } = request.query;
    const position = positionOf(request.query);
    const query: BreakdownQuery = {
      websiteId: id,
      ...readQuestion(request.query, timezone),
      search,
      sortBy: sort_by,
      sort,
      limit: position.perPage,
      offset: position.offset,
    };
    if (query.fromEvents === true) {
      await reports.run(reply, (ask) =>
        ask("light", (limits) => refuseDroppedDays(db, query, limits)),
      );
    }
    const format = prefersCsv(request) ? "csv" : "json";
    const tagOf = (version: string) =>
      entityTag(request, String(id), format, domain, timezone, version);
    // Who has the answer is told so before the question is asked, which takes much longer.
    const current =
      format === "csv" || isConditional(request)
        ? await reports.run(reply, (ask) => days.current(query, ask))
        : undefined;
    const known = current && versionOf(current.states);
    if (known !== undefined && hasAnswer(request, tagOf(known))) {
      return sendNotModified(reply, tagOf(known));
    }
    if (format === "csv" && current !== undefined) {
      const isSafe = safe === "1" || safe === "true";
      const csv = await csvOf(request, reply, { ...query, isSafe }, current);
      return describeCsv(reply, domain, request.query)
        .header("etag", tagOf(versionOf(current.states)))
        .send(csv);
    }
    const question = (states: readonly DayState[], limits: QueryLimits) =>
      breakdown(db, query, states, limits);
    const { answer, version } = await reports.run(reply, (ask) =>
      days.answer(query, ask, question, { current }),
    );
    reply.header("etag", tagOf(version));
    return toStatPage(request, position, name, answer);
  });

  async function csvOf(
    request: FastifyRequest,
    reply: FastifyReply,
    query: BreakdownCsvQuery,
    current: Stated,
  ): Promise<Readable> {
    if (request.method === "HEAD") return Readable.from([]);
    const question = (states: readonly DayState[], limits: QueryLimits) =>
      breakdownCsv(db, query, states, limits);
    return reports.stream(reply, async (ask) => {
      const { answer } = await days.answer(query, ask, question, {
        current: withoutRunningRollups(current),
      });
      return answer;
    });
  }
};

function refuseInvalid(
  request: { validationError?: Error; query: StatQuery },
  timezone: string,
): void {
  const inSchema = dayRangeErrors(request);
  refuseFields({ ...inSchema, ...questionErrors(request.query, timezone, inSchema) });
}

function toStatPage(
  request: FastifyRequest,
  position: Position,
  name: DimensionName,
  { rows, total, count }: Breakdown,
) {
  const { codeOf }: Dimension = dimensions[name];
  const items = rows.map((row) => toStat(row, codeOf));
  const page = toPage(request, position, { items, total });
  return { ...page, meta: { ...page.meta, count } };
}

function toStat(
  { value, count, visitors, pageviews }: BreakdownRow,
  codeOf: Dimension["codeOf"],
): Stat {
  return {
    value,
    ...(codeOf && { code: codeOf(value) ?? null }),
    count,
    visitors,
    pageviews,
  };
}
