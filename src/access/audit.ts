import { isDeepStrictEqual } from "node:util";
import type { FastifyBaseLogger as Logger } from "fastify";
import type { Actor } from "../base/author.ts";
import { parseUrl } from "../base/net/url.ts";

/** Something that was changed, and who changed it. It has no secrets and no IP addresses. */
export interface AuditEntry {
  readonly atMs: number;
  readonly who: Actor;
  /** The kind of change, such as `website.update`. */
  readonly what: string;
  readonly websiteId: number | null;
  /** The fields that changed, as they were, and as they are; null where there is nothing. */
  readonly before: object | null;
  readonly after: object | null;
}

export interface AuditQuery {
  readonly fromMs: number;
  /** Entries from this moment on are left out. */
  readonly untilMs: number;
  readonly limit: number;
  readonly offset: number;
}

/** The list of changes. Methods reject with `Problem` STORE_UNAVAILABLE. */
export interface Audit {
  append(entry: AuditEntry): Promise<void>;
  /** Resolves with the newest entries first. */
  list(query: AuditQuery): Promise<{ entries: readonly AuditEntry[]; total: number }>;
}

/** A record as entries have it. */
export interface AuditView {
  /** The fields of the record. */
  readonly shown: object;
  /** Further fields that may have changed. */
  readonly others?: object;
  /** Fields of which an entry tells only whether they have changed. */
  readonly hidden?: Readonly<Record<string, unknown>>;
}

/** A change. A view is missing before a record is made, and once it is gone. */
export interface Audited {
  readonly by: Actor;
  readonly what: string;
  readonly websiteId?: number | undefined;
  readonly before?: AuditView | undefined;
  readonly after?: AuditView | undefined;
}

/** Stores the entry of a change, unless nothing has changed. It never rejects. */
export type StoreEntry = (change: Audited) => Promise<void>;

/** Returns the function that stores entries. An entry that cannot be stored is logged. */
export function createAuditLog(deps: {
  audit: Pick<Audit, "append">;
  now: () => number;
  logger: Logger;
}): StoreEntry {
  return async ({ by, what, websiteId = null, before, after }) => {
    const isUpdate = before !== undefined && after !== undefined;
    const records = isUpdate ? changesOf(before, after) : wholeOf(before, after);
    if (records === undefined) return;
    const entry = {
      atMs: deps.now(),
      who: by,
      what,
      websiteId,
      before: recordOfAudit(what, records.before),
      after: recordOfAudit(what, records.after),
    };
    try {
      await deps.audit.append(entry);
    } catch (error) {
      deps.logger.error({ err: error, what }, "a change is missing in the audit list");
    }
  };
}

/**
 * Returns a record as the list has it. Slack's and Discord's URLs of webhooks are secrets, so it
 * has the origin of such a URL alone, as a URL.
 */
export function recordOfAudit(what: string, record: object | null): object | null {
  if (record === null || !what.startsWith("webhook.") || !("url" in record)) return record;
  const parsed = parseUrl(String(record.url));
  return { ...record, url: parsed === undefined ? null : `${parsed.origin}/` };
}

interface EntryRecords {
  readonly before: object | null;
  readonly after: object | null;
}

function wholeOf(before: AuditView | undefined, after: AuditView | undefined): EntryRecords {
  return { before: before?.shown ?? null, after: after?.shown ?? null };
}

/**
 * Returns the fields that differ, as they were and as they are, without the time of the change. The
 * id of the record is beside them. Returns undefined if none differs.
 */
function changesOf(before: AuditView, after: AuditView): EntryRecords | undefined {
  const fields = new Map<string, readonly [old: unknown, now: unknown]>();
  const old = new Map(Object.entries({ ...before.shown, ...before.others }));
  for (const [name, value] of Object.entries({ ...after.shown, ...after.others })) {
    const isChanged = name !== "updated_at" && !isDeepStrictEqual(value, old.get(name));
    if (isChanged) fields.set(name, [old.get(name) ?? null, value]);
  }
  for (const [name, value] of Object.entries(after.hidden ?? {})) {
    const isChanged = !isDeepStrictEqual(value, before.hidden?.[name]);
    if (isChanged) fields.set(name, ["hidden", "changed"]);
  }
  if (fields.size === 0) return undefined;
  const id = old.get("id");
  if (id !== undefined) fields.set("id", [id, id]);
  return {
    before: Object.fromEntries([...fields].map(([name, [was]]) => [name, was])),
    after: Object.fromEntries([...fields].map(([name, [, is]]) => [name, is])),
  };
}
