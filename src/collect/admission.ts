import { Problem } from "../base/errors.ts";

/**
 * Lets requests with events in, or refuses them while Footfall drains. It counts those under way,
 * as their events may still reach the event log.
 */
export class Admission {
  #isRefusing = false;
  #underWay = 0;
  #idleWaiters: (() => void)[] = [];

  get isRefusing(): boolean {
    return this.#isRefusing;
  }

  /** Runs the work of a request. Throws `Problem` DRAINING while requests are refused. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Lets a request in, which calls `leave` at its end. Throws as `during` does. */
  enter(): void {
    if (this.#isRefusing) throw new Problem("DRAINING");
    this.#underWay += 1;
  }

  leave(): void {
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#endWaiting();
  }

  /** Refuses requests from now on, or lets them in again. */
  refuse(isRefusing: boolean): void {
    this.#isRefusing = isRefusing;
    if (!isRefusing) this.#endWaiting();
  }

  /** Resolves when no work is under way, or when requests are let in again. */
  async idle(): Promise<void> {
    if (this.#underWay === 0) return;
    await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
  }

  #endWaiting(): void {
    for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }
}
