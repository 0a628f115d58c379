import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { StoredAccess } from "../../access/stored-access.ts";
import { invalid, Problem, refuseFields } from "../../base/errors.ts";
import { compileCheck, isObject } from "../../base/validation.ts";
import type { Contents, Definition, Kind } from "../../definitions/definition.ts";
import type { DefinitionSet } from "../../definitions/definition-set.ts";
import { type Definitions, nameErrors } from "../../definitions/stored-definitions.ts";
import type { LastResult } from "../../notifications/deliveries/last-results.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import { authorOf, callerOf } from "../access/authentication.ts";
import { type PasswordQueue, passwordHashOf } from "../access/password-hash.ts";
import { websiteByPath } from "../access/require-need.ts";
import { tableBody } from "../answers/table-answer.ts";
import { idempotencyKeyOf } from "../events/idempotency-key.ts";
import type { Notifier } from "../notifications/notifier.ts";
import { dayRangeErrors } from "../params/day-range.ts";
import { definitionIdByPath } from "../params/definition-id-by-path.ts";
import { refuseUnknown } from "../params/unknown-fields.ts";
import type { Site } from "../reports/site.ts";
import { schemaErrors, useJsonBodies } from "../shell/validation.ts";
import type { AnnotationListParams, NamedListParams } from "./definition-list-params.ts";
import { selectAnnotations, selectNamed } from "./definition-lists.ts";
import { changeOperations, readOperations } from "./definition-operations.ts";
import { resources, toRecord } from "./definition-resources.ts";
import { nestForm } from "./nested-form.ts";
import { ownerChecks, seenBy } from "./own-definitions.ts";
import type { CheckingContext, Making, Resource } from "./resource.ts";

/** The way in which a group of routes reads definitions. */
interface Reading {
  /** The path of the website. */
  readonly url: string;
  /** Resolves with the website of a request, and the definitions of it that the reader may see. */
  readonly siteOf: (request: FastifyRequest, kind: Kind) => Promise<ReadSite>;
  /** The parts of the routes' descriptions that tell viewers' routes from owners'. */
  readonly access?: Parameters<typeof readOperations>[1];
  readonly lastOf?: LastOf;
}
type ReadSite = Pick<Site, "website" | "definitions">;

/** The way in which a group of routes changes definitions. */
interface Changing {
  readonly definitions: Definitions;
  readonly url: string;
  readonly findWebsite: (request: FastifyRequest) => Promise<Website>;
  readonly loginLimiter: PasswordQueue;
  readonly context: () => Omit<CheckingContext, "websiteId">;
  readonly lastOf?: LastOf;
}

/** Resolves with what became of the last messages of a website's definitions, by id. */
type LastOf = (websiteId: number) => Promise<ReadonlyMap<number, LastResult>>;

/** The fields of a body, of which nothing is known. */
type Fields = Readonly<Record<string, unknown>>;

/** Selects the definitions of a list. Throws `Problem` VALIDATION naming each wrong parameter. */
type Select<K extends Kind> = (
  all: readonly Definition<K>[],
  request: FastifyRequest,
) => Definition<K>[];

function named<K extends "goal" | "funnel" | "segment" | "share" | "alert" | "view" | "condition">(
  all: readonly Definition<K>[],
  request: FastifyRequest,
): Definition<K>[] {
  refuseFields(schemaErrors(request));
  return selectNamed(all, request.query as NamedListParams);
}

const dated: Select<"annotation"> = (all, request) => {
  const query = request.query as AnnotationListParams;
  refuseFields(dayRangeErrors({ validationError: request.validationError, query }));
  return selectAnnotations(all, query);
};

