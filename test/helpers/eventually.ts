import { setTimeout as delay } from "node:timers/promises";

/**
 * Repeats the condition until it passes, and resolves with its result. Fails with its last error
 * after a minute, or after `timeoutMs`. This is how tests wait for something that no promise tells.
 */
export async function eventually<T>(
  condition: () => T | Promise<T>,
  timeoutMs = 60_000,
): Promise<T> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await condition();
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await delay(20);
    }
  }
}
