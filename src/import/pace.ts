import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";

/** Timers are not more exact. */
const shortestMs = 2;
/** The rest, in times of the work before it. */
const restRatio = 2;
/** The same while events come in. */
const longRestRatio = 10;
/** Work that took long has waited for others: a longer rest would be of use to nobody. */
const longestMs = 3_000;

export interface PaceOptions {
  /** The work after which it rests. */
  readonly stretchMs?: number;
  /** Resolves with whether events have come in since the last call. Without it, none do. */
  readonly isCollecting?: () => Promise<boolean>;
}

/**
 * Rests twice as long as it has worked, and ten times as long while events come in. Work that can
 * wait so leaves the processor and the disk to collecting: nearly all events find them idle.
 */
export class Pace {
  readonly #stretchMs: number;
  readonly #isCollecting: () => Promise<boolean>;
  #sinceMs = performance.now();

  constructor({ stretchMs = shortestMs, isCollecting = async () => false }: PaceOptions = {}) {
    this.#stretchMs = stretchMs;
    this.#isCollecting = isCollecting;
  }

  /**
   * Resolves when the work may go on, at once if the signal is aborted. Counts as work what has
   * passed since the last rest. If that was too short for a rest, it resolves in the next turn of
   * the event loop.
   */
  async rest(signal?: AbortSignal): Promise<void> {
    const workedMs = performance.now() - this.#sinceMs;
    if (workedMs < this.#stretchMs) return turn();
    const restMs = Math.min(workedMs * restRatio, longestMs);
    await pause(restMs, signal);
    if (await this.#isCollecting()) {
      await pause(Math.min(workedMs * longRestRatio, longestMs) - restMs, signal);
    }
    this.#sinceMs = performance.now();
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  // It only fails when it is aborted, which ends the pause.
  await delay(ms, undefined, { signal }).catch(() => {});
}
