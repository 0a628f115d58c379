import type { NumberedChange } from "./change-log.ts";

/** The type of the records of each kind. */
export type Kinds<R> = { readonly [K in keyof R]: { readonly id: number } };

/** One change of a record. All records of a set share the numbers. */
export interface RecordChange<R extends Kinds<R>, Mark = unknown, K extends keyof R = keyof R>
  extends NumberedChange {
  readonly kind: K;
  /** The record as it is from now on; once it is deleted, the mark that it leaves. */
  readonly record: R[K] | (Mark & { readonly id: number });
  readonly deleted: boolean;
}

/** The methods of a set that decisions about changes need. */
export type RecordLookup<R extends Kinds<R>> = Pick<RecordSet<R>, "find" | "lastId" | "lastChange">;

/** The records that result from all changes. */
export class RecordSet<R extends Kinds<R>> {
  /** Number of the last change that was applied. */
  lastChange = 0;
  readonly #records = new Map<keyof R, Map<number, R[keyof R]>>();
  readonly #lastIds = new Map<keyof R, number>();
  /** Each text that finds a record → its id. */
  readonly #ids = new Map<string, number>();
  readonly #textsOf: <K extends keyof R>(kind: K, record: R[K]) => readonly string[];

  /** `textsOf` returns the texts that find a record. No two records share one. */
  constructor(textsOf: <K extends keyof R>(kind: K, record: R[K]) => readonly string[] = () => []) {
    this.#textsOf = textsOf;
  }

  list<K extends keyof R>(kind: K): R[K][] {
    return [...this.#of(kind).values()];
  }

  find<K extends keyof R>(kind: K, id: number): R[K] | undefined {
    return this.#of(kind).get(id);
  }

  findByText<K extends keyof R>(kind: K, text: string): R[K] | undefined {
    const id = this.#ids.get(text);
    return id === undefined ? undefined : this.#of(kind).get(id);
  }

  count(kind: keyof R): number {
    return this.#of(kind).size;
  }

  /** Returns the highest id that a record of the kind has or had. */
  lastId(kind: keyof R): number {
    return this.#lastIds.get(kind) ?? 0;
  }

  /** Applies changes, which must follow the earlier ones. */
  apply(changes: readonly RecordChange<R>[]): void {
    for (const { change, kind, record, deleted } of changes) {
      const { id } = record;
      this.lastChange = Math.max(this.lastChange, change);
      this.#lastIds.set(kind, Math.max(this.lastId(kind), id));
      const before = this.find(kind, id);
      for (const text of before === undefined ? [] : this.#textsOf(kind, before)) {
        // Another record may have it now: the change in between may have been replaced.
        if (this.#ids.get(text) === id) this.#ids.delete(text);
      }
      if (deleted) {
        this.#of(kind).delete(id);
      } else {
        const after = record as R[keyof R];
        this.#of(kind).set(id, after);
        for (const text of this.#textsOf(kind, after)) this.#ids.set(text, id);
      }
    }
  }

  /** Returns a set of its own with the same records. */
  copy(): RecordSet<R> {
    const copy = new RecordSet<R>(this.#textsOf);
    copy.lastChange = this.lastChange;
    for (const [kind, records] of this.#records) copy.#records.set(kind, new Map(records));
    for (const [kind, id] of this.#lastIds) copy.#lastIds.set(kind, id);
    for (const [text, id] of this.#ids) copy.#ids.set(text, id);
    return copy;
  }

  #of<K extends keyof R>(kind: K): Map<number, R[K]> {
    const known = this.#records.get(kind) as Map<number, R[K]> | undefined;
    if (known !== undefined) return known;
    const records = new Map<number, R[K]>();
    this.#records.set(kind, records as Map<number, never>);
    return records;
  }
}
