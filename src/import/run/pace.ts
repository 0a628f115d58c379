import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";

/** Timers are not more exact. */
const shortestMs = 2;
/** Work that took long has waited for others: a longer rest would be of use to nobody. */
const longestMs = 5_000;

export interface PaceOptions {
  /** The work after which it rests. */
  readonly stretchMs?: number;
  /** Resolves with the length of the rest, as a multiple of the work before it. */
  readonly restRatio?: () => Promise<number>;
  /** Resolves after this many milliseconds, or once the signal is aborted. */
  readonly pause?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Returns the time in milliseconds, from any beginning. */
  readonly now?: () => number;
}

const defaults: Required<PaceOptions> = {
  stretchMs: shortestMs,
  restRatio: async () => 2,
  // It only fails when it is aborted, which ends the pause.
  pause: (ms, signal) => delay(ms, undefined, { signal }).catch(() => {}),
  now: () => performance.now(),
};

/**
 * Rests after each stretch of work. Work that can wait so leaves the processor and the disk to
 * collecting: nearly all events find them idle.
 */
export class Pace {
  readonly #options: Required<PaceOptions>;
  #sinceMs: number;

  constructor(options: PaceOptions = {}) {
    this.#options = { ...defaults, ...options };
    this.#sinceMs = this.#options.now();
  }

  /**
   * Resolves when the work may go on, at once if the signal is aborted. Counts as work what has
   * passed since the last rest. If that was too short for a rest, it resolves in the next turn of
   * the event loop.
   */
  async rest(signal?: AbortSignal): Promise<void> {
    const { stretchMs, restRatio, pause, now } = this.#options;
    const workedMs = now() - this.#sinceMs;
    if (workedMs < stretchMs) return turn();
    const restMs = Math.min(workedMs * (await restRatio()), longestMs);
    await (restMs > 0 ? pause(restMs, signal) : turn());
    this.#sinceMs = now();
  }
}
