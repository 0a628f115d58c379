import { dayMs } from "../base/calendar.ts";
import { type RecordChange, RecordSet } from "../base/record-set.ts";
import type { Definition, Kind } from "./definition.ts";

export type DefinitionRecords = { readonly [K in Kind]: Definition<K> };

/**
 * One change of a definition. All definitions of a website share the numbers. After a deletion, the
 * definition is as it last was if it has a key, and says nothing else.
 */
export type DefinitionChange<K extends Kind = Kind> = RecordChange<
  DefinitionRecords,
  Omit<Definition, "content"> & { readonly content: Definition["content"] | null },
  K
> & {
  /** The idempotency key that it was made with. */
  readonly key?: string | undefined;
};

/** An idempotency key is remembered for this long; times of creation lack up to a second. */
const keyMs = dayMs + 1_000;
/** Bytes of a definition beside its content. */
const definitionBytes = 300;

/** The part of a set that answers which definitions there are. */
export type DefinitionLookup = Pick<DefinitionSet, "list" | "find">;

/** The definitions of a website that result from all changes so far. It never changes. */
export class DefinitionSet {
  static readonly empty = new DefinitionSet(new RecordSet<DefinitionRecords>(), 0, new Map());

  readonly #records: RecordSet<DefinitionRecords>;
  /** The memory that the set takes, reckoned from its texts. */
  readonly bytes: number;
  /** Kind and key → the last change of the definition that was made with it. */
  readonly #keys: ReadonlyMap<string, DefinitionChange>;

  private constructor(
    records: RecordSet<DefinitionRecords>,
    bytes: number,
    keys: ReadonlyMap<string, DefinitionChange>,
  ) {
    this.#records = records;
    this.bytes = bytes;
    this.#keys = keys;
  }

  /** Number of the last change. */
  get lastChange(): number {
    return this.#records.lastChange;
  }

  /** Returns the definitions of a kind. */
  list<K extends Kind>(kind: K): DefinitionRecords[K][] {
    return this.#records.list(kind);
  }

  find<K extends Kind>(kind: K, id: number): DefinitionRecords[K] | undefined {
    return this.#records.find(kind, id);
  }

  /** Returns the highest id that a definition of the kind has or had. */
  lastId(kind: Kind): number {
    return this.#records.lastId(kind);
  }

  /** Returns the definition that was made with this key in the last 24 hours, deleted or not. */
  findByKey<K extends Kind>(kind: K, key: string, nowMs: number): Definition<K> | undefined {
    const made = this.#keys.get(`${kind} ${key}`);
    if (made === undefined || isOver(made, nowMs)) return undefined;
    return made.record as Definition<K>;
  }

  /** Returns the key that a definition was made with in the last 24 hours. */
  keyOf(kind: Kind, id: number, nowMs: number): string | undefined {
    for (const made of this.#keys.values()) {
      if (made.kind === kind && made.record.id === id && !isOver(made, nowMs)) return made.key;
    }
    return undefined;
  }

  /** Returns the set after these changes, which must follow the earlier ones. */
  after(changes: readonly DefinitionChange[], nowMs: number): DefinitionSet {
    if (changes.length === 0) return this;
    const records = this.#records.copy();
    const keys = new Map(this.#keys);
    let { bytes } = this;
    for (const change of changes) {
      const { kind, record, key } = change;
      bytes -= bytesOf(records.find(kind, record.id));
      records.apply([change]);
      bytes += bytesOf(records.find(kind, record.id));
      if (key !== undefined && record.content !== null) keys.set(`${kind} ${key}`, change);
    }
    for (const [key, made] of keys) if (isOver(made, nowMs)) keys.delete(key);
    return new DefinitionSet(records, bytes, keys);
  }
}

function bytesOf(definition: Definition | undefined): number {
  if (definition === undefined) return 0;
  return definitionBytes + 2 * JSON.stringify(definition.content).length;
}

/** Returns whether the key of a definition counts no more. */
function isOver({ record }: DefinitionChange, nowMs: number): boolean {
  return nowMs - record.createdAt.getTime() >= keyMs;
}
