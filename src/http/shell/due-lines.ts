const intervalMs = 1_000;

/**
 * Returns a function that tells whether an error of a code may be logged now: at most one line a
 * second may. The codes are few and fixed.
 *
 * An outage refuses thousands of requests a second, and anybody who finds a request that fails
 * could fill the disk.
 */
export function createLineLimit(now: () => number = Date.now): (code: string) => boolean {
  const lastLoggedMs = new Map<string, number>();
  return (code) => {
    const nowMs = now();
    if (nowMs - (lastLoggedMs.get(code) ?? 0) < intervalMs) return false;
    lastLoggedMs.set(code, nowMs);
    return true;
  };
}
