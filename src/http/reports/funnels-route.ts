import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";
import { type ErrorCode, type FieldErrors, Problem } from "../../base/errors.ts";
import type { Funnel } from "../../definitions/funnel.ts";
import { funnelAnswer } from "../../model/funnel-stats.ts";
import { funnelReport, funnelStatsOf } from "../../stats/funnel.ts";
import { funnelBreakdownCsvReport, funnelBreakdownReport } from "../../stats/funnel-breakdown.ts";
import type { Website } from "../../websites/website.ts";
import { NotModified, Tagged } from "../answers/entity-tag.ts";
import { withCode } from "../answers/value-code.ts";
import { definitionIdByPath } from "../definitions/definition-id-by-path.ts";
import {
  FunnelParams,
  parseFunnel,
  readUnsavedFunnel,
  UnsavedFunnelParams,
} from "./funnel-params.ts";
import { findPopulation } from "./population.ts";
import { sendRows, sendTagged } from "./report-answers.ts";
import { askerOf, filteredRoute, QueryHeaders, type StatisticsRoute } from "./statistics-route.ts";

const FunnelCsv = Type.String({
  description:
    "With `name`, all values as CSV (RFC 4180, UTF-8); `page` and `per_page` are ignored. Names with codes have a column `code`. `steps` is JSON text.",
  examples: [
    'value,entered,completed,conversion_rate,steps\r\n"Firefox",120,16,0.1333,"[120,48,16]"\r\n',
  ],
});

const schema = {
  requestHeaders: QueryHeaders,
  response: { 200: funnelAnswer(Tagged), 304: NotModified },
  csv: FunnelCsv,
} satisfies FastifySchema;

const savedSchema = {
  ...schema,
  description:
    "How many visitors reached each step of a saved funnel over a range of days; or with `name`, how far those with each value of a dimension got.",
  querystring: FunnelParams,
} satisfies FastifySchema;

const unsavedSchema = {
  ...schema,
  description: "The same as for a saved funnel, for steps that stand in the query.",
  querystring: UnsavedFunnelParams,
} satisfies FastifySchema;

/** A funnel of a website that a request asks about. */
interface Asked {
  readonly website: Website;
  readonly funnel: Pick<Funnel, "within" | "steps">;
  /** The name of the file, without the days. */
  readonly fileName: string;
  /** The errors of the steps. */
  readonly errors?: FieldErrors;
}

/** A saved funnel over a range of days. */
export const funnelRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (app, route) => {
  const { url, operation, definitions, findWebsite } = route;
  const problems: readonly ErrorCode[] = [...(operation.problems ?? []), "NOT_FOUND"];
  const described = filteredRoute(savedSchema, { ...route, operation: { ...operation, problems } });
  app.get(url, described, async (request, reply) => {
    const website = await findWebsite(request);
    const set = await definitions.of(website.id);
    const found = set.find("funnel", definitionIdByPath(request, "funnel"));
    if (found === undefined) throw new Problem("NOT_FOUND");
    const fileName = `${website.domain}-funnel-${found.id}`;
    return sendFunnel(reply, route, { website, funnel: found.content, fileName });
  });
};

/** Steps in the query, which are no saved funnel, over a range of days. */
export const unsavedFunnelRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (
  app,
  route,
) => {
  app.get(route.url, filteredRoute(unsavedSchema, route), async (request, reply) => {
    const website = await route.findWebsite(request);
    const { funnel, errors } = readUnsavedFunnel(request);
    const fileName = `${website.domain}-funnel`;
    return sendFunnel(reply, route, { website, funnel, fileName, errors });
  });
};

/** Answers with the steps of a funnel, or with the values of the dimension that `name` names. */
async function sendFunnel(
  reply: FastifyReply,
  route: StatisticsRoute,
  { website: { id }, funnel, fileName, errors = {} }: Asked,
): Promise<FastifyReply> {
  const request = reply.request as FastifyRequest<{ Querystring: FunnelParams }>;
  const { filters, tagParts, errors: wrong } = await findPopulation(reply.request, id, route);
  const steps = funnel.steps.map(({ type, value, props }) => ({ type, value, props }));
  const asked = { websiteId: id, funnel: { within: funnel.within, steps }, filters };
  const query = parseFunnel(request, asked, { ...wrong, ...errors });
  const parts = [String(id), fileName, JSON.stringify(funnel), ...tagParts];
  if (!("dimension" in query)) {
    const asker = askerOf(reply, route.priority);
    const answer = await route.statistics.comparedReport(funnelReport, query, asker);
    const names = funnel.steps.map(({ name, value }) => name ?? value);
    return sendTagged(reply, answer, parts, (counts) => ({
      data: funnelStatsOf(query, names, counts),
    }));
  }
  const { dimension, from, to } = query;
  return sendRows(reply, route, {
    query,
    page: funnelBreakdownReport,
    csv: funnelBreakdownCsvReport,
    fileName: `${fileName}-${dimension}-${from}-${to}`,
    tagParts: parts,
    toSlice: ({ rows, total }) => ({ items: rows.map((row) => withCode(row, dimension)), total }),
  });
}
