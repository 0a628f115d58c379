import { setTimeout as delay } from "node:timers/promises";

/** Resolves when the promise does, but after `timeoutMs` at the latest. Rejects if it does. */
export async function withTimeLimit(promise: Promise<unknown>, timeoutMs: number): Promise<void> {
  const timeout = new AbortController();
  const late = delay(timeoutMs, undefined, { signal: timeout.signal }).catch(() => {});
  try {
    await Promise.race([promise, late]);
  } finally {
    timeout.abort();
  }
}
