import { Problem } from "../errors.ts";

export interface ConcurrencyLimits {
  /** Most tasks that run at once. */
  readonly runningMax: number;
  /** Most tasks of each rank that wait for their turn. */
  readonly waitingMax: number;
  /** Longest time that a task waits. */
  readonly waitMsMax: number;
}

/** The rank of a waiting task. Tasks of the first rank run before those of the second. */
export type Rank = "first" | "second";

/**
 * Limits the tasks that run at once and the tasks that wait. Within a rank, tasks run in the order
 * of their arrival.
 *
 * A task that finds the queue full, or has waited too long, rejects with `Problem` OVERLOADED and
 * never runs. A task whose signal is aborted while it waits rejects with the signal's reason.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  /** One function for each waiting task, which starts the task in the slot of one that ended. */
  readonly #queues = { first: new Set<() => void>(), second: new Set<() => void>() };
  #runningCount = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /** Number of tasks that run now. */
  get runningCount(): number {
    return this.#runningCount;
  }

  async run<T>(task: () => Promise<T>, signal?: AbortSignal, rank: Rank = "first"): Promise<T> {
    signal?.throwIfAborted();
    if (this.#runningCount < this.#limits.runningMax) this.#runningCount += 1;
    else await this.#turn(rank, signal);
    try {
      // The signal may have been aborted in the same moment as the task got its turn.
      signal?.throwIfAborted();
      return await task();
    } finally {
      this.#freeSlot();
    }
  }

  /** Resolves when the task may run in the slot of one that ended. */
  #turn(rank: Rank, signal?: AbortSignal): Promise<void> {
    const { waitingMax, waitMsMax } = this.#limits;
    const queue = this.#queues[rank];
    if (queue.size >= waitingMax) return Promise.reject(new Problem("OVERLOADED"));
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
        queue.delete(call);
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
      queue.add(call);
    });
  }

  /** Gives the slot of a task that ended to the next one, or frees it. */
  #freeSlot(): void {
    const [next] = [...this.#queues.first, ...this.#queues.second];
    if (next === undefined) {
      this.#runningCount -= 1;
      return;
    }
    next();
  }
}
