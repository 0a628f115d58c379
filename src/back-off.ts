const pauseMsMin = 100;
const pauseMsMax = 5_000;
const steadyAfterMs = 10_000;

/** Pauses before restarts of what dies: none at first, then longer and longer, until it has held for 10 s. */
export class BackOff {
  #failures = 0;

  /** Milliseconds to wait before the next start, given how long the last one held. */
  next(heldMs: number): number {
    if (heldMs > steadyAfterMs) this.#failures = 0;
    const pauseMs =
      this.#failures === 0 ? 0 : Math.min(pauseMsMax, pauseMsMin * 2 ** this.#failures);
    this.#failures += 1;
    return pauseMs;
  }
}
