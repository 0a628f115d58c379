import { expect } from "vitest";

/** Returns the processor time that this process has used, in milliseconds. */
function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Expects that the work takes less processor time than `msMax` in one of five runs. Unlike wall
 * time, processor time does not grow while other programs are busy.
 */
export function expectCpuTimeBelow(msMax: number, work: () => void, what?: string): void {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5 && leastMs >= msMax; run += 1) {
    const beforeMs = usedMs();
    work();
    leastMs = Math.min(leastMs, usedMs() - beforeMs);
  }
  expect(leastMs, what).toBeLessThan(msMax);
}
