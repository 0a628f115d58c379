import type { FastifyInstance, FastifyRequest, FastifySchema } from "fastify";
import { type Static, type TSchema, Type } from "typebox";
import type { AccessContents } from "../../access/access-set.ts";
import type { Recorded } from "../../access/recorded.ts";
import type { StoredAccess } from "../../access/stored-access.ts";
import { type ErrorCode, Problem } from "../../base/errors.ts";
import { pageOf } from "../../model/page.ts";
import { positionOf, toPage } from "../answers/pages.ts";
import { definitionIdByPath } from "../params/definition-id-by-path.ts";
import { perPage } from "../params/page-params.ts";
import { useJsonBodies } from "../shell/validation.ts";

/** The kinds of access records that owners change over the API. */
export type RecordKind = "key" | "person" | "webhook";
type RecordOf<K extends RecordKind> = Recorded<AccessContents[K]>;
type Operation = "list" | "get" | "create" | "update" | "remove";

/** The schemas of a kind of record, and the words of the API description. */
export interface RecordSchemas {
  readonly tag: string;
  /** `Key`, and `Keys` for several. */
  readonly title: string;
  readonly titles: string;
  /** `an API key`, and `API keys` for several. */
  readonly noun: string;
  readonly nouns: string;
  readonly creation: Required<Pick<FastifySchema, "operationId" | "summary">>;
  readonly descriptions: Readonly<Record<Operation, string>>;
  readonly record: TSchema;
  readonly create: TSchema;
  /** The answer to a creation, if it has more than the record. */
  readonly created?: TSchema;
  readonly update: TSchema;
  readonly deleted: TSchema;
  /** The errors of operations beside those of every change. */
  readonly problems?: Readonly<Partial<Record<Operation, readonly ErrorCode[]>>>;
}

/** The way in which the API shows and changes a kind of record. */
export interface RecordResource<K extends RecordKind, New, Update> {
  readonly kind: K;
  /** The path of the list below that of the plugin. */
  readonly path: string;
  readonly schemas: RecordSchemas;
  /** Whether the list begins with the newest record. */
  readonly newestFirst: boolean;
  /** Returns a record as the answer to its creation has it. */
  readonly show: (record: RecordOf<K>) => object;
  /** Resolves with the function that shows records otherwise, if it is another than `show`. */
  readonly reader?: () => Promise<(record: RecordOf<K>) => object>;
  /** Resolves with the new record, and with the function that completes the answer. */
  readonly create: (body: New, request: FastifyRequest) => Promise<Made<K>>;
  readonly update: (
    body: Update,
    before: RecordOf<K>,
    request: FastifyRequest,
  ) => Promise<RecordOf<K>>;
  readonly remove: (record: RecordOf<K>, request: FastifyRequest) => Promise<void>;
}

/** A record that was just made. */
interface Made<K extends RecordKind> {
  readonly record: RecordOf<K>;
  /** Resolves with the answer, given the record as the API shows it. */
  readonly answer?: (data: object) => Promise<object>;
}

const ListParams = Type.Object(perPage);
const changing = ["OVERLOADED", "STORE_UNAVAILABLE"] as const;

/** Adds the list of a kind of record, and the routes that get, make, change and delete one. */
export function recordRoutes<K extends RecordKind, New, Update>(
  app: FastifyInstance,
  resource: RecordResource<K, New, Update>,
  access: Pick<StoredAccess, "all">,
): void {
  const { kind, path, newestFirst, show, reader = async () => show } = resource;
  const schemas = operationsOf(resource.schemas);
  const one = `${path}/:${kind}_id`;
  const byPath = (request: FastifyRequest) => recordByPath(request, access, kind);
  app.removeAllContentTypeParsers();
  useJsonBodies(app, ["application/json"]);

  app.get(path || "/", { schema: schemas.list }, async function listRecords(request) {
    const position = positionOf(request.query as Static<typeof ListParams>);
    const all = access.all.list(kind);
    if (newestFirst) all.reverse();
    const page = all.slice(position.offset, position.offset + position.perPage);
    return toPage(request, position, { items: page.map(await reader()), total: all.length });
  });

  app.get(one, { schema: schemas.get }, async function getRecord(request) {
    const record = byPath(request);
    return { data: (await reader())(record) };
  });

  app.post(path || "/", { schema: schemas.create }, async function createRecord(request, reply) {
    const { record, answer } = await resource.create(request.body as New, request);
    reply.code(201).header("location", `${app.basePath}${app.prefix}${path}/${record.id}`);
    const data = show(record);
    return answer === undefined ? { data } : answer(data);
  });

  app.patch(one, { schema: schemas.update }, async function updateRecord(request) {
    const record = await resource.update(request.body as Update, byPath(request), request);
    return { data: (await reader())(record) };
  });

  app.delete(one, { schema: schemas.remove }, async function deleteRecord(request) {
    const record = byPath(request);
    await resource.remove(record, request);
    return { id: record.id, object: kind, deleted: true };
  });
}

/** Returns the record that the path names. Throws `Problem` NOT_FOUND if there is none. */
export function recordByPath<K extends RecordKind>(
  request: FastifyRequest,
  access: Pick<StoredAccess, "all">,
  kind: K,
): RecordOf<K> {
  const record = access.all.find(kind, definitionIdByPath(request, kind));
  if (record === undefined) throw new Problem("NOT_FOUND");
  return record;
}

function operationsOf(schemas: RecordSchemas) {
  const {
    tag,
    title,
    titles,
    noun,
    nouns,
    creation,
    record,
    descriptions,
    problems = {},
  } = schemas;
  const common = (operation: Operation, more: readonly ErrorCode[] = changing) => ({
    operationId: `${operation}${title}`,
    description: descriptions[operation],
    tags: [tag],
    need: "admin" as const,
    problems: [...more, ...(problems[operation] ?? [])],
  });
  const list = { operationId: `list${titles}`, summary: `List ${nouns}` };
  const page = { querystring: ListParams, response: { 200: pageOf(record) } };
  const answer = Type.Object({ data: record }, { description: `The ${title.toLowerCase()}.` });
  const response = { 200: answer };
  const made = { body: schemas.create, response: { 201: schemas.created ?? answer } };
  const removal = { operationId: `delete${title}`, summary: `Delete ${noun}` };
  return {
    list: { ...common("list", []), ...list, ...page },
    get: { ...common("get", []), summary: `Get ${noun}`, response },
    create: { ...common("create"), ...creation, ...made },
    update: { ...common("update"), summary: `Change ${noun}`, body: schemas.update, response },
    remove: { ...common("remove"), ...removal, response: { 200: schemas.deleted } },
  } satisfies Readonly<Record<Operation, FastifySchema>>;
}
