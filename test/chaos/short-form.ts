import { expect, onTestFinished } from "vitest";

import type { Fault } from "./faults.ts";
import { runChaos } from "./run.ts";

/**
 * Inflicts each of the faults once, under a small load. Expects that every acknowledged event is
 * counted once.
 */
export async function expectEveryEventOnce(
  faults: readonly Fault[],
  workers: number,
): Promise<void> {
  const seed = Date.now() % 2 ** 31;
  const finished = new AbortController();
  onTestFinished(() => finished.abort());
  const lines = [`seed ${seed}`];

  const chaos = await runChaos({
    faults: faults.map((fault) => ({ ...fault, weight: 1 })),
    seed,
    milliseconds: Number.POSITIVE_INFINITY,
    killsMax: Number.POSITIVE_INFINITY,
    faultsMax: faults.length,
    workers,
    rate: 200,
    pauseMsMax: 200,
    freezeMsMax: 1_000,
    report: (line) => lines.push(line),
    signal: finished.signal,
  }).catch((error: unknown) => {
    throw new Error(lines.join("\n"), { cause: error });
  });

  expect(chaos.violations, lines.join("\n")).toEqual([]);
  expect(chaos.verdict.acknowledged).toBeGreaterThan(0);
  expect(faults.filter(({ name }) => !chaos.counts.has(name))).toEqual([]);
}
