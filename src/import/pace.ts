import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";

/** Timers are not more exact. */
const shortestMs = 2;
/** Work that took long has waited for others: a longer rest would be of use to nobody. */
const longestMs = 250;
/** The rest, in times of the work before it. */
const restRatio = 2;

/**
 * Rests twice as long as it has worked. Work that can wait so leaves the processor and the disk to
 * collecting for most of the time: events that come find them idle, or nearly so.
 */
export class Pace {
  readonly #stretchMs: number;
  #sinceMs = performance.now();

  /** Returns a pace that rests only after `stretchMs` of work. */
  constructor(stretchMs = shortestMs) {
    this.#stretchMs = stretchMs;
  }

  /**
   * Resolves after twice the time that has passed since the last rest, 250 ms at most. If that
   * work was too short for a rest, it resolves in the next turn of the event loop.
   */
  async rest(): Promise<void> {
    const workedMs = performance.now() - this.#sinceMs;
    if (workedMs < this.#stretchMs) return turn();
    await delay(Math.min(workedMs * restRatio, longestMs));
    this.#sinceMs = performance.now();
  }
}
