import { Problem } from "./errors.ts";

export interface GateLimits {
  /** Tasks that run at once. */
  readonly runningMax: number;
  /** Tasks that wait for their turn. */
  readonly waitingMax: number;
  /** How long one waits. */
  readonly waitMsMax: number;
}

/**
 * Lets so many tasks run at once and so many more wait, first come, first served. What comes past
 * that, or has waited too long, is refused with `Problem` OVERLOADED and never runs; nor does what is given
 * up by its signal while it waits, which throws the signal's reason.
 */
export class Gate {
  readonly #limits: GateLimits;
  /** Calls of those that wait; a call hands over the place of a task that ended. */
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /** Tasks that run now. */
  get running(): number {
    return this.#running;
  }

  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#running < this.#limits.runningMax) this.#running += 1;
    else await this.#turn(signal);
    try {
      // Both may have come at once: the turn and the end.
      signal?.throwIfAborted();
      return await task();
    } finally {
      this.#pass();
    }
  }

  #turn(signal?: AbortSignal): Promise<void> {
    const { waitingMax, waitMsMax } = this.#limits;
    if (this.#waiting.size >= waitingMax) return Promise.reject(new Problem("OVERLOADED"));
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
        this.#waiting.delete(call);
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
      this.#waiting.add(call);
    });
  }

  #pass(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#running -= 1;
      return;
    }
    first();
  }
}
