import { expect, test } from "vitest";

import { slicesOf } from "../../../src/stats/export/slices.ts";

const max = 2n ** 64n - 1n;

test("small days of a month share a slice up to the limit, and days keep their order", () => {
  const days = [
    { date: "2026-11-01", events: 40 },
    { date: "2026-11-03", events: 60 },
    { date: "2026-11-04", events: 1 },
    { date: "2026-11-05", events: 100 },
    { date: "2026-11-30", events: 1 },
    { date: "2026-12-01", events: 1 },
  ];

  expect(slicesOf(days, 100)).toEqual([
    { from: "2026-11-01", to: "2026-11-03", events: 100 },
    { from: "2026-11-04", to: "2026-11-04", events: 1 },
    { from: "2026-11-05", to: "2026-11-05", events: 100 },
    { from: "2026-11-30", to: "2026-11-30", events: 1 },
    { from: "2026-12-01", to: "2026-12-01", events: 1 },
  ]);
  expect(slicesOf([], 100)).toEqual([]);
});

test("a large day is cut by visitors, without a gap and without an overlap", () => {
  const days = [
    { date: "2026-11-01", events: 701 },
    { date: "2026-11-02", events: 1 },
  ];
  const slices = slicesOf(days, 100);

  expect(slices).toHaveLength(9);
  expect(slices.at(-1)).toEqual({ from: "2026-11-02", to: "2026-11-02", events: 1 });
  const parts = slices.slice(0, 8).map(({ visitors }) => visitors);
  expect(parts[0]?.first).toBe(0n);
  expect(parts[7]?.last).toBe(max);
  for (const [nth, part] of parts.slice(1).entries()) {
    expect(part?.first).toBe((parts[nth]?.last ?? 0n) + 1n);
  }
  const events = slices.reduce((sum, slice) => sum + slice.events, 0);
  expect(events).toBeCloseTo(702);
});
