import { setImmediate as nextTurn } from "node:timers/promises";

/** Short enough that other requests do not notice the wait, long enough that yielding costs nothing. */
const sliceMs = 10;

/**
 * Cuts long work on the event loop into slices. The work awaits `pause` between its steps; once a slice
 * has lasted 10 ms, other requests have their turn first.
 */
export class TimeSlices {
  #beganMs = performance.now();

  pause(): Promise<void> | undefined {
    return performance.now() - this.#beganMs < sliceMs ? undefined : this.#next();
  }

  async #next(): Promise<void> {
    await nextTurn();
    this.#beganMs = performance.now();
  }
}
