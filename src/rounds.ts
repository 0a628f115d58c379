import { setTimeout as delay } from "node:timers/promises";

/**
 * Returns a function that runs rounds of the work, one at a time, and resolves when one has ended
 * that began at or after the call. So calls during a round share the next one, which sees
 * everything that happened before any of them. Rejects if that round does. A round begins
 * `apartMs` after the one before at the earliest, unless that failed.
 */
export function inRounds(work: () => Promise<void>, apartMs = 0): () => Promise<void> {
  let current: Promise<void> | undefined;
  let pause: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = () => {
    next = undefined;
    if (apartMs > 0) {
      const own = delay(apartMs, undefined, { ref: false }).finally(() => {
        if (pause === own) pause = undefined;
      });
      pause = own;
    }
    current = work()
      .catch((error: unknown) => {
        pause = undefined;
        throw error;
      })
      .finally(() => {
        current = undefined;
      });
    return current;
  };
  return () => {
    if (next !== undefined) return next;
    if (current === undefined && pause === undefined) return begin();
    const ended = current?.catch(() => {}) ?? Promise.resolve();
    next = ended.then(() => pause).then(begin);
    return next;
  };
}
