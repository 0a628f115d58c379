const pauseMsMin = 200;
const pauseMsMax = 5_000;
const steadyAfterMs = 10_000;

/**
 * Computes the pauses before restarts of a process that dies again and again: none at first, then
 * 200 ms, doubled each time up to 5 s. A run of more than 10 s starts the series afresh.
 */
export class BackOff {
  #failures = 0;

  /**
   * Returns the milliseconds to wait before the next start. `runMs` is how long the last run
   * lasted.
   */
  next(runMs: number): number {
    if (runMs > steadyAfterMs) this.#failures = 0;
    const doublings = this.#failures - 1;
    const pauseMs = doublings < 0 ? 0 : Math.min(pauseMsMax, pauseMsMin * 2 ** doublings);
    this.#failures += 1;
    return pauseMs;
  }
}
