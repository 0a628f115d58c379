import type { Actor } from "../base/author.ts";
import type { KeyRight } from "../model/choices.ts";

/** An API key that somebody made, with its rights. Those of `API_KEYS` are no such keys. */
export interface ApiKey {
  readonly name: string;
  /** The SHA-256 of the secret, see `hashOf`. */
  readonly hash: string;
  readonly may: readonly KeyRight[];
  /** The ids of websites, which may have been deleted since. */
  readonly websites: "all" | readonly number[];
  /** Null for a key that does not expire. */
  readonly expiresMs: number | null;
  readonly createdMs: number;
  readonly createdBy: Actor;
  /** The last day of its use, `YYYY-MM-DD`. */
  readonly lastUsedOn: string | null;
}

/** A server keeps all keys in memory, where one takes some 500 bytes. */
export const keysMax = 1_000;