/** `/goals`, `/funnels`, `/segments` and so on of `/api/v1/websites/{id}`. */
export const definitionRoutes: FastifyPluginAsync<{
  definitions: Definitions;
  websites: Websites;
  loginLimiter: PasswordQueue;
  access: StoredAccess;
  notifier: Notifier;
  now: () => number;
}> = async (app, { definitions, websites, loginLimiter, access, notifier, now }) => {
  const url = "/:id";
  const findWebsite = (request: FastifyRequest) => websiteByPath(request, websites);
  const reading: Reading = {
    url,
    async siteOf(request) {
      const website = await findWebsite(request);
      const all = async () => seenBy(callerOf(request), await definitions.of(website.id));
      return { website, definitions: all };
    },
    access: { need: "read" },
  };
  const context = () => ({ access: access.all, nowMs: now() });
  const changing: Changing = { definitions, loginLimiter, url, findWebsite, context };
  addReadingRoutes(app, reading);
  addReads(app, resources.shares, named<"share">, reading);
  addReads(app, resources.views, named<"view">, reading);
  addReads(app, resources.conditions, named<"condition">, reading);
  const lastOf: LastOf = (websiteId) => notifier.lastResults({ of: "alerts", websiteId });
  // They have addresses of people.
  const ofAlerts: Reading = { ...reading, access: { need: "write" }, lastOf };
  addReads(app, resources.alerts, named<"alert">, ofAlerts);
  addChanges(app, resources.goals, changing);
  addChanges(app, resources.segments, changing);
  addChanges(app, resources.annotations, changing);
  app.register(async (jsonOnly) => {
    jsonOnly.removeAllContentTypeParsers();
    useJsonBodies(jsonOnly, ["application/json"]);
    addChanges(jsonOnly, resources.funnels, changing);
    addChanges(jsonOnly, resources.shares, changing);
    addChanges(jsonOnly, resources.views, changing);
    addChanges(jsonOnly, resources.conditions, changing);
    addChanges(jsonOnly, resources.alerts, { ...changing, lastOf });
  });
};

/** Adds the lists and the records. */
export function addReadingRoutes(app: FastifyInstance, reading: Reading): void {
  addReads(app, resources.goals, named<"goal">, reading);
  addReads(app, resources.funnels, named<"funnel">, reading);
  addReads(app, resources.segments, named<"segment">, reading);
  addReads(app, resources.annotations, dated, reading);
}

function addReads<K extends Kind>(
  app: FastifyInstance,
  resource: Resource<K>,
  select: Select<K>,
  { url, siteOf, access, lastOf }: Reading,
): void {
  const { kind, path, fields, shownFields = fields, schemas } = resource;
  const operations = readOperations(schemas, access);
  const columns = ["id", ...shownFields, "created_at", "updated_at"];
  const list = async (request: FastifyRequest, reply: FastifyReply) => {
    const { website, definitions } = await siteOf(request, kind);
    // Wrong parameters are named also while the store is unavailable.
    select([], request);
    const matches = select((await definitions(kind)).list(kind), request);
    const last = await lastOf?.(website.id);
    return tableBody(reply, {
      items: matches,
      toRecord: (match) => toRecord(resource, match, { request, last: last?.get(match.id) }),
      columns,
      csvFile: `${website.domain}-${path}.csv`,
    });
  };
  app.get(`${url}/${path}`, { schema: operations.list, attachValidation: true }, list);
  app.get(
    `${url}/${path}/:${kind}_id`,
    { schema: operations.get },
    async function getDefinition(request) {
      const { website, definitions } = await siteOf(request, kind);
      const found = (await definitions(kind)).find(kind, definitionIdByPath(request, kind));
      if (found === undefined) throw new Problem("NOT_FOUND");
      const last = (await lastOf?.(website.id))?.get(found.id);
      return { data: toRecord(resource, found, { request, last }) };
    },
  );
}

