import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
} from "fastify";
import { type Static, type TSchema, Type } from "typebox";

import { type DayRange, isoSeconds, localDay, todayIn } from "../../base/calendar.ts";
import { invalid, Problem, refuseFields } from "../../base/errors.ts";
import { canonicalIp } from "../../base/net/ip-address.ts";
import type { Salts } from "../../collect/salts.ts";
import { visitorOf } from "../../collect/steps/visitor.ts";
import { withinDays } from "../../counting/website-days.ts";
import { type CorrectionChange, hasBegun, newCorrection } from "../../definitions/correction.ts";
import type { Definition } from "../../definitions/definition.ts";
import { DefinitionSet } from "../../definitions/definition-set.ts";
import { isUnderWay } from "../../definitions/import.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import {
  CorrectionRecord,
  CorrectionResult,
  NewCorrection,
  VisitorCorrection,
} from "../../model/correction.ts";
import { pageOf } from "../../model/page.ts";
import { countChange, listPairs } from "../../stats/corrections/correction-numbers.ts";
import { rowChangeOf } from "../../stats/corrections/row-change.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import { authorOf } from "../access/authentication.ts";
import { websiteByPath } from "../access/require-need.ts";
import { positionOf, toPage } from "../answers/pages.ts";
import { definitionIdByPath } from "../params/definition-id-by-path.ts";
import { perPage } from "../params/page-params.ts";
import { refuseUnknown } from "../params/unknown-fields.ts";
import { nameDefinitions, readFilters } from "../reports/filter-params.ts";
import { queryCaller } from "../reports/query-route.ts";
import type { Site } from "../reports/site.ts";
import { schemaErrors } from "../shell/validation.ts";
import { correctionErrors, refuseUnknownFields, toChange } from "./correction-body.ts";
import { toCorrectionRecord, toResult } from "./correction-records.ts";

const tags = ["Corrections"];
const answer = <S extends TSchema>(schema: S, description: string) =>
  Type.Object({ data: schema }, { description });
const begun = Type.Object(
  { data: CorrectionRecord },
  {
    description: "The correction, which has begun.",
    headers: {
      Location: Type.String({
        description: "URL of the correction.",
        examples: ["/api/v1/websites/1/corrections/3"],
      }),
    },
  },
);
const running = ["CORRECTION_RUNNING", "IMPORT_RUNNING"] as const;
const counting = ["OVERLOADED", "QUERY_TOO_LARGE", "QUERY_TOO_LONG", "STORE_UNAVAILABLE"] as const;
const ListParams = Type.Object({ ...perPage });

const schemas = {
  create: {
    operationId: "createCorrection",
    need: "admin",
    summary: "Correct the past",
    description:
      "Gives pages of the past other names, replaces values by nothing, or deletes events, in the background. Try it with `dry_run` first.",
    tags,
    body: NewCorrection,
    response: { 200: answer(CorrectionResult, "What it would change."), 202: begun },
    problems: [...running, ...counting],
  },
  visitor: {
    operationId: "deleteVisitorOfToday",
    need: "admin",
    summary: "Delete a visitor's events of today",
    description:
      "Finds the visitor of today by address and browser, and deletes all that the visitor did on the website today. Of earlier days nobody can be found.",
    tags,
    body: VisitorCorrection,
    response: { 200: answer(CorrectionResult, "What it would delete."), 202: begun },
    problems: [...running, ...counting],
  },
  list: {
    operationId: "listCorrections",
    need: "admin",
    summary: "List corrections",
    description: "The newest first.",
    tags,
    querystring: ListParams,
    response: { 200: pageOf(CorrectionRecord) },
    problems: ["OVERLOADED", "STORE_UNAVAILABLE"],
  },
  get: {
    operationId: "getCorrection",
    need: "admin",
    summary: "Get a correction",
    description: "How far it is. Ask again while it runs.",
    tags,
    response: { 200: answer(CorrectionRecord, "The correction.") },
    problems: ["NOT_FOUND", "OVERLOADED", "STORE_UNAVAILABLE"],
  },
  cancel: {
    operationId: "cancelCorrection",
    need: "admin",
    summary: "Cancel a correction",
    description: "Only before it has changed the first event.",
    tags,
    response: { 200: answer(CorrectionRecord, "The correction, which is cancelled.") },
    problems: ["CORRECTION_RUNNING", "NOT_FOUND", "OVERLOADED", "STORE_UNAVAILABLE"],
  },
} satisfies Record<string, FastifySchema>;

export interface CorrectionRouteOptions {
  readonly websites: Websites;
  readonly definitions: Definitions;
  readonly corrections: {
    /** Has corrections run that the records ask for, soon. */
    readonly look: () => void;
    readonly salts: Pick<Salts, "load">;
  };
  readonly siteOf: (website: Website) => Promise<Site>;
  readonly now: () => number;
}

/** A correction that a request asks for. */
interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly website: Website;
  readonly change: CorrectionChange;
  readonly range: DayRange;
}

