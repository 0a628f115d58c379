import type { Author } from "../base/author.ts";
import { ChangeLog, type ChangeTable } from "../base/change-log.ts";
import { Problem } from "../base/errors.ts";
import { type Note, Records, type Remark } from "../base/records.ts";
import {
  type AccessChange,
  type AccessContents,
  type AccessKind,
  type AccessLookup,
  type AccessRecord,
  type AccessRecords,
  AccessSet,
  accessRecord,
} from "./access-set.ts";

/** While the store is unavailable, keys and sessions hold for this long after the last read. */
const staleMsMax = 60 * 60_000;

/** Reads begin at least this long after each other, however many unknown links are sent. */
const readsApartMs = 100;

export interface AccessOptions {
  /** Notes changes of callers in the audit list; undefined in a process that makes none. */
  readonly note?: Note<AccessRecords> | undefined;
  /** Whether other instances may change records in the same store. */
  readonly isShared?: boolean;
  /** Makes the other processes of this instance read the changes; resolves when they have. */
  readonly announce?: () => Promise<void>;
  /** The changes that another process of this instance knows. */
  readonly known?: readonly AccessChange[];
}

/**
 * The keys, people, sessions and webhooks of a server, kept in memory, as the log of their changes.
 * A change is in force for the next request of this instance, and within a second in others.
 *
 * Methods that change something reject with `Problem` STORE_UNAVAILABLE if the store does not
 * answer.
 */
export class StoredAccess {
  readonly #set = new AccessSet();
  readonly #log: ChangeLog<AccessChange, AccessSet>;
  readonly #records: Records<AccessRecords, AccessSet, AccessChange>;
  readonly #isShared: boolean;

  private constructor(table: ChangeTable<AccessChange>, options: AccessOptions) {
    const { known = [], isShared = false, note, announce } = options;
    this.#set.apply(known);
    const apply = (set: AccessSet, changes: readonly AccessChange[]) => {
      set.apply(changes);
      return set;
    };
    this.#log = new ChangeLog({ table, state: this.#set, apply, readsApartMs });
    this.#records = new Records({ log: this.#log, note, missing: "NOT_FOUND", announce });
    this.#isShared = isShared;
  }

  /**
   * Opens the records. While the store is unavailable, it resolves with those that are known: keys
   * of `API_KEYS` need none.
   */
  static async open(
    table: ChangeTable<AccessChange>,
    options: AccessOptions = {},
  ): Promise<StoredAccess> {
    const access = new StoredAccess(table, options);
    try {
      await access.refresh();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
    return access;
  }

  get all(): AccessLookup {
    return this.#set;
  }

  /** Whether the records are new enough to let anybody in by them. */
  get isTrusted(): boolean {
    return !this.#isShared || Math.abs(Date.now() - this.#log.readMs) < staleMsMax;
  }

  /** Returns all records as changes, for another process. */
  snapshot(): AccessChange[] {
    const kinds: readonly AccessKind[] = ["key", "person", "session", "webhook"];
    const made = { change: this.#set.lastChange, writer: "" };
    return kinds.flatMap((kind) => [
      // No id is used again, also that of a record which is gone.
      { ...made, kind, record: { id: this.#set.lastId(kind), content: null }, deleted: true },
      ...this.#set.list(kind).map((record) => ({ ...made, kind, record, deleted: false })),
    ]);
  }

  /** Applies the changes of other processes. */
  async refresh(): Promise<void> {
    await this.#log.latest();
  }

  /** Makes the record that `decide` returns for the newest records. Rejects with what it throws. */
  create<K extends AccessKind>(
    by: Author,
    kind: K,
    decide: (set: AccessLookup) => AccessContents[K],
  ): Promise<AccessRecord<K>> {
    return this.#records.create(by, kind, (set, id) => accessRecord(id, decide(set)));
  }

  /**
   * Changes a record to what `decide` returns for its content; undefined leaves it as it is.
   * Rejects with what `decide` throws, and with `Problem` NOT_FOUND.
   */
  update<K extends AccessKind>(
    by: Author,
    kind: K,
    id: number,
    decide: (before: AccessContents[K], set: AccessLookup) => AccessContents[K] | undefined,
    remark?: Remark,
  ): Promise<AccessRecord<K>> {
    const change = ({ content: before }: AccessRecord<K>, set: AccessSet) => {
      const content = decide(before, set);
      return content && accessRecord<K>(id, content);
    };
    return this.#records.update(by, kind, id, change, remark);
  }

  /**
   * Makes or changes the record that `decide` returns for the newest records: without an id, a new
   * one. The content that the record has already changes nothing. Rejects with what `decide`
   * throws. `by` returns who makes the change, given the record.
   */
  async put<K extends AccessKind>(
    by: (after: AccessRecord<K>) => Author,
    kind: K,
    decide: (set: AccessLookup) => { id?: number; content: AccessContents[K] },
  ): Promise<AccessRecord<K>> {
    let result: AccessRecords[K] | undefined;
    await this.#records.change(by, kind, (set) => {
      const { id = set.lastId(kind) + 1, content } = decide(set);
      result = accessRecord<K>(id, content);
      return set.find(kind, id)?.content === content ? undefined : { record: result };
    });
    return result as AccessRecord<K>;
  }

  /** Deletes a record. Rejects with what `check` throws, and with `Problem` NOT_FOUND. */
  async remove<K extends AccessKind>(
    by: Author,
    kind: K,
    id: number,
    check: (before: AccessContents[K], set: AccessLookup) => void = () => {},
  ): Promise<void> {
    await this.#records.remove(by, kind, id, ({ content }, set) => {
      check(content, set);
      return { id, content: null };
    });
  }
}
