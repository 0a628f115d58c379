import { setTimeout as delay } from "node:timers/promises";

/** Far above what anything needs: a busy machine is slow, not wrong. */
const timeoutMs = 180_000;

/**
 * Repeats the condition until it passes, and resolves with its result. Fails with its last error
 * after three minutes. This is how tests wait for something that no promise tells. The pauses grow
 * with the wait: looking all the time would take the processor from what is waited for.
 */
export async function eventually<T>(condition: () => T | Promise<T>): Promise<T> {
  const startMs = performance.now();
  for (;;) {
    try {
      return await condition();
    } catch (error) {
      const waitedMs = performance.now() - startMs;
      if (waitedMs > timeoutMs) throw error;
      await delay(Math.min(10 + waitedMs / 3, 1_000));
    }
  }
}
