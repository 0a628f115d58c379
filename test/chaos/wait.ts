import { setTimeout as delay } from "node:timers/promises";

const lookEveryMs = 20;

/** Waits until the condition holds. Fails with the name of the condition if that takes too long. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  options: { signal: AbortSignal; timeoutMs?: number },
): Promise<void> {
  const { signal, timeoutMs = 60_000 } = options;
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`stuck: ${what} did not happen in ${timeoutMs} ms`);
    await delay(lookEveryMs, undefined, { signal });
  }
}
