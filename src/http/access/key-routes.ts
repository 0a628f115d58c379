import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";
import type { ApiKey } from "../../access/api-key.ts";
import { createKey, type KeyFields } from "../../access/api-keys.ts";
import type { Recorded } from "../../access/recorded.ts";
import { actorOf } from "../../access/rights.ts";
import type { StoredAccess } from "../../access/stored-access.ts";
import { isoSeconds } from "../../base/calendar.ts";
import { type FieldErrors, Problem, refuseFields } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import {
  DeletedKey,
  KeyRecord,
  type KeyUpdate,
  KeyUpdate as KeyUpdateBody,
  MadeKey,
  NewKey,
} from "../../model/api-key.ts";
import { pageOf } from "../../model/page.ts";
import type { Websites } from "../../websites/websites.ts";
import { positionOf, toPage } from "../answers/pages.ts";
import { definitionIdByPath } from "../params/definition-id-by-path.ts";
import { perPage } from "../params/page-params.ts";
import { useJsonBodies } from "../shell/validation.ts";
import type { NoteChange } from "./audit-log.ts";
import { callerOf } from "./authentication.ts";

const common = { tags: ["Access"], need: "admin" } as const;
const One = Type.Object({ data: KeyRecord }, { description: "The key." });
const changing = ["OVERLOADED", "STORE_UNAVAILABLE"] as const;

const schemas = {
  list: {
    ...common,
    operationId: "listKeys",
    summary: "List API keys",
    description: "The keys that were made over the API, the newest first, without their secrets.",
    querystring: Type.Object(perPage),
    response: { 200: pageOf(KeyRecord) },
  },
  get: {
    ...common,
    operationId: "getKey",
    summary: "Get an API key",
    description: "Without its secret.",
    response: { 200: One },
  },
  create: {
    ...common,
    operationId: "createKey",
    summary: "Make an API key",
    description: "The answer has the key itself, which Footfall does not store.",
    body: NewKey,
    response: { 201: Type.Object({ data: MadeKey }, { description: "The key." }) },
    problems: changing,
  },
  update: {
    ...common,
    operationId: "updateKey",
    summary: "Change an API key",
    description: "Its secret stays. Changed rights hold within a second.",
    body: KeyUpdateBody,
    response: { 200: One },
    problems: changing,
  },
  remove: {
    ...common,
    operationId: "deleteKey",
    summary: "Delete an API key",
    description: "It is not valid any more within a second, and so are its sessions.",
    response: { 200: DeletedKey },
    problems: changing,
  },
} satisfies Record<string, FastifySchema>;

interface KeyDeps {
  readonly access: StoredAccess;
  readonly websites: Websites;
  readonly noteChange: NoteChange;
  readonly now: () => number;
}

/** `/api/v1/keys`: the API keys that have rights. Those of `API_KEYS` are not among them. */
export const keyRoutes: FastifyPluginAsyncTypebox<KeyDeps> = async (app, deps) => {
  const { access, websites, noteChange, now } = deps;
  app.removeAllContentTypeParsers();
  useJsonBodies(app, ["application/json"]);
  const record = (key: Recorded<ApiKey>) => toRecord(key, websites);

  app.get("/", { schema: schemas.list }, async function listKeys(request) {
    const position = positionOf(request.query);
    const all = access.all.list("key").reverse();
    const items = all.slice(position.offset, position.offset + position.perPage).map(record);
    return toPage(request, position, { items, total: all.length });
  });

  app.get("/:key_id", { schema: schemas.get }, async function getKey(request) {
    return { data: record(keyByPath(request, access)) };
  });

  app.post("/", { schema: schemas.create }, async function createApiKey(request, reply) {
    const { body } = request;
    refuseFields(fieldErrors(body, websites, now()));
    const fields = { expiresMs: null, ...fieldsOf(body) } as KeyFields;
    const made = await createKey(access, fields, actorOf(callerOf(request)), now());
    const data = record(made.key);
    await noteChange(request, { what: "key.create", before: null, after: data });
    reply.code(201).header("location", `${app.basePath}/api/v1/keys/${made.key.id}`);
    return { data: { ...data, key: made.secret } };
  });

  app.patch("/:key_id", { schema: schemas.update }, async function updateKey(request) {
    const { body } = request;
    const before = keyByPath(request, access);
    refuseFields(fieldErrors(body, websites, now()));
    const key = await access.update("key", before.id, (content) => {
      return { ...content, ...fieldsOf(body) };
    });
    const data = record(key);
    await noteChange(request, { what: "key.update", before: record(before), after: data });
    return { data };
  });

  app.delete("/:key_id", { schema: schemas.remove }, async function deleteKey(request) {
    const key = keyByPath(request, access);
    await access.remove("key", key.id);
    await noteChange(request, { what: "key.delete", before: record(key), after: null });
    return { id: key.id, object: "key" as const, deleted: true as const };
  });
};

function keyByPath(request: FastifyRequest, access: StoredAccess): Recorded<ApiKey> {
  const key = access.all.find("key", definitionIdByPath(request, "key"));
  if (key === undefined) throw new Problem("NOT_FOUND");
  return key;
}

/** Returns the errors that no schema can find. */
function fieldErrors(body: KeyUpdate, websites: Websites, nowMs: number): FieldErrors {
  const { websites: ids, expires_at: expiresAt } = body;
  const isPast = typeof expiresAt === "string" && !(Date.parse(expiresAt) > nowMs);
  return {
    ...(Array.isArray(ids) && websiteErrors(ids, websites)),
    ...(isPast && { expires_at: [fieldError("time_in_future")] }),
  };
}

/** Returns the error of ids that no website has. */
export function websiteErrors(
  ids: readonly number[],
  websites: Websites,
  field = "websites",
): FieldErrors {
  const unknown = ids.find((id) => websites.all.find(id) === undefined);
  return unknown === undefined ? {} : { [field]: [`there is no website with the id ${unknown}`] };
}

function fieldsOf({ expires_at: expiresAt, websites, may, name }: KeyUpdate): Partial<KeyFields> {
  return {
    ...(name !== undefined && { name }),
    ...(may !== undefined && { may: [...new Set(may)] }),
    ...(websites !== undefined && {
      websites: websites === "all" ? websites : [...new Set(websites)],
    }),
    ...(expiresAt !== undefined && {
      expiresMs: expiresAt === null ? null : Date.parse(expiresAt),
    }),
  };
}

function toRecord({ id, content }: Recorded<ApiKey>, websites: Websites) {
  const { name, may, expiresMs, createdMs, createdBy, lastUsedOn } = content;
  return {
    id,
    name,
    may: [...may],
    websites: existing(content.websites, websites),
    expires_at: expiresMs === null ? null : isoSeconds(expiresMs),
    created_at: isoSeconds(createdMs),
    created_by: createdBy,
    last_used_on: lastUsedOn,
  };
}

/** Returns the websites that have not been deleted since: their ids are never used again. */
function existing(ids: ApiKey["websites"], websites: Websites): "all" | number[] {
  return ids === "all" ? ids : ids.filter((id) => websites.all.find(id) !== undefined);
}
