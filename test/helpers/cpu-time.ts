import { expect } from "vitest";

/** Time of `yardstick` on a machine of 2026 that does nothing else. */
const yardstickMs = 5;
const runsMax = 20;
const text = Buffer.from("x,\n".repeat(700_000));

/** A fixed piece of work: one pass over 2 MB. */
function yardstick(): number {
  let lines = 0;
  // An iterator would take three times as long, and more before it is compiled.
  for (let i = 0; i < text.length; i += 1) if (text[i] === 10) lines += 1;
  return lines;
}

/** Returns the processor time that this process uses for some work, in milliseconds. */
function usedMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Expects that the work takes less processor time than `msMax` in one of twenty runs. Unlike wall
 * time, processor time hardly grows while other programs are busy; where two of them share a core
 * it does, by as much as a fixed piece of work right before shows.
 */
export function expectCpuTimeBelow(msMax: number, work: () => void, what?: string): void {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runsMax && leastMs >= msMax; run += 1) {
    const yardsticks = Array.from({ length: 3 }, () => usedMs(yardstick));
    const slowness = Math.max(1, Math.min(...yardsticks) / yardstickMs);
    leastMs = Math.min(leastMs, usedMs(work) / slowness);
  }
  expect(leastMs, what).toBeLessThan(msMax);
}
