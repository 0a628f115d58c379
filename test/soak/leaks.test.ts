import { describe, expect, test } from "vitest";

import { findLeaks } from "./leaks.ts";
import type { Holding, Sample } from "./sample.ts";

const mebibyte = 1024 ** 2;

/** Returns a sample of each minute, with the test's changes. */
function samples(
  change: (minute: number) => Partial<Omit<Sample, "processes">> & { main?: Partial<Holding> },
): Sample[] {
  return Array.from({ length: 12 }, (_, minute) => {
    const { main, ...rest } = change(minute);
    const plain = { pid: 1, isEngine: false, memoryBytes: 100e6, handles: 50, threads: 11 };
    return {
      minute,
      processes: new Map([
        ["main", { ...plain, ...main }],
        ["engine", { ...plain, pid: 2, isEngine: true }],
      ]),
      disk: { log: 1e6, engine: 1e8, other: 1e4 },
      unshippedBytes: 1_000,
      openDayRuns: minute,
      acknowledged: minute * 20_000,
      ...rest,
    };
  });
}

describe("a leak", () => {
  test("is none where all goes up and down", () => {
    const calm = samples((minute) => ({
      main: { handles: 50 + (minute % 3) * 20, memoryBytes: 100e6 + (minute % 4) * 30e6 },
    }));
    expect(findLeaks(calm, 1)).toEqual([]);
  });

  test("is none where events take their room", () => {
    const filling = samples((minute) => ({
      disk: { log: 64 * mebibyte, engine: 1e8 + minute * 2e7, other: 1e4 },
    }));
    expect(findLeaks(filling, 1)).toEqual([]);
  });

  test.each<[string, Parameters<typeof samples>[0]]>([
    ["main: handles grew", (minute) => ({ main: { handles: 50 + 10 * minute } })],
    ["main: threads grew", (minute) => ({ main: { threads: 11 + 2 * minute } })],
    ["main: memory grew", (minute) => ({ main: { memoryBytes: 100e6 + 15e6 * minute } })],
    ["main was not the same process", (minute) => ({ main: { pid: minute < 5 ? 1 : 3 } })],
    ["wait for the store", (minute) => ({ unshippedBytes: minute * mebibyte })],
    ["the logs take", (minute) => ({ disk: { log: minute * 20e6, engine: 1e8, other: 1e4 } })],
    [
      "the engine's directory grew",
      (minute) => ({ disk: { log: 1, engine: minute * 1e8, other: 1 } }),
    ],
    [
      "else is in DATA_DIR grew",
      (minute) => ({ disk: { log: 1, engine: 1, other: minute * 1e6 } }),
    ],
  ])("is found: %s", (sentence, change) => {
    const [leak] = findLeaks(samples(change), 1);
    expect(leak).toContain(sentence);
  });
});
