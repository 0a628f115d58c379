/**
 * Runs at most one instance of the work. A call during a run gets that run's promise; a later call
 * starts the work again.
 */
export class SingleFlight {
  readonly #work: () => Promise<void>;
  readonly #stopping = new AbortController();
  #currentRun: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Signal for the work, which `stop` aborts. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Runs the work, or joins the current run. Rejects if the work does, except after `stop`. */
  run(): Promise<void> {
    this.#currentRun ??= this.#work()
      .catch((error: unknown) => {
        if (!this.signal.aborted) throw error;
      })
      .finally(() => {
        this.#currentRun = undefined;
      });
    return this.#currentRun;
  }

  /** Aborts the signal. Resolves when the work has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#currentRun?.catch(() => {});
  }
}
