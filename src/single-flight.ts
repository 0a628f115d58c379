/**
 * Work that is done once at a time, and again when it is asked for afterwards. Who asks while it is under way gets the
 * end of that.
 */
export class SingleFlight {
  readonly #work: () => Promise<void>;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Aborted by `stop`. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Rejects when the work does, unless it was stopped. */
  run(): Promise<void> {
    this.#running ??= this.#work()
      .catch((error: unknown) => {
        if (!this.signal.aborted) throw error;
      })
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  /** Tells the work by `signal`; resolves when it has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.catch(() => {});
  }
}
