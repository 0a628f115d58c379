import { randomUUID } from "node:crypto";

import { ConcurrencyLimiter } from "../base/async/concurrency-limiter.ts";
import { inRounds } from "../base/async/shared-rounds.ts";
import { type FieldErrors, Problem, refuseFields } from "../base/errors.ts";
import { RecentCache } from "../base/recent-cache.ts";
import { type Contents, type Definition, definitionsMax, type Kind } from "./definition.ts";
import { type DefinitionChange, DefinitionSet } from "./definition-set.ts";

/** The table of changes in the store. */
export interface DefinitionTable {
  /**
   * Resolves with the changes of a website after number `change`, oldest first. A change that a
   * later one of the same definition replaced may be missing.
   */
  changesAfter(websiteId: number, change: number): Promise<DefinitionChange[]>;
  /**
   * Adds a change unless its number is taken. Reading back tells which of the two happened. The
   * change is on disk when this resolves.
   */
  append(change: DefinitionChange): Promise<void>;
}

/** The definitions of all websites. Methods reject with `Problem` STORE_UNAVAILABLE, too. */
export interface Definitions {
  /** Resolves with those of a website, at most a second old, and with all of this process. */
  of(websiteId: number): Promise<DefinitionSet>;
  /** Resolves with those of a website, and with all that any process has acknowledged by now. */
  latest(websiteId: number): Promise<DefinitionSet>;
  /**
   * Makes the definition that `read` returns, given those that the website has. With the key of one
   * that was made in the last 24 hours, it resolves with that one. Rejects with what `read` throws,
   * and with `Problem` VALIDATION if the name is taken, or there are too many.
   */
  create<K extends Kind>(
    websiteId: number,
    kind: K,
    read: (set: DefinitionSet) => Contents[K],
    key?: string,
  ): Promise<Definition<K>>;
  /**
   * Changes a definition to what `read` returns for its content; undefined leaves it as it is.
   * Rejects with what `read` throws, with `Problem` NOT_FOUND if there is none, and with VALIDATION
   * if the name is taken.
   */
  update<K extends Kind>(
    websiteId: number,
    kind: K,
    id: number,
    read: (before: Contents[K], set: DefinitionSet) => Contents[K] | undefined,
  ): Promise<Definition<K>>;
  /** Deletes a definition. Rejects with `Problem` NOT_FOUND if there is none. */
  remove(websiteId: number, kind: Kind, id: number): Promise<void>;
}

/** A decision about the next change; undefined if there is nothing to change. */
type Decide<K extends Kind> = (
  set: DefinitionSet,
) => Pick<DefinitionChange<K>, "kind" | "definition" | "deleted" | "key"> | undefined;

interface Known {
  readonly set: DefinitionSet;
  /** When it was read, on the clock of `performance.now()`. */
  readonly readMs: number;
}

/** Another process's change is in force here so much later, and the time of a read. */
const knownMs = 500;
const cacheBytesMax = 64 * 1024 ** 2;
const attemptsMax = 20;
/** Every process reads a definition anew after each of its changes. */
const contentBytesMax = 1024 ** 2;
/** A change may always add so much: an import at the limit can end, and be undone. */
const smallBytes = 1024;
/** Memory of a website's definitions together. A set that no cache takes is read all the time. */
const setBytesMax = 48 * 1024 ** 2;
/** Changes run one after the other, as they would get in each other's way. */
const limits = { runningMax: 1, waitingMax: 100, waitMsMax: 10_000 };

/**
 * The definitions of the websites on one shard, written through to its store.
 *
 * - A change is acknowledged only when the store has it. It is in force for the next request of
 *   this process, and within a second in others.
 * - Changes of a website are numbered without gaps, and each is decided on a state with every
 *   earlier one. So concurrent updates of different fields both hold, a name is taken once, and a
 *   key makes one definition.
 * - This is also true when several processes share the store. The loser of a number reads the
 *   winner's change and decides again.
 * - Ids rise and are never reused: a deleted definition leaves a mark.
 */
export class StoredDefinitions implements Definitions {
  readonly #table: DefinitionTable;
  readonly #now: () => number;
  readonly #known = new RecentCache<Known>(cacheBytesMax, ({ set }) => 1_000 + set.bytes);
  readonly #reads = new Map<number, Promise<DefinitionSet>>();
  /** For each website, a read that all share who ask before it begins. */
  readonly #latestReads = new Map<number, () => Promise<DefinitionSet>>();
  readonly #changes = new ConcurrencyLimiter(limits);

  constructor(table: DefinitionTable, now: () => number) {
    this.#table = table;
    this.#now = now;
  }

  async of(websiteId: number): Promise<DefinitionSet> {
    const known = this.#known.get(String(websiteId));
    if (known !== undefined && performance.now() - known.readMs < knownMs) return known.set;
    const underWay = this.#reads.get(websiteId);
    if (underWay !== undefined) return underWay;
    const read = this.#read(websiteId).finally(() => this.#reads.delete(websiteId));
    this.#reads.set(websiteId, read);
    return read;
  }

