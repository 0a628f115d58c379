import { randomUUID } from "node:crypto";

import { sharedRuns } from "./async/shared-runs.ts";
import { Problem } from "./errors.ts";

/** One change of a state that is kept as a log of its changes. */
export interface NumberedChange {
  /** Changes are numbered without gaps. */
  readonly change: number;
  /** Identifies the writer, so that it recognises its own change. */
  readonly writer: string;
}

/** The changes in the store. */
export interface ChangeTable<Change extends NumberedChange> {
  /**
   * Resolves with the changes after number `change`, oldest first. A change that a later one
   * replaced may be missing.
   */
  changesAfter(change: number): Promise<Change[]>;
  /**
   * Adds a change unless its number is taken. Reading back tells which of the two happened. The
   * change is on disk when this resolves.
   */
  append(change: Change): Promise<void>;
}

interface ChangedState {
  /** Number of the last change. */
  readonly lastChange: number;
}

const attemptsMax = 20;

/**
 * A state that several processes share by the log of its changes in the store.
 *
 * - A change is acknowledged only when the store has it, and is in force here from then on.
 * - Each change is decided on a state with every earlier one, also those of other processes. The
 *   loser of a number reads the winner's change and decides again. So concurrent changes of
 *   different fields both hold, and a name is taken once.
 *
 * Methods reject with `Problem` STORE_UNAVAILABLE if the store does not answer.
 */
export class ChangeLog<Change extends NumberedChange, State extends ChangedState> {
  /**
   * Resolves with a state that has every change that was stored before the call. Calls share reads.
   */
  readonly latest: () => Promise<State>;
  readonly #table: ChangeTable<Change>;
  readonly #apply: (state: State, changes: readonly Change[]) => State | Promise<State>;
  #state: State;
  #readMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<State> | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  /**
   * `apply` returns the state after one or more changes. They are acknowledged when it resolves.
   * Reads for `latest` begin `readsApartMs` after each other at the earliest.
   */
  constructor(options: {
    table: ChangeTable<Change>;
    state: State;
    apply: (state: State, changes: readonly Change[]) => State | Promise<State>;
    readsApartMs?: number;
  }) {
    this.#table = options.table;
    this.#state = options.state;
    this.#apply = options.apply;
    this.latest = sharedRuns(() => this.#inTurn(() => this.#read()), options.readsApartMs);
  }

  /** The state has every change that was stored before this time, by the machine's clock. */
  get readMs(): number {
    return this.#readMs;
  }

  /** Resolves with a state that has every change older than `ageMs`. Calls share reads. */
  async recent(ageMs: number): Promise<State> {
    // After the clock was set back, the state's age is unknown.
    if (Math.abs(Date.now() - this.#readMs) < ageMs) return this.#state;
    this.#reading ??= this.#inTurn(() => this.#read()).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /**
   * Stores the change that `decide` returns for the newest state. Resolves when it is in force.
   * What `decide` throws is passed on; nothing is changed if it returns undefined.
   */
  change(
    decide: (state: State) => Omit<Change, keyof NumberedChange> | undefined,
  ): Promise<Change | undefined> {
    return this.#inTurn(async () => {
      for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
        // The store recognises a taken number only for a while, so the decision needs a fresh
        // state. An append may also have succeeded although its answer was lost.
        const { lastChange } = await this.#read();
        const decided = decide(this.#state);
        if (decided === undefined) return undefined;
        const change = { ...decided, change: lastChange + 1, writer: randomUUID() } as Change;
        await this.#table.append(change);
        const changes = await this.#readChanges();
        if (changes.some(({ writer }) => writer === change.writer)) return change;
      }
      throw new Problem("STORE_UNAVAILABLE");
    });
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(task);
    this.#queue = result.catch(() => {});
    return result;
  }

  async #read(): Promise<State> {
    await this.#readChanges();
    return this.#state;
  }

  async #readChanges(): Promise<readonly Change[]> {
    const beginMs = Date.now();
    const changes = await this.#table.changesAfter(this.#state.lastChange);
    if (changes.length > 0) this.#state = await this.#apply(this.#state, changes);
    this.#readMs = beginMs;
    return changes;
  }
}
