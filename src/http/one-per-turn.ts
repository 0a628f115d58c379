import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Returns a hook that lets one request go on in each turn of the event loop, in the order of their
 * arrival. So however many requests of this kind arrive at once, others wait for one of them.
 */
export function onePerTurn(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => nextTurn());
    return last;
  };
}
