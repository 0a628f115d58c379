import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Length of a slice: short enough that other requests do not notice the wait, and long enough that
 * yielding costs nothing.
 */
const sliceMs = 4;

/**
 * Cuts long work on the event loop into slices. The work awaits `pause` between its steps. After 4
 * ms, `pause` lets other requests run first.
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
