import { BatchRefused, type BatchStore } from "./batch.ts";

/** What became of a write that failed is not known; by then it has arrived, or never will. */
const uncertainForMs = 60 * 60_000;

/** Writes to `events` that do not go through the log of this process. */
export class OtherWrites {
  readonly #foreign: () => string | undefined;
  #underWay = 0;
  #ended = 0;
  /** On the clock of `performance.now()`. */
  #uncertainUntilMs = 0;

  /** `foreign` is another text after each write of another process, undefined while one may write. */
  constructor(foreign: () => string | undefined) {
    this.#foreign = foreign;
  }

  /** Another text after each write; undefined while one may be under way. */
  get ended(): string | undefined {
    if (this.#underWay > 0 || performance.now() < this.#uncertainUntilMs) return undefined;
    const foreign = this.#foreign();
    return foreign === undefined ? undefined : `${this.#ended} ${foreign}`;
  }

  /** The write is under way until the promise has settled, and for another hour where nobody knows what became of it. */
  async during<T>(write: Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await write;
    } catch (error) {
      if (!(error instanceof BatchRefused)) {
        this.#uncertainUntilMs = performance.now() + uncertainForMs;
      }
      throw error;
    } finally {
      this.#underWay -= 1;
      this.#ended += 1;
    }
  }

  /** The same store, whose inserts are such writes. */
  watched<Store extends BatchStore>(store: Store): Store {
    return {
      ...store,
      insert: (batch) => this.during(store.insert(batch)),
      insertAgain: (batch) => this.during(store.insertAgain(batch)),
    };
  }
}
