import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger as Logger } from "fastify";

const pauseMs = 1_000;

/** Logs the failures of work on an event log, and spaces out its retries, until `stop`. */
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

  /** Runs the task, and logs its error. Returns whether it ended without one. */
  async logged(task: () => Promise<void>): Promise<boolean> {
    try {
      await task();
      return true;
    } catch (error) {
      this.#logger.error({ err: error }, "the work on an event log failed");
      return false;
    }
  }

  /** Waits before a retry. Returns false if `stop` was called, which ends the wait. */
  async pause(): Promise<boolean> {
    await delay(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    return !this.isStopped;
  }
}
