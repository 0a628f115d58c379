import { setTimeout as delay } from "node:timers/promises";

/** Far above what anything needs: a busy machine is slow, not wrong. */
const timeoutMs = 180_000;

/**
 * Repeats the condition until it passes, and resolves with its result. Fails with its last error
 * after three minutes. This is how tests wait for something that no promise tells.
 */
export async function eventually<T>(condition: () => T | Promise<T>): Promise<T> {
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