  latest(websiteId: number): Promise<DefinitionSet> {
    let read = this.#latestReads.get(websiteId);
    if (read === undefined) {
      read = inRounds(() => this.#read(websiteId));
      this.#latestReads.set(websiteId, read);
    }
    return read();
  }

  async create<K extends Kind>(
    websiteId: number,
    kind: K,
    read: (set: DefinitionSet) => Contents[K],
    key?: string,
  ): Promise<Definition<K>> {
    let made: Definition<K> | undefined;
    await this.#change<K>(websiteId, (set) => {
      made = key === undefined ? undefined : set.findByKey(kind, key, this.#now());
      if (made !== undefined) return undefined;
      const content = read(set);
      refuseFields({ ...nameErrors(set, kind, content), ...numberErrors(set, kind) });
      const now = this.#seconds();
      made = { id: set.lastId(kind) + 1, content, createdAt: now, updatedAt: now };
      return { kind, definition: made, deleted: false, key };
    });
    return made as Definition<K>;
  }

  async update<K extends Kind>(
    websiteId: number,
    kind: K,
    id: number,
    read: (before: Contents[K], set: DefinitionSet) => Contents[K] | undefined,
  ): Promise<Definition<K>> {
    let updated: Definition<K> | undefined;
    await this.#change<K>(websiteId, (set) => {
      const before = existing(set, kind, id);
      const content = read(before.content, set);
      updated = before;
      if (content === undefined) return undefined;
      refuseFields(nameErrors(set, kind, content, id));
      updated = { ...before, content, updatedAt: this.#seconds() };
      const key = set.keyOf(kind, id, this.#now());
      return { kind, definition: updated, deleted: false, key };
    });
    return updated as Definition<K>;
  }

  async remove(websiteId: number, kind: Kind, id: number): Promise<void> {
    await this.#change(websiteId, (set) => {
      const before = existing(set, kind, id);
      const key = set.keyOf(kind, id, this.#now());
      // Only a repeated request with its key needs what a deleted definition said.
      const content = key === undefined ? null : before.content;
      return { kind, definition: { ...before, content }, deleted: true, key } as const;
    });
  }

  #change<K extends Kind>(websiteId: number, decide: Decide<K>): Promise<void> {
    return this.#changes.run(() => this.#commit(websiteId, decide));
  }

  async #commit<K extends Kind>(websiteId: number, decide: Decide<K>): Promise<void> {
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      // The store recognises a taken number only for a while, so the decision needs a fresh state.
      // An append may also have succeeded although its answer was lost.
      const set = await this.#read(websiteId);
      const decision = decide(set);
      if (decision === undefined) return;
      refuseFields(contentErrors(set, decision));
      const change = { websiteId, change: set.lastChange + 1, writer: randomUUID(), ...decision };
      await this.#table.append(change);
      const readMs = performance.now();
      const changes = await this.#table.changesAfter(websiteId, set.lastChange);
      this.#learn(websiteId, set.after(changes, this.#now()), readMs);
      if (changes.some(({ writer }) => writer === change.writer)) return;
    }
    throw new Problem("STORE_UNAVAILABLE");
  }

  /** Reads what has changed. The read begins after the call. */
  async #read(websiteId: number): Promise<DefinitionSet> {
    const readMs = performance.now();
    const before = this.#known.get(String(websiteId))?.set ?? DefinitionSet.empty;
    const changes = await this.#table.changesAfter(websiteId, before.lastChange);
    return this.#learn(websiteId, before.after(changes, this.#now()), readMs);
  }

  /** Remembers a set, and returns the newest that is known. */
  #learn(websiteId: number, set: DefinitionSet, readMs: number): DefinitionSet {
    const known = this.#known.get(String(websiteId));
    if (known !== undefined) {
      if (known.set.lastChange > set.lastChange) return known.set;
      if (known.set.lastChange === set.lastChange && known.readMs > readMs) return known.set;
    }
    this.#known.set(String(websiteId), { set, readMs });
    return set;
  }

  #seconds(): Date {
    return new Date(Math.floor(this.#now() / 1000) * 1000);
  }
}

function existing<K extends Kind>(set: DefinitionSet, kind: K, id: number): Definition<K> {
  const definition = set.find(kind, id);
  if (definition === undefined) throw new Problem("NOT_FOUND");
  return definition;
}

/** Returns the error of a name that another definition of the kind than the one with `id` has. */
export function nameErrors(
  set: DefinitionSet,
  kind: Kind,
  content: object,
  id?: number,
): FieldErrors {
  const name = nameOf(content);
  if (name === undefined) return {};
  const isTaken = set.list(kind).some((other) => other.id !== id && nameOf(other.content) === name);
  return isTaken ? { name: [`is the name of another ${kind}`] } : {};
}

/** Returns the error of a content that is too large. */
function contentErrors<K extends Kind>(
  set: DefinitionSet,
  { kind, definition }: NonNullable<ReturnType<Decide<K>>>,
): FieldErrors {
  const bytes = bytesOf(definition.content);
  if (bytes <= contentBytesMax) return {};
  if (bytes <= bytesOf(set.find(kind, definition.id)?.content) + smallBytes) return {};
  const max = contentBytesMax.toLocaleString("en");
  return { body: [`stored ${kind}s have at most ${max} bytes each`] };
}

function bytesOf(content: Contents[Kind] | null | undefined): number {
  return content ? Buffer.byteLength(JSON.stringify(content)) : 0;
}

/** Returns the error of one definition too many, or of too much that is in all of them. */
function numberErrors(set: DefinitionSet, kind: Kind): FieldErrors {
  if (set.bytes > setBytesMax) {
    return { body: ["all definitions of the website together are too large: delete some"] };
  }
  const max = definitionsMax[kind];
  if (set.list(kind).length < max) return {};
  return { body: [`a website has at most ${max.toLocaleString("en")} ${kind}s`] };
}

function nameOf(content: object): string | undefined {
  return "name" in content && typeof content.name === "string" ? content.name.trim() : undefined;
}
