import fc from "fast-check";
import { expect, test } from "vitest";

import { earlierDays } from "../../../src/dashboard/address/comparison.ts";
import { earlierRange } from "../../../src/stats/comparison.ts";

const days = { from: "2026-02-23", to: "2026-03-01" };

test("the previous period has as many days, and ends where the range begins", () => {
  const comparison = { mode: "previous", matchesWeekday: false };
  expect(earlierDays(days, comparison)).toEqual({ from: "2026-02-16", to: "2026-02-22" });
});

test("the 29th of February is compared with the 28th", () => {
  const leapDay = { from: "2028-02-29", to: "2028-03-01" };
  const comparison = { mode: "year", matchesWeekday: false };
  expect(earlierDays(leapDay, comparison)).toEqual({ from: "2027-02-28", to: "2027-03-01" });
});

test("a day that is not before the range is compared with nothing", () => {
  for (const mode of ["2026-02-23", "2026-03-05"]) {
    expect(earlierDays(days, { mode, matchesWeekday: true })).toBeUndefined();
  }
});

test("the dashboard compares with the days that the server counts", () => {
  const dayText = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
  // The days of the years 2001 to 2038.
  const begin = fc.integer({ min: 11_323, max: 25_000 });
  const scene = fc.record({
    begin,
    length: fc.integer({ min: 0, max: 800 }),
    back: fc.integer({ min: 1, max: 300 }),
    mode: fc.constantFrom("previous", "year", "day"),
    matchesWeekday: fc.boolean(),
  });
  fc.assert(
    fc.property(scene, ({ begin: first, length, back, mode, matchesWeekday }) => {
      const range = { from: dayText(first), to: dayText(first + length) };
      const chosen = mode === "day" ? dayText(first - back) : mode;
      const comparison = { mode: chosen, matchesWeekday };
      expect(earlierDays(range, comparison)).toEqual(earlierRange(range, comparison));
    }),
  );
});
