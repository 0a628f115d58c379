import { parseUrl } from "../base/net/url.ts";
import { type Actor, rootActor } from "./actor.ts";
import type { Person } from "./person.ts";
import type { Recorded } from "./recorded.ts";

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

/**
 * Returns a record as the list has it. Slack's and Discord's URLs of webhooks are secrets, so it
 * has the origin of such a URL alone, as a URL.
 */
export function recordOfAudit(what: string, record: object | null): object | null {
  if (record === null || !what.startsWith("webhook.") || !("url" in record)) return record;
  const parsed = parseUrl(String(record.url));
  return { ...record, url: parsed === undefined ? null : `${parsed.origin}/` };
}

/** Returns the entry of `footfall person add`, which is run by whoever has the server. */
export function auditOfCommand({ id, content }: Recorded<Person>, atMs: number): AuditEntry {
  const { email, role, state } = content;
  return {
    atMs,
    who: { ...rootActor, name: "footfall person" },
    what: "person.link",
    websiteId: null,
    before: null,
    after: { person_id: id, email, role, state },
  };
}
