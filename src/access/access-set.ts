import type { NumberedChange } from "../base/change-log.ts";
import { comparableEmail } from "../base/email-address.ts";
import type { ApiKey } from "./api-key.ts";
import type { Identity, Person } from "./person.ts";
import type { Recorded } from "./recorded.ts";
import type { Session } from "./session.ts";
import type { Webhook } from "./webhook.ts";

/** The content of each kind of record. */
export interface AccessContents {
  readonly key: ApiKey;
  readonly person: Person;
  readonly session: Session;
  readonly webhook: Webhook;
}
export type AccessKind = keyof AccessContents;

/** A key, a person, a session or a webhook. */
export type AccessRecord<K extends AccessKind> = Recorded<AccessContents[K]>;

/** One change of a record. All records share the numbers. */
export interface AccessChange<K extends AccessKind = AccessKind> extends NumberedChange {
  readonly kind: K;
  readonly id: number;
  /** Null once the record is deleted. */
  readonly content: AccessContents[K] | null;
}

/** The methods of the set that only read it. */
export type AccessLookup = Omit<AccessSet, "apply">;

/** The keys, people, sessions and webhooks that result from all changes. */
export class AccessSet {
  readonly #records = {
    key: new Map<number, AccessRecord<"key">>(),
    person: new Map<number, AccessRecord<"person">>(),
    session: new Map<number, AccessRecord<"session">>(),
    webhook: new Map<number, AccessRecord<"webhook">>(),
  };
  readonly #lastIds = { key: 0, person: 0, session: 0, webhook: 0 };
  /** Each text that finds a record → its id. */
  readonly #ids = new Map<string, number>();
  /** Number of the last change that was applied. */
  lastChange = 0;

  /** Returns all records of a kind in the order of their ids. */
  list<K extends AccessKind>(kind: K): AccessRecord<K>[] {
    return [...this.#of(kind).values()].sort((a, b) => a.id - b.id);
  }

  find<K extends AccessKind>(kind: K, id: number): AccessRecord<K> | undefined {
    return this.#of(kind).get(id);
  }

  count(kind: AccessKind): number {
    return this.#of(kind).size;
  }

  /** Returns the highest id that a record of the kind has or had. */
  lastId(kind: AccessKind): number {
    return this.#lastIds[kind];
  }

  /** Returns the key or the session with this hash. */
  findByHash<K extends "key" | "session">(kind: K, hash: string): AccessRecord<K> | undefined {
    return this.#find(kind, `${kind} ${hash}`);
  }

  findByEmail(email: string): AccessRecord<"person"> | undefined {
    return this.#find("person", `email ${comparableEmail(email)}`);
  }

  findByIdentity(identity: Identity): AccessRecord<"person"> | undefined {
    return this.#find("person", identityText(identity));
  }

  /** Returns the person whose link has this hash. */
  findByLink(hash: string): AccessRecord<"person"> | undefined {
    return this.#find("person", `link ${hash}`);
  }

  /** Applies changes, which must follow the earlier ones. */
  apply(changes: readonly AccessChange[]): void {
    for (const { change, kind, id, content } of changes) {
      this.lastChange = Math.max(this.lastChange, change);
      this.#lastIds[kind] = Math.max(this.#lastIds[kind], id);
      const before = this.#of(kind).get(id);
      for (const text of before === undefined ? [] : textsOf(kind, before.content)) {
        // Another record may have it now: the change in between may have been replaced.
        if (this.#ids.get(text) === id) this.#ids.delete(text);
      }
      if (content === null) {
        this.#of(kind).delete(id);
      } else {
        this.#of(kind).set(id, { id, content } as never);
        for (const text of textsOf(kind, content)) this.#ids.set(text, id);
      }
    }
  }

  #of<K extends AccessKind>(kind: K): Map<number, AccessRecord<K>> {
    return this.#records[kind] as unknown as Map<number, AccessRecord<K>>;
  }

  #find<K extends AccessKind>(kind: K, text: string): AccessRecord<K> | undefined {
    const id = this.#ids.get(text);
    return id === undefined ? undefined : this.#of(kind).get(id);
  }
}

/** Returns the texts that find a record. */
function textsOf(kind: AccessKind, content: AccessContents[AccessKind]): string[] {
  if (kind === "webhook") return [];
  if (kind !== "person") return [`${kind} ${(content as ApiKey | Session).hash}`];
  const { email, identities, link } = content as Person;
  const own = link === null ? [] : [`link ${link.hash}`];
  return [`email ${comparableEmail(email)}`, ...identities.map(identityText), ...own];
}

function identityText({ iss, sub }: Identity): string {
  return `identity ${JSON.stringify([iss, sub])}`;
}
