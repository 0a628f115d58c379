import fc from "fast-check";
import { expect, test } from "vitest";
import { earlierRange } from "../../../src/base/earlier-range.ts";

import { comparisonOf, earlierDays } from "../../../src/dashboard/address/comparison.ts";

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
    isMonth: fc.boolean(),
  });
  fc.assert(
    fc.property(scene, ({ begin: first, length, back, mode, matchesWeekday, isMonth }) => {
      const any = { from: dayText(first), to: dayText(first + length) };
      // Months are rare otherwise.
      const range = isMonth ? monthsOf(any) : any;
      const chosen = mode === "day" ? dayText(first - back - 31) : mode;
      for (const today of [range.to, "2040-01-01"]) {
        const comparison = { mode: chosen, matchesWeekday };
        const expected = earlierRange(range, { ...comparison, today });
        expect(earlierDays(range, comparison, today)).toEqual(expected);
      }
    }),
  );
});

/** Returns the range from the first of its month, whole or not. */
function monthsOf({ from, to }: { from: string; to: string }) {
  const isWhole = Number(to.slice(8)) % 2 === 0;
  const [year = 0, month = 0] = to.split("-").map(Number);
  const end = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return { from: `${from.slice(0, 7)}-01`, to: isWhole ? end : to };
}

test("a year that is not over is compared with the same dates, and all time with nothing", () => {
  const usual = { mode: "previous", matchesWeekday: false };
  expect(comparisonOf("year", usual)?.mode).toBe("year");
  expect(comparisonOf("12mo", usual)?.mode).toBe("year");
  expect(comparisonOf("all", usual)).toBeUndefined();
  expect(comparisonOf("month", usual)).toEqual(usual);
  expect(comparisonOf("year", undefined)).toBeUndefined();
});

test("the last 24 hours are compared with the 24 hours before", () => {
  const range = { from: "2026-11-25", to: "2026-11-26", fromHour: 15 };
  const usual = { mode: "previous", matchesWeekday: false };
  expect(earlierDays(range, usual, "2026-11-26")).toEqual({
    from: "2026-11-24",
    to: "2026-11-25",
    fromHour: 15,
  });
});
