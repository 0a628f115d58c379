import { isBefore, type Position } from "./position.ts";

interface Waiter {
  readonly until: Position;
  readonly resolve: () => void;
}

/** Callers that wait until a log has been worked off up to a position. */
export class PositionWaiters {
  #waiters: readonly Waiter[] = [];

  get isEmpty(): boolean {
    return this.#waiters.length === 0;
  }

  /** Resolves when the position is reached, or after `timeoutMs` if that is given. */
  wait(until: Position, timeoutMs?: number): Promise<void> {
    return new Promise((resolve) => {
      const waiter = {
        until,
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const giveUp = () => this.#end((other) => other === waiter);
      const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
      this.#waiters = [...this.#waiters, waiter];
    });
  }

  reached(position: Position): void {
    if (!this.isEmpty) this.#end(({ until }) => !isBefore(position, until));
  }

  #end(isOver: (waiter: Waiter) => boolean): void {
    const over = this.#waiters.filter(isOver);
    this.#waiters = this.#waiters.filter((waiter) => !isOver(waiter));
    for (const { resolve } of over) resolve();
  }
}
