import { Problem } from "../errors.ts";

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
 * that, or has waited too long, is refused with `Problem` OVERLOADED and never runs.
 */
export class Gate {
  readonly #limits: GateLimits;
  /** Calls of those that wait; a call hands over the place of a task that ended. */
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.runningMax) this.#running += 1;
    else await this.#turn();
    try {
      return await task();
    } finally {
      this.#pass();
    }
  }

  #turn(): Promise<void> {
    const { waitingMax, waitMsMax } = this.#limits;
    if (this.#waiting.size >= waitingMax) return Promise.reject(new Problem("OVERLOADED"));
    return new Promise((resolve, reject) => {
      const call = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(call);
        reject(new Problem("OVERLOADED"));
      }, waitMsMax);
      this.#waiting.add(call);
    });
  }

  #pass(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(first);
    first();
  }
}
