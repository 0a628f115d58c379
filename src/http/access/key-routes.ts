import type { FastifyPluginAsync } from "fastify";
import { Type } from "typebox";
import type { ApiKey } from "../../access/api-key.ts";
import { createKey, type KeyFields } from "../../access/api-keys.ts";
import type { Recorded } from "../../access/recorded.ts";
import type { StoredAccess } from "../../access/stored-access.ts";
import { type FieldErrors, refuseFields } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import {
  DeletedKey,
  KeyRecord,
  type KeyUpdate,
  KeyUpdate as KeyUpdateBody,
  MadeKey,
  NewKey,
} from "../../model/api-key.ts";
import type { Websites } from "../../websites/websites.ts";
import { authorOf } from "./authentication.ts";
import { toKeyRecord } from "./key-records.ts";
import { type RecordResource, type RecordSchemas, recordRoutes } from "./record-routes.ts";

const schemas: RecordSchemas = {
  tag: "Access",
  title: "Key",
  titles: "Keys",
  noun: "an API key",
  nouns: "API keys",
  creation: { operationId: "createKey", summary: "Make an API key" },
  descriptions: {
    list: "The keys that were made over the API, the newest first, without their secrets.",
    get: "Without its secret.",
    create: "The answer has the key itself, which Footfall does not store.",
    update: "Its secret stays. Changed rights hold within a second.",
    remove: "It is not valid any more within a second, and so are its sessions.",
  },
  record: KeyRecord,
  create: NewKey,
  created: Type.Object({ data: MadeKey }, { description: "The key." }),
  update: KeyUpdateBody,
  deleted: DeletedKey,
};

interface KeyDeps {
  readonly access: StoredAccess;
  readonly websites: Websites;
  readonly now: () => number;
}

/** `/api/v1/keys`: the API keys that have rights. Those of `API_KEYS` are not among them. */
export const keyRoutes: FastifyPluginAsync<KeyDeps> = async (app, deps) => {
  const { access, websites, now } = deps;
  const record = (key: Recorded<ApiKey>) => toKeyRecord(key, websites);
  const keys: RecordResource<"key", NewKey, KeyUpdate> = {
    kind: "key",
    path: "",
    schemas,
    newestFirst: true,
    show: record,
    async create(body, request) {
      refuseFields(fieldErrors(body, websites, now()));
      const fields = { expiresMs: null, ...fieldsOf(body) } as KeyFields;
      const { key, secret } = await createKey(access, fields, authorOf(request), now());
      return { record: key, answer: async (data) => ({ data: { ...data, key: secret } }) };
    },
    async update(body, { id }, request) {
      refuseFields(fieldErrors(body, websites, now()));
      return access.update(authorOf(request), "key", id, (content) => {
        return { ...content, ...fieldsOf(body) };
      });
    },
    remove: ({ id }, request) => access.remove(authorOf(request), "key", id),
  };
  recordRoutes(app, keys, access);
};

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