function addChanges<K extends Kind>(
  app: FastifyInstance,
  resource: Resource<K>,
  { definitions, url, findWebsite, loginLimiter, context, lastOf }: Changing,
): void {
  const { kind, path, fields, schemas } = resource;
  const read = readerOf(resource, context);
  const makingOf = async (websiteId: number, body: unknown) => {
    const takesPassword = fields.includes("password") && isObject(body);
    const passwordHash = takesPassword ? await passwordHashOf(body, loginLimiter) : undefined;
    return { websiteId, passwordHash };
  };
  const operations = changeOperations(schemas);
  const { refusesUnknown } = resource;
  const preValidation =
    refusesUnknown === undefined ? nestForm : refuseUnknown(fields, refusesUnknown);
  const one = `${url}/${path}/:${kind}_id`;

  app.post(
    `${url}/${path}`,
    { schema: operations.create, preValidation },
    async function createDefinition(request, reply) {
      const { id } = await findWebsite(request);
      const header = request.headers["idempotency-key"];
      const key = kind === "annotation" ? idempotencyKeyOf(header) : undefined;
      const { body } = request;
      const making = await makingOf(id, body);
      const checks = ownerChecks(request, id);
      const readBody = (set: DefinitionSet) => checks.after(read(inputOf(body), set, making));
      const made = await definitions.create(authorOf(request), id, kind, readBody, key);
      const location = `${app.basePath}/api/v1/websites/${id}/${path}/${made.id}`;
      reply.code(201).header("location", location);
      return { data: toRecord(resource, made, { request, last: undefined }) };
    },
  );

  for (const [method, schema] of operations.updates) {
    const handler = async (request: FastifyRequest) => {
      const { id } = await findWebsite(request);
      const definitionId = definitionIdByPath(request, kind);
      const { body } = request;
      const making = await makingOf(id, body);
      const checks = ownerChecks(request, id);
      const change = (content: Contents[K], set: DefinitionSet) => {
        checks.before(content);
        const input = inputOf(body);
        const isSent = fields.some((field) => Object.hasOwn(input, field));
        const before = { id: definitionId, content };
        return isSent ? checks.after(read(input, set, making, before)) : undefined;
      };
      const updated = await definitions.update(authorOf(request), id, kind, definitionId, change);
      const last = (await lastOf?.(id))?.get(definitionId);
      return { data: toRecord(resource, updated, { request, last }) };
    };
    app.route({ method, url: one, schema, preValidation, handler });
  }

  app.delete(one, { schema: operations.remove }, async function deleteDefinition(request) {
    const { id } = await findWebsite(request);
    const definitionId = definitionIdByPath(request, kind);
    const { before } = ownerChecks(request, id);
    await definitions.remove(authorOf(request), id, kind, definitionId, before);
    return { id: definitionId, object: kind, deleted: true };
  });
}

/**
 * Returns the function that reads a body into a content, which has the fields that are not sent
 * from `before`. The function throws `Problem` VALIDATION naming each wrong field.
 */
function readerOf<K extends Kind>(
  { kind, schemas, toBody = (content) => content, toContent, errors = () => ({}) }: Resource<K>,
  contextOf: Changing["context"],
) {
  const checkNew = compileCheck(schemas.create);
  const checkChange = compileCheck(schemas.update);
  return (
    input: Fields,
    set: DefinitionSet,
    making: Omit<Making<K>, "before">,
    before?: Pick<Definition<K>, "id" | "content">,
  ): Contents[K] => {
    // What is not sent stays, also where an earlier release accepted what this one refuses.
    const checked = before === undefined ? checkNew(input) : checkChange(input);
    if (!checked.ok) {
      // The person that the body names may be another than the caller, whose names stay secret.
      const named = { ...before?.content, name: input["name"] };
      throw invalid({ ...nameErrors(set, kind, named, before?.id), ...checked.fields });
    }
    const body = { ...(before && toBody(before.content)), ...checked.value };
    const content = toContent(body as never, { ...making, before: before?.content });
    // So do filters by a goal that is gone.
    const context = { ...contextOf(), websiteId: making.websiteId };
    const ofSent = Object.entries(errors(content, set, context)).filter(([path]) =>
      Object.hasOwn(input, path.split(".")[0] ?? ""),
    );
    refuseFields(Object.fromEntries(ofSent));
    return content;
  };
}

/** Returns the fields of a body; none if it is absent. Throws `Problem` if it cannot have any. */
function inputOf(body: unknown): Fields {
  if (body === undefined) return {};
  if (isObject(body)) return body;
  throw invalid({ body: ["must be an object"] });
}
