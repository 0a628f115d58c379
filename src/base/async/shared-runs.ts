import { setTimeout as delay } from "node:timers/promises";

/**
 * Returns a function that runs the work, at most once at a time. A call resolves with the result of
 * a run that began at or after the call. So calls during a run share the next one, which sees
 * everything that happened before any of them. A call rejects if its run does. A run begins
 * `apartMs` after the one before at the earliest, unless that failed. `sleep` waits for this long.
 */
export function sharedRuns<T>(
  work: () => Promise<T>,
  apartMs = 0,
  sleep: (ms: number) => Promise<void> = (ms) => delay(ms, undefined, { ref: false }),
): () => Promise<T> {
  let current: Promise<T> | undefined;
  let pause: Promise<void> | undefined;
  let next: Promise<T> | undefined;
  const begin = () => {
    next = undefined;
    if (apartMs > 0) {
      const own = sleep(apartMs).finally(() => {
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
