import type {
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  preValidationHookHandler,
} from "fastify";
import type { Static, TObject, TSchema } from "typebox";

import { isoSeconds } from "../../base/calendar.ts";
import { type ErrorCode, type FieldErrors, invalid, refuseFields } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { compileCheck } from "../../base/validation.ts";
import type { Filter } from "../../counting/filters.ts";
import type { Priority, QueryCaller } from "../../stats/query-scheduler.ts";
import type { ReportQuery } from "../../stats/report.ts";
import { NotModified } from "../answers/entity-tag.ts";
import { type DayRangeParams, dayRangeErrors, daysOf } from "../params/day-range.ts";
import { type CompareValues, clippedOf, hourErrors } from "./compare-params.ts";
import { gatherFilters } from "./filter-params.ts";
import { everybody, findPopulation } from "./population.ts";
import { QueryHeaders, type QueryRoute, queryCaller } from "./query-route.ts";
import type { ReportRequest } from "./report-request.ts";
import { type ShortRange, shortIntervalErrors } from "./short-intervals.ts";
import type { Site } from "./site.ts";

/** A request for a report. */
export interface Asked<Params> {
  readonly request: ReportRequest;
  readonly params: Params;
  readonly site: Site;
  /** The parts that the queries of all reports have. */
  readonly range: ReturnType<typeof daysOf> &
    ReturnType<typeof clippedOf> & {
      readonly websiteId: number;
      readonly filters: readonly Filter[];
    } & Pick<ReportQuery, "counted">;
}

/** The things that the answer to a correct request needs beside its query. */
export interface Answering {
  readonly reply: FastifyReply;
  readonly site: Site;
  readonly caller: QueryCaller;
  /** Everything but the events that the answer follows from and the request does not say. */
  readonly tagParts: readonly string[];
  /** The moment up to which the earlier range counts, ISO 8601; undefined if it counts whole. */
  readonly comparedUntil: string | undefined;
}

interface ReportDefinition<Params extends TObject, Query> {
  readonly description: string;
  readonly params: Params;
  /** The schema of the answer in JSON. */
  readonly response: TSchema;
  /** That of the answer in CSV, if there is one. */
  readonly csv?: TSchema;
  /** Whether it is about reads, which filters of visitors and segments do not select. */
  readonly isAboutReads?: boolean;
  /** Problems beside those that every query can have. */
  readonly problems?: readonly ErrorCode[];
  /** Gives parameters their shape before they are checked. */
  readonly gather?: preValidationHookHandler;
  /**
   * Returns the errors that the schema cannot find. Says nothing about parameters that are in
   * `wrong`, which the schema has found.
   */
  readonly errors?: (asked: Asked<Static<Params>>, wrong: FieldErrors) => FieldErrors;
  /** Returns the query that correct parameters stand for. */
  readonly read: (asked: Asked<Static<Params>>) => Query | Promise<Query>;
  readonly send: (answering: Answering, query: Query) => Promise<FastifyReply>;
}

/** A report: its route, and the meaning of its parameters for others that ask. */
export interface DefinedReport<Query> {
  /** Adds the route, for owners or for viewers. */
  readonly add: FastifyPluginAsync<QueryRoute>;
  /**
   * Resolves with the query that parameters stand for, with the filters gathered. `path` has those
   * of the route's path. Rejects with the `Problem` that the route would answer with.
   */
  readonly read: (
    params: Readonly<Record<string, unknown>>,
    asking: { readonly site: Site; readonly nowMs: number; readonly path?: object },
  ) => Promise<Query>;
}

/** Returns a report. */
export function defineReport<Params extends TObject, Query>(
  report: ReportDefinition<Params, Query>,
): DefinedReport<Query> {
  const { description, params, response, csv, problems = [], gather } = report;
  const schema: FastifySchema = {
    description,
    querystring: params,
    requestHeaders: QueryHeaders,
    response: { 200: response, 304: NotModified },
    ...(csv && { csv }),
  };
  const check = compileCheck(params);
  return {
    async read(given, { site, nowMs, path = {} }) {
      const checked = check(given);
      const request = checked.ok
        ? { url: "", params: path, query: checked.value }
        : { url: "", params: path, query: given, validationError: invalid(checked.fields) };
      return (await readRequest(report, request, site, { nowMs, priority: "owner" })).query;
    },
    async add(app, route) {
      const { operation, priority } = route;
      async function answerReport(request: FastifyRequest, reply: FastifyReply) {
        const site = await route.siteOf(request);
        const { query, ...parts } = await readRequest(report, request, site, {
          nowMs: route.now(),
          priority,
        });
        return report.send({ reply, site, caller: queryCaller(reply, priority), ...parts }, query);
      }
      app.route({
        method: "GET",
        url: route.url,
        schema: {
          ...schema,
          ...operation,
          problems: [...(operation.problems ?? []), ...problems],
        },
        attachValidation: true,
        preValidation: gather === undefined ? gatherFilters : [gatherFilters, gather],
        handler: answerReport,
      });
    },
  };
}

/** Resolves with the query of a request, and the parts of its answer that follow from it. */
async function readRequest<Params extends TObject, Query>(
  report: ReportDefinition<Params, Query>,
  request: ReportRequest,
  site: Site,
  { nowMs, priority }: { readonly nowMs: number; readonly priority: Priority },
) {
  const population = report.isAboutReads === true ? everybody : await findPopulation(request, site);
  const params = request.query as Static<Params> & DayRangeParams & CompareValues & ShortRange;
  const { counted } = request.query as Pick<ReportQuery, "counted">;
  const { validationError } = request;
  const wrong = dayRangeErrors({ validationError, query: params });
  const { id, domain, timezone } = site.website;
  const days = { websiteId: id, ...daysOf(params), filters: population.filters };
  const selected = counted === undefined ? {} : { counted };
  const asked = { request, params, site, range: { ...days, ...selected } };
  refuseFields({
    ...report.errors?.(asked, wrong),
    ...hourErrors(params, wrong),
    ...shortIntervalErrors(params, wrong),
    ...(counted !== undefined && priority === "viewer" && { counted: [fieldError("counted")] }),
    ...wrong,
    ...population.errors,
  });
  const range = { ...days, ...selected, ...clippedOf(params, { timezone, nowMs }) };
  const untilMs = range.earlier?.untilMs;
  const comparedUntil = untilMs === undefined ? undefined : isoSeconds(untilMs);
  // Which range is the earlier one may depend on the day and on the time.
  const earlier = JSON.stringify(range.earlier ?? null);
  const tagParts = [String(id), domain, timezone, ...population.tagParts, earlier];
  return { query: await report.read({ ...asked, range }), tagParts, comparedUntil };
}
