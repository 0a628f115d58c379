import { comparableEmail } from "../base/email-address.ts";
import { type RecordChange, RecordSet } from "../base/record-set.ts";
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
export type AccessRecords = { readonly [K in AccessKind]: AccessRecord<K> };

export function accessRecord<K extends AccessKind>(
  id: number,
  content: AccessContents[K],
): AccessRecords[K] {
  return { id, content } as AccessRecords[K];
}

/** One change of a record. A deleted one leaves its id. */
export type AccessChange<K extends AccessKind = AccessKind> = RecordChange<
  AccessRecords,
  { readonly content: null },
  K
>;

/** The methods of the set that only read it. */
export type AccessLookup = Omit<AccessSet, "apply" | "copy" | "findByText">;

/** The keys, people, sessions and webhooks that result from all changes. */
export class AccessSet extends RecordSet<AccessRecords> {
  constructor() {
    super(textsOf);
  }

  /** Returns all records of a kind in the order of their ids. */
  override list<K extends AccessKind>(kind: K): AccessRecords[K][] {
    return super.list(kind).sort((a, b) => a.id - b.id);
  }

  /** Returns the key or the session with this hash. */
  findByHash<K extends "key" | "session">(kind: K, hash: string): AccessRecord<K> | undefined {
    return this.findByText(kind, `${kind} ${hash}`);
  }

  findByEmail(email: string): AccessRecord<"person"> | undefined {
    return this.findByText("person", `email ${comparableEmail(email)}`);
  }

  findByIdentity(identity: Identity): AccessRecord<"person"> | undefined {
    return this.findByText("person", identityText(identity));
  }

  /** Returns the person whose link has this hash. */
  findByLink(hash: string): AccessRecord<"person"> | undefined {
    return this.findByText("person", `link ${hash}`);
  }
}

/** Returns the texts that find a record. */
function textsOf<K extends AccessKind>(kind: K, { content }: AccessRecord<AccessKind>): string[] {
  if (kind === "webhook") return [];
  if (kind !== "person") return [`${kind} ${(content as ApiKey | Session).hash}`];
  const { email, identities, link } = content as Person;
  const own = link === null ? [] : [`link ${link.hash}`];
  return [`email ${comparableEmail(email)}`, ...identities.map(identityText), ...own];
}

function identityText({ iss, sub }: Identity): string {
  return `identity ${JSON.stringify([iss, sub])}`;
}
