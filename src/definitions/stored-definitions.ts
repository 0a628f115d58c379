import { ConcurrencyLimiter } from "../base/async/concurrency-limiter.ts";
import type { Author } from "../base/author.ts";
import { ChangeLog, type ChangeTable } from "../base/change-log.ts";
import { type FieldErrors, refuseFields } from "../base/errors.ts";
import { fieldError } from "../base/field-errors.ts";
import { RecentCache } from "../base/recent-cache.ts";
import { type Decided, type MadeChange, Records, type Remark } from "../base/records.ts";
import {
  type Contents,
  type Definition,
  definitionsMax,
  type Kind,
  ownerOf,
} from "./definition.ts";
import { type DefinitionChange, type DefinitionRecords, DefinitionSet } from "./definition-set.ts";
import { linksOf } from "./share-lookup.ts";

/**
 * The definitions of all websites. Changes say who makes them. Methods reject with `Problem`
 * STORE_UNAVAILABLE, too.
 */
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
    by: Author,
    websiteId: number,
    kind: K,
    read: (set: DefinitionSet) => Contents[K],
    key?: string,
  ): Promise<Definition<K>>;
  /**
   * Changes a definition to what `read` returns for its content; undefined leaves it as it is.
   * Rejects with what `read` throws, with `Problem` NOT_FOUND if there is none, and with VALIDATION
   * if the name is taken. A change that no client asked for leaves the time of the last change.
   */
  update<K extends Kind>(
    by: Author,
    websiteId: number,
    kind: K,
    id: number,
    read: (before: Contents[K], set: DefinitionSet) => Contents[K] | undefined,
    options?: UpdateOptions,
  ): Promise<Definition<K>>;
  /**
   * Deletes a definition. Rejects with what `check` throws, with `Problem` NOT_FOUND if there is
   * none, and with VALIDATION for a segment that a shared link shows, or a goal that an alert is
   * about.
   */
  remove(
    by: Author,
    websiteId: number,
    kind: Kind,
    id: number,
    check?: (before: Contents[Kind]) => void,
  ): Promise<void>;
}

/** Notes a change of a website's definitions in the audit list. */
export type NoteDefinition = (
  websiteId: number,
  change: MadeChange<DefinitionRecords>,
) => Promise<void>;

export interface UpdateOptions extends Omit<Remark, "websiteId"> {
  readonly isAsked?: boolean;
}

interface Known {
  readonly log: ChangeLog<DefinitionChange, DefinitionSet>;
  /** The memory that its set takes. */
  readonly bytes: number;
}

/** A change of another process is in force here after this time and that of a read. */
const knownMs = 500;
const cacheBytesMax = 64 * 1024 ** 2;
/** Memory of a log beside its set. */
const logBytes = 1_000;
/** Every process reads a definition anew after each of its changes. */
const contentBytesMax = 1024 ** 2;
/** A change at the limit may add this much, so that an import can end there, and be undone. */
const smallBytes = 1024;
/** Memory of a website's definitions together. A set that no cache takes is read all the time. */
const setBytesMax = 48 * 1024 ** 2;
/** Changes run one after the other, as they would get in each other's way. */
const limits = { runningMax: 1, waitingMax: 100, waitMsMax: 10_000 };

/**
 * The definitions of the websites in one store. Those of a website are kept as the log of their
 * changes, so a name is taken once, and a key makes one definition. A change is in force for the
 * next request of this process, and within a second in others. Ids rise and are never reused: a
 * deleted definition leaves a mark.
 */
export class StoredDefinitions implements Definitions {
  readonly #tableOf: (websiteId: number) => ChangeTable<DefinitionChange>;
  readonly #now: () => number;
  readonly #note: NoteDefinition | undefined;
  readonly #known = new RecentCache<Known>(cacheBytesMax, ({ bytes }) => bytes);
  readonly #changes = new ConcurrencyLimiter(limits);

  /**
   * `tableOf` returns the changes of a website's definitions in the store. `note` is undefined in a
   * process that makes no change for a caller.
   */
  constructor(
    tableOf: (websiteId: number) => ChangeTable<DefinitionChange>,
    now: () => number,
    note: NoteDefinition | undefined,
  ) {
    this.#tableOf = tableOf;
    this.#now = now;
    this.#note = note;
  }

  of(websiteId: number): Promise<DefinitionSet> {
    return this.#log(websiteId).recent(knownMs);
  }

  latest(websiteId: number): Promise<DefinitionSet> {
    return this.#log(websiteId).latest();
  }

