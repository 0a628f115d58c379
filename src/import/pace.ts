import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";

/** Timers are not more exact. */
const shortestMs = 2;
/** An insert that took long has waited for the store, too. */
const longestMs = 1_000;

/**
 * Rests as long as it has worked. Work that can wait so leaves the processor and the disk to
 * collecting for half of the time: events that come find them idle, or nearly so.
 */
export class Pace {
  #sinceMs = performance.now();

  /** Resolves after as much time as has passed since the last rest, a second at most. */
  async rest(): Promise<void> {
    const workedMs = performance.now() - this.#sinceMs;
    if (workedMs < shortestMs) return turn();
    await delay(Math.min(workedMs, longestMs));
    this.#sinceMs = performance.now();
  }
}
