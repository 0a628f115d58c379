import { ChangeLog, type ChangeTable } from "../base/change-log.ts";
import { Problem } from "../base/errors.ts";
import {
  type AccessChange,
  type AccessContents,
  type AccessKind,
  type AccessLookup,
  type AccessRecord,
  AccessSet,
} from "./access-set.ts";

/** While the store is unavailable, keys and sessions hold for this long after the last read. */
const staleMsMax = 60 * 60_000;

/** Reads begin at least this long after each other, however many unknown links are sent. */
const readsApartMs = 100;

export interface AccessOptions {
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
  readonly #options: AccessOptions;

  private constructor(table: ChangeTable<AccessChange>, options: AccessOptions) {
    this.#set.apply(options.known ?? []);
    const apply = (set: AccessSet, changes: readonly AccessChange[]) => {
      set.apply(changes);
      return set;
    };
    this.#log = new ChangeLog({ table, state: this.#set, apply, readsApartMs });
    this.#options = options;
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
    const { isShared = false } = this.#options;
    return !isShared || Math.abs(Date.now() - this.#log.readMs) < staleMsMax;
  }

  /** Returns all records as changes, for another process. */
  snapshot(): AccessChange[] {
    const kinds: readonly AccessKind[] = ["key", "person", "session", "webhook"];
    const change = this.#set.lastChange;
    return kinds.flatMap((kind) => [
      // No id is used again, also that of a record which is gone.
      { change, writer: "", kind, id: this.#set.lastId(kind), content: null },
      ...this.#set.list(kind).map(({ id, content }) => ({ change, writer: "", kind, id, content })),
    ]);
  }

  /** Applies the changes of other processes. */
  async refresh(): Promise<void> {
    await this.#log.latest();
  }

  /** Makes the record that `decide` returns for the newest records. Rejects with what it throws. */
  async create<K extends AccessKind>(
    kind: K,
    decide: (set: AccessLookup) => AccessContents[K],
  ): Promise<AccessRecord<K>> {
    const made = await this.#change(kind, (set) => {
      return { id: set.lastId(kind) + 1, content: decide(set) };
    });
    return made as AccessRecord<K>;
  }

  /**
   * Changes a record to what `decide` returns for its content; undefined leaves it as it is.
   * Rejects with what `decide` throws, and with `Problem` NOT_FOUND.
   */
  async update<K extends AccessKind>(
    kind: K,
    id: number,
    decide: (before: AccessContents[K], set: AccessLookup) => AccessContents[K] | undefined,
  ): Promise<AccessRecord<K>> {
    let result: AccessRecord<K> | undefined;
    await this.#change(kind, (set) => {
      result = existing(set, kind, id);
      const content = decide(result.content, set);
      if (content === undefined) return undefined;
      result = { id, content };
      return result;
    });
    return result as AccessRecord<K>;
  }

  /**
   * Makes or changes the record that `decide` returns for the newest records: without an id, a new
   * one. The content that the record has already changes nothing. Rejects with what `decide`
   * throws.
   */
  async put<K extends AccessKind>(
    kind: K,
    decide: (set: AccessLookup) => { id?: number; content: AccessContents[K] },
  ): Promise<AccessRecord<K>> {
    let result: AccessRecord<K> | undefined;
    await this.#change(kind, (set) => {
      const { id = set.lastId(kind) + 1, content } = decide(set);
      result = { id, content };
      return set.find(kind, id)?.content === content ? undefined : result;
    });
    return result as AccessRecord<K>;
  }

  /** Deletes a record. Rejects with what `check` throws, and with `Problem` NOT_FOUND. */
  async remove<K extends AccessKind>(
    kind: K,
    id: number,
    check: (before: AccessContents[K], set: AccessLookup) => void = () => {},
  ): Promise<void> {
    await this.#change(kind, (set) => {
      check(existing(set, kind, id).content, set);
      return { id, content: null };
    });
  }

  async #change<K extends AccessKind>(
    kind: K,
    decide: (set: AccessLookup) => Pick<AccessChange<K>, "id" | "content"> | undefined,
  ): Promise<Pick<AccessChange<K>, "id" | "content"> | undefined> {
    const change = await this.#log.change((set) => {
      const decided = decide(set);
      return decided && { kind, ...decided };
    });
    if (change === undefined) return undefined;
    await this.#options.announce?.();
    return change as AccessChange<K>;
  }
}

function existing<K extends AccessKind>(set: AccessLookup, kind: K, id: number): AccessRecord<K> {
  const record = set.find(kind, id);
  if (record === undefined) throw new Problem("NOT_FOUND");
  return record;
}