  async create<K extends Kind>(
    by: Author,
    websiteId: number,
    kind: K,
    read: (set: DefinitionSet) => Contents[K],
    key?: string,
  ): Promise<Definition<K>> {
    let made: Definition<K> | undefined;
    await this.#records(websiteId).change(by, kind, (set) => {
      made = key === undefined ? undefined : set.findByKey(kind, key, this.#now());
      if (made !== undefined) return undefined;
      const content = read(set);
      refuseFields({ ...nameErrors(set, kind, content), ...numberErrors(set, kind, content) });
      const now = this.#seconds();
      made = { id: set.lastId(kind) + 1, content, createdAt: now, updatedAt: now };
      return { record: made, key };
    });
    return made as Definition<K>;
  }

  async update<K extends Kind>(
    by: Author,
    websiteId: number,
    kind: K,
    id: number,
    read: (before: Contents[K], set: DefinitionSet) => Contents[K] | undefined,
    { isAsked = true, ...remark }: UpdateOptions = {},
  ): Promise<Definition<K>> {
    const change = (before: Definition<K>, set: DefinitionSet) => {
      const content = read(before.content, set);
      if (content === undefined) return undefined;
      refuseFields(nameErrors(set, kind, content, id));
      const updatedAt = isAsked ? this.#seconds() : before.updatedAt;
      return { ...before, content, updatedAt } as DefinitionRecords[K];
    };
    return this.#records(websiteId).update(by, kind, id, change, remark);
  }

  async remove(
    by: Author,
    websiteId: number,
    kind: Kind,
    id: number,
    check?: (before: Contents[Kind]) => void,
  ): Promise<void> {
    await this.#records(websiteId).remove(by, kind, id, (before, set) => {
      check?.(before.content);
      if (kind === "segment") refuseFields(linkErrors(set, id));
      if (kind === "goal") refuseFields(alertErrors(set, id));
      const hasKey = set.keyOf(kind, id, this.#now()) !== undefined;
      // Only a repeated request with its key needs what a deleted definition said.
      return { ...before, content: hasKey ? before.content : null };
    });
  }

  #records(websiteId: number): Records<DefinitionRecords, DefinitionSet, DefinitionChange> {
    const note = this.#note;
    return new Records({
      log: { change: (decide) => this.#changes.run(() => this.#log(websiteId).change(decide)) },
      note: note && ((change) => note(websiteId, change)),
      missing: "NOT_FOUND",
      complete: (set, kind, decided) => {
        refuseFields(contentErrors(set, kind, decided));
        return { key: set.keyOf(kind, decided.record.id, this.#now()), ...decided };
      },
    });
  }

  #log(websiteId: number): Known["log"] {
    const key = String(websiteId);
    const known = this.#known.get(key);
    if (known !== undefined) return known.log;
    const log: Known["log"] = new ChangeLog({
      table: this.#tableOf(websiteId),
      state: DefinitionSet.empty,
      apply: (before: DefinitionSet, changes: readonly DefinitionChange[]) => {
        const set = before.after(changes, this.#now());
        this.#known.set(key, { log, bytes: logBytes + set.bytes });
        return set;
      },
    });
    this.#known.set(key, { log, bytes: logBytes });
    return log;
  }

  #seconds(): Date {
    return new Date(Math.floor(this.#now() / 1000) * 1000);
  }
}

/**
 * Returns the error of a name that another definition of the kind than the one with `id` has, and
 * that belongs to the same person or to all.
 */
export function nameErrors(
  set: DefinitionSet,
  kind: Kind,
  content: object,
  id?: number,
): FieldErrors {
  const name = nameOf(content);
  if (name === undefined) return {};
  const isTaken = ofOwner(set, kind, content).some(
    (other) => other.id !== id && nameOf(other.content) === name,
  );
  return isTaken ? { name: [fieldError("name_taken", { kind })] } : {};
}

/** Returns the errors of a segment that shared links show: without it, they would show more. */
function linkErrors(set: DefinitionSet, segmentId: number): FieldErrors {
  const names = linksOf(set, segmentId);
  return names.length === 0
    ? {}
    : { shares: names.map((name) => fieldError("segment_shared", { name })) };
}

/** Returns the errors of a goal that alerts are about: without it, they would never fire again. */
function alertErrors(set: DefinitionSet, goalId: number): FieldErrors {
  const alerts = set
    .list("alert")
    .filter(({ content: { when } }) => "goal_id" in when && when.goal_id === goalId);
  return alerts.length === 0
    ? {}
    : { alerts: alerts.map(({ content: { name } }) => fieldError("goal_watched", { name })) };
}

/** Returns the error of a content that is too large. */
function contentErrors(
  set: DefinitionSet,
  kind: Kind,
  { record }: Decided<DefinitionRecords, DefinitionChange>,
): FieldErrors {
  const bytes = bytesOf(record.content);
  if (bytes <= contentBytesMax) return {};
  if (bytes <= bytesOf(set.find(kind, record.id)?.content) + smallBytes) return {};
  const parts = { kinds: `${kind}s`, max: contentBytesMax };
  return { body: [fieldError("definition_size", parts)] };
}

function bytesOf(content: Contents[Kind] | null | undefined): number {
  return content ? Buffer.byteLength(JSON.stringify(content)) : 0;
}

/** Returns the error of one definition too many, or of too much that is in all of them. */
function numberErrors(set: DefinitionSet, kind: Kind, content: object): FieldErrors {
  if (set.bytes > setBytesMax) {
    return { body: [fieldError("definitions_size")] };
  }
  const max = definitionsMax[kind];
  if (ofOwner(set, kind, content).length < max) return {};
  const kinds = ownerOf(content) === 0 ? `${kind}s` : `own ${kind}s of a person`;
  return { body: [fieldError("definitions_max", { max, kinds })] };
}

/** Returns the definitions of a kind that belong to the same person as this one, or to all. */
function ofOwner(set: DefinitionSet, kind: Kind, content: object): Definition[] {
  const owner = ownerOf(content);
  return set.list(kind).filter((other) => ownerOf(other.content) === owner);
}

function nameOf(content: object): string | undefined {
  return "name" in content && typeof content.name === "string" ? content.name.trim() : undefined;
}
