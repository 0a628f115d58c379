import { expect } from "vitest";

import { slowness, usedMs } from "./slowness.ts";

const runsMax = 20;

/**
 * Expects that the work takes less processor time than `msMax` in one of twenty runs. Unlike wall
 * time, processor time hardly grows while other programs are busy; where two of them share a core
 * it does, by as much as a fixed piece of work right after shows.
 */
export function expectCpuTimeBelow(msMax: number, work: () => void, what?: string): void {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runsMax && leastMs >= msMax; run += 1) {
    const ms = usedMs(work);
    // Nothing is quicker than an idle machine, so a time below the limit needs no comparison.
    leastMs = Math.min(leastMs, ms < msMax ? ms : ms / slowness());
  }
  expect(leastMs, what).toBeLessThan(msMax);
}
