import { randomUUID } from "node:crypto";

import type { ConcurrencyLimiter } from "../../base/async/concurrency-limiter.ts";

/** A limiter as far as its callers need it. */
export type Turns = Pick<ConcurrencyLimiter, "run">;

/** The calls with which workers share a limiter of the primary. */
export interface TurnCalls {
  /**
   * Resolves when the turn of a task comes, which the ticket stands for. Throws as
   * `ConcurrencyLimiter` does.
   */
  takeTurn(ticket: string): Promise<void>;
  /** Ends the turn, or the wait for it. */
  leaveTurn(ticket: string): void;
}

/** Returns the primary's side: each turn lasts until its ticket leaves. */
export function offerTurns(limiter: Turns): TurnCalls {
  const tickets = new Map<string, AbortController>();
  return {
    takeTurn(ticket) {
      const leaving = new AbortController();
      const { signal } = leaving;
      tickets.set(ticket, leaving);
      return new Promise((resolve, reject) => {
        const left = new Promise<void>((leave) => signal.addEventListener("abort", () => leave()));
        const hold = () => {
          resolve();
          return left;
        };
        limiter
          .run(hold, signal)
          .catch(reject)
          .finally(() => tickets.delete(ticket));
      });
    },
    leaveTurn(ticket) {
      tickets.get(ticket)?.abort(new Error("the ticket has left"));
    },
  };
}

/** Returns the worker's side. */
export function joinTurns(calls: TurnCalls): Turns {
  return {
    async run(task, signal) {
      signal?.throwIfAborted();
      const ticket = randomUUID();
      const leave = () => calls.leaveTurn(ticket);
      signal?.addEventListener("abort", leave);
      try {
        await calls
          .takeTurn(ticket)
          .finally(() => signal?.removeEventListener("abort", leave))
          .catch((error: unknown) => {
            signal?.throwIfAborted();
            throw error;
          });
        signal?.throwIfAborted();
        return await task();
      } finally {
        leave();
      }
    },
  };
}

/** Returns the calls of one worker, and a function that leaves all turns that it still has. */
export function turnsOfWorker(calls: TurnCalls): TurnCalls & { leaveAll(): void } {
  const tickets = new Set<string>();
  return {
    takeTurn(ticket) {
      tickets.add(ticket);
      return calls.takeTurn(ticket);
    },
    leaveTurn(ticket) {
      tickets.delete(ticket);
      calls.leaveTurn(ticket);
    },
    leaveAll() {
      for (const ticket of tickets) calls.leaveTurn(ticket);
    },
  };
}
