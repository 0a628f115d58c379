import { expect, test } from "vitest";

import { equalRanges } from "../../src/move/comparison.ts";
import { slicesOf } from "../../src/move/slices.ts";

const day = (date: string, rows: number) => ({ day: date, rows });

test("answers are compared for closed days with as many events on both shards", () => {
  const there = [
    day("2026-01-01", 1),
    day("2026-01-03", 2),
    day("2026-01-04", 3),
    day("2026-01-06", 1),
    day("2026-01-09", 4),
  ];
  const here = [
    day("2026-01-01", 1),
    day("2026-01-03", 2),
    day("2026-01-04", 4),
    day("2026-01-05", 1),
    day("2026-01-06", 1),
    day("2026-01-09", 4),
  ];

  expect(equalRanges(there, here, "2026-01-09")).toEqual([
    { from: "2026-01-01", to: "2026-01-03" },
    { from: "2026-01-06", to: "2026-01-06" },
  ]);
});

test("no range has too many events for a query", () => {
  const days = [1, 2, 3].map((n) => day(`2026-01-0${n}`, 1_500_000));

  expect(equalRanges(days, days, "2026-02-01")).toHaveLength(3);
});

test("a slice has days of one month, and not too many rows", () => {
  const days = [
    day("2026-01-30", 3),
    day("2026-01-31", 3),
    day("2026-02-01", 3),
    day("2026-02-02", 8),
    day("2026-02-03", 25),
    day("2026-02-04", 1),
  ];

  expect(slicesOf(days, 10)).toEqual([
    { days: ["2026-01-30", "2026-01-31"], parts: 1, index: 0 },
    { days: ["2026-02-01"], parts: 1, index: 0 },
    { days: ["2026-02-02"], parts: 1, index: 0 },
    { days: ["2026-02-03"], parts: 3, index: 0 },
    { days: ["2026-02-03"], parts: 3, index: 1 },
    { days: ["2026-02-03"], parts: 3, index: 2 },
    { days: ["2026-02-04"], parts: 1, index: 0 },
  ]);
});
