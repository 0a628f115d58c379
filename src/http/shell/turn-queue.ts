import { setImmediate as nextTurn } from "node:timers/promises";

import { Problem } from "../../base/errors.ts";

/**
 * Returns a hook that lets one request go on in each turn of the event loop, in the order of their
 * arrival. So however many requests of this kind arrive at once, others wait for one of them. The
 * hook throws `Problem` OVERLOADED if `waitingMax` requests wait.
 */
export function turnQueue(waitingMax = 10_000): () => Promise<void> {
  let last = Promise.resolve();
  let waiting = 0;
  return async () => {
    if (waiting >= waitingMax) throw new Problem("OVERLOADED");
    waiting += 1;
    last = last.then(() => nextTurn());
    await last;
    waiting -= 1;
  };
}
