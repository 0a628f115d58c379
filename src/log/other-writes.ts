/** What became of a write that failed is not known; by then it has arrived, or never will. */
const uncertainForMs = 60 * 60_000;

/** Writes to `events` that do not go through the log of this process. */
export class OtherWrites {
  readonly #foreign: () => string | undefined;
  #underWay = 0;
  #ended = 0;

  /** `foreign` is another text after each write of another process, undefined while one may write. */
  constructor(foreign: () => string | undefined) {
    this.#foreign = foreign;
  }

  /** The write is under way until the promise has resolved, and for another hour when it rejects. */
  async during<T>(write: Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      const outcome = await write;
      this.#end();
      return outcome;
    } catch (error) {
      setTimeout(() => this.#end(), uncertainForMs).unref();
      throw error;
    }
  }

  /** Another text after each write; undefined while one may be under way. */
  get ended(): string | undefined {
    const foreign = this.#underWay > 0 ? undefined : this.#foreign();
    return foreign === undefined ? undefined : `${this.#ended} ${foreign}`;
  }

  #end(): void {
    this.#underWay -= 1;
    this.#ended += 1;
  }
}
