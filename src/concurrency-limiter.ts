import { Problem } from "./errors.ts";

export interface ConcurrencyLimits {
  /** Tasks that run at once. */
  readonly runningMax: number;
  /** Tasks of each rank that wait for their turn. */
  readonly waitingMax: number;
  /** How long one waits. */
  readonly waitMsMax: number;
}

/** Waiting tasks of the first rank come before those of the second. */
export type Rank = "first" | "second";

/**
 * Runs at most so many tasks at once and lets so many more wait, first come, first served within a
 * rank. A task that comes past that, or has waited too long, throws `Problem` OVERLOADED and never
 * runs. A task whose signal is aborted while it waits throws the signal's reason.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  /** One call for each waiting task; it hands over the place of a task that ended. */
  readonly #waiting = { first: new Set<() => void>(), second: new Set<() => void>() };
  #running = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /** Tasks that run now. */
  get running(): number {
    return this.#running;
  }

  async run<T>(task: () => Promise<T>, signal?: AbortSignal, rank: Rank = "first"): Promise<T> {
    signal?.throwIfAborted();
    if (this.#running < this.#limits.runningMax) this.#running += 1;
    else await this.#turn(rank, signal);
    try {
      // Both may have come at once: the turn and the end.
      signal?.throwIfAborted();
      return await task();
    } finally {
      this.#pass();
    }
  }

  #turn(rank: Rank, signal?: AbortSignal): Promise<void> {
    const { waitingMax, waitMsMax } = this.#limits;
    const waiting = this.#waiting[rank];
    if (waiting.size >= waitingMax) return Promise.reject(new Problem("OVERLOADED"));
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
        waiting.delete(call);
      };
      const call = () => {
        leave();
        resolve();
      };
      const giveUp = () => {
        leave();
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        leave();
        reject(new Problem("OVERLOADED"));
      }, waitMsMax);
      signal?.addEventListener("abort", giveUp);
      waiting.add(call);
    });
  }

  #pass(): void {
    const [next] = [...this.#waiting.first, ...this.#waiting.second];
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    next();
  }
}
