import type { Actor } from "./actor.ts";

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