/** `/api/v1/websites/{id}/corrections`. The primary runs them. */
export const correctionRoutes: FastifyPluginAsync<CorrectionRouteOptions> = async (
  app,
  options,
) => {
  const { websites, definitions, corrections, now } = options;
  addCreation(app, options);
  const find = async (request: FastifyRequest): Promise<[number, Definition<"correction">]> => {
    const { id } = await websiteByPath(request, websites);
    const wanted = definitionIdByPath(request, "correction");
    const found = (await definitions.latest(id)).find("correction", wanted);
    if (found === undefined) throw new Problem("NOT_FOUND");
    return [id, found];
  };
  app.get(
    "/:id/corrections",
    { schema: schemas.list, attachValidation: true },
    async function listCorrections(request) {
      const { id } = await websiteByPath(request, websites);
      refuseFields(schemaErrors(request));
      const all = (await definitions.latest(id)).list("correction").sort((a, b) => b.id - a.id);
      const position = positionOf(request.query as Static<typeof ListParams>);
      const items = all.slice(position.offset, position.offset + position.perPage);
      return toPage(request, position, { items: items.map(toCorrectionRecord), total: all.length });
    },
  );

  app.get(
    "/:id/corrections/:correction_id",
    { schema: schemas.get },
    async function getCorrection(request) {
      const [, found] = await find(request);
      return { data: toCorrectionRecord(found) };
    },
  );

  app.delete(
    "/:id/corrections/:correction_id",
    { schema: schemas.cancel },
    async function cancelCorrection(request) {
      const [id, found] = await find(request);
      const finishedAt = isoSeconds(now());
      const by = authorOf(request);
      const cancelled = await definitions.update(by, id, "correction", found.id, (before) => {
        if (before.status !== "running" || hasBegun(before)) throw isTooLate();
        return { ...before, status: "cancelled", change: null, finishedAt };
      });
      corrections.look();
      return { data: toCorrectionRecord(cancelled) };
    },
  );
};

function addCreation(app: FastifyInstance, options: CorrectionRouteOptions): void {
  const { websites, definitions, corrections, now } = options;
  const begin = async ({ request, reply, website, change, range }: Asked) => {
    const by = authorOf(request);
    const made = await definitions.create(by, website.id, "correction", (set) => {
      refuseOthers(set);
      return newCorrection(change, range, by.name);
    });
    corrections.look();
    const path = `/api/v1/websites/${website.id}/corrections/${made.id}`;
    reply.code(202).header("location", `${app.basePath}${path}`);
    return toCorrectionRecord(made);
  };

  app.post(
    "/:id/corrections",
    { schema: schemas.create, preValidation: refuseUnknownFields },
    async function createCorrection(request, reply) {
      const website = await websiteByPath(request, websites);
      const body = request.body as NewCorrection;
      const set = nameDefinitions(body.filters ?? {})
        ? await definitions.latest(website.id)
        : DefinitionSet.empty;
      refuseFields(correctionErrors(body, set));
      const { from, to } = body;
      const asked = { request, reply, website, change: toChange(body), range: { from, to } };
      const result = await count(asked, options, set, body.dry_run === 1);
      return { data: body.dry_run === 1 ? result : await begin(asked) };
    },
  );

  app.post(
    "/:id/corrections/visitor",
    {
      schema: schemas.visitor,
      preValidation: refuseUnknown(Object.keys(VisitorCorrection.properties), "this correction"),
    },
    async function deleteVisitor(request, reply) {
      const website = await websiteByPath(request, websites);
      const body = request.body as Static<typeof VisitorCorrection>;
      const ip = canonicalIp(body.ip.trim());
      if (ip === undefined) throw invalid({ ip: ["must be an IP address"] });
      const today = todayIn(website.timezone, now());
      const salt = await corrections.salts.load(localDay(website.timezone, now()));
      const visitor = visitorOf(salt, website.id, { ip, userAgent: body.user_agent });
      const change = { kind: "delete", visitor: String(visitor) } as const;
      const asked = { request, reply, website, change, range: { from: today, to: today } };
      const result = await count(asked, options, DefinitionSet.empty, true);
      return { data: body.dry_run === 1 ? result : { ...(await begin(asked)), result } };
    },
  );
}

/**
 * Counts what a correction would change, or only looks whether its days have events still, which
 * it refuses otherwise.
 */
async function count(
  { reply, website, change, range }: Asked,
  { siteOf }: CorrectionRouteOptions,
  set: DefinitionSet,
  isCounted: boolean,
): Promise<CorrectionResult> {
  const site = await siteOf(website);
  const days = { websiteId: website.id, ...range };
  const within = withinDays(days);
  const filters = "filters" in change ? readFilters(change.filters, set) : [];
  const rows = rowChangeOf(change, filters, within);
  const result = await site.statistics.events(
    days,
    queryCaller(reply, "owner"),
    async (db, limits) => {
      if (!isCounted)
        return { events: 0, visitorDays: 0, days: 0, pageviews: { before: 0, after: 0 } };
      const { dates: _, ...numbers } = await countChange(db, rows, within, limits);
      return { ...numbers, pairs: await listPairs(db, rows, within, limits) };
    },
  );
  await site.stays();
  return toResult(result, "pairs" in result ? result.pairs : []);
}

/** Throws `Problem` if something else changes the website's events now. */
function refuseOthers(set: DefinitionSet): void {
  if (set.list("import").some(({ content }) => isUnderWay(content))) {
    throw new Problem("IMPORT_RUNNING");
  }
  if (set.list("correction").some(({ content }) => content.status === "running")) {
    throw new Problem("CORRECTION_RUNNING");
  }
}

function isTooLate(): Problem {
  const message = "The correction has changed events already, or is over";
  return new Problem("CORRECTION_RUNNING", { message });
}
