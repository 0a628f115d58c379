import { isBefore, type Position } from "./position.ts";

interface Waiter {
  readonly until: Position;
  readonly resolve: () => void;
}

/** Callers that wait until a log has been worked off up to a position. */
export class PositionWaiters {
  readonly #waiters = new Set<Waiter>();

  get isEmpty(): boolean {
    return this.#waiters.size === 0;
  }

  /** Resolves when the position is reached, or after `timeoutMs` if that is given. */
  wait(until: Position, timeoutMs?: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        resolve();
      };
      const waiter = { until, resolve: end };
      const timer = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs);
      this.#waiters.add(waiter);
    });
  }

  reached(position: Position): void {
    for (const { until, resolve } of this.#waiters) {
      if (!isBefore(position, until)) resolve();
    }
  }
}
