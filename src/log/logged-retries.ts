import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger as Logger } from "fastify";

const pauseMs = 1_000;

/** Work on a log that fails is logged, and begun again after a pause, until it is stopped. */
export class LoggedRetries {
  readonly #logger: Logger;
  readonly #stopping = new AbortController();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Whether the task ended without an error. */
  async logged(task: () => Promise<void>): Promise<boolean> {
    try {
      await task();
      return true;
    } catch (error) {
      this.#logger.error({ err: error }, "the work on an event log failed");
      return false;
    }
  }

  /** Whether to go on afterwards. */
  async pause(): Promise<boolean> {
    await delay(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    return !this.isStopped;
  }
}
