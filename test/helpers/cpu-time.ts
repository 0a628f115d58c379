import { expect } from "vitest";

import { slowness, usedMs } from "./slowness.ts";

const runsMax = 20;

/**
 * Expects that the work takes less processor time than `msMax` in one of twenty runs. Unlike wall
 * time, processor time hardly grows while other programs are busy; where two of them share a core
 * it does, by as much as a fixed piece of work right before shows.
 */
export function expectCpuTimeBelow(msMax: number, work: () => void, what?: string): void {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runsMax && leastMs >= msMax; run += 1) {
    const slow = slowness();
    leastMs = Math.min(leastMs, usedMs(work) / slow);
  }
  expect(leastMs, what).toBeLessThan(msMax);
}
