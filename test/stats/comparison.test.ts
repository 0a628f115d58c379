import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { earlierRange } from "../../src/base/earlier-range.ts";

import { changeOf } from "../../src/stats/comparison.ts";

const earlier = (from: string, to: string, mode: string, match?: "weekday") => {
  const range = earlierRange({ from, to }, { mode, matchesWeekday: match !== undefined });
  return `${range.from} ${range.to}`;
};

describe("the earlier range", () => {
  test.each([
    ["2026-11-10", "2026-11-16", "previous", undefined, "2026-11-03 2026-11-09"],
    ["2024-03-01", "2024-03-01", "previous", undefined, "2024-02-29 2024-02-29"],
    ["2026-11-01", "2026-11-30", "previous", undefined, "2026-10-01 2026-10-31"],
    ["2024-02-01", "2024-02-29", "previous", undefined, "2024-01-01 2024-01-31"],
    ["2026-01-01", "2026-03-31", "previous", undefined, "2025-10-01 2025-12-31"],
    ["2026-01-01", "2026-12-31", "previous", undefined, "2025-01-01 2025-12-31"],
    // No whole month.
    ["2026-11-01", "2026-11-29", "previous", undefined, "2026-10-03 2026-10-31"],
    ["2026-11-02", "2026-11-30", "previous", undefined, "2026-10-04 2026-11-01"],
    // A Sunday: 2 October is a Friday, 27 September a Sunday.
    ["2026-11-01", "2026-11-30", "previous", "weekday", "2026-09-27 2026-10-26"],
    ["2026-11-10", "2026-11-16", "previous", "weekday", "2026-11-03 2026-11-09"],
    ["2026-11-10", "2026-11-10", "previous", "weekday", "2026-11-03 2026-11-03"],
    ["2026-11-10", "2026-11-17", "previous", "weekday", "2026-10-27 2026-11-03"],
    ["2026-11-10", "2026-11-16", "year", undefined, "2025-11-10 2025-11-16"],
    // Tuesday 10 November 2026, and Tuesday 11 November 2025.
    ["2026-11-10", "2026-11-16", "year", "weekday", "2025-11-11 2025-11-17"],
    // The Friday after Thanksgiving, in three years.
    ["2026-11-27", "2026-11-27", "year", "weekday", "2025-11-28 2025-11-28"],
    ["2025-11-28", "2025-11-28", "year", "weekday", "2024-11-29 2024-11-29"],
    ["2024-11-29", "2024-11-29", "year", "weekday", "2023-12-01 2023-12-01"],
    ["2026-01-01", "2026-12-30", "year", "weekday", "2025-01-02 2025-12-31"],
    ["2026-01-01", "2026-12-31", "year", "weekday", "2024-12-26 2025-12-25"],
    ["2024-02-29", "2024-02-29", "year", undefined, "2023-02-28 2023-02-28"],
    ["2024-02-29", "2024-03-01", "year", undefined, "2023-02-28 2023-03-01"],
    ["2024-02-28", "2024-03-01", "year", undefined, "2023-02-28 2023-03-01"],
    ["2025-02-28", "2025-03-01", "year", undefined, "2024-02-28 2024-03-01"],
    ["2025-02-28", "2025-03-01", "year", "weekday", "2024-03-01 2024-03-02"],
    ["2024-01-01", "2024-12-31", "year", undefined, "2023-01-01 2023-12-31"],
    ["2023-06-01", "2026-05-31", "year", undefined, "2022-06-01 2025-05-31"],
    ["0050-05-05", "0050-05-05", "year", undefined, "0049-05-05 0049-05-05"],
    ["2026-11-10", "2026-11-16", "2026-01-01", undefined, "2026-01-01 2026-01-07"],
    ["2026-11-10", "2026-11-16", "2026-01-01", "weekday", "2025-12-30 2026-01-05"],
    ["2026-11-10", "2026-11-16", "2026-11-09", undefined, "2026-11-09 2026-11-15"],
    ["2026-11-10", "2026-11-16", "2026-11-09", "weekday", "2026-11-03 2026-11-09"],
  ] as const)("of %s to %s, compare=%s, match=%s, is %s", (from, to, mode, match, expected) => {
    expect(earlier(from, to, mode, match)).toBe(expected);
  });

  test.each([
    ["2026-11-01", "2026-11-26", "2026-10-01 2026-10-26"],
    ["2026-01-01", "2026-01-02", "2025-12-01 2025-12-02"],
    ["2026-03-01", "2026-03-30", "2026-02-01 2026-02-28"],
    ["2026-11-01", "2026-11-30", "2026-10-01 2026-10-31"],
    // The first day of a month is a day like any other.
    ["2026-11-01", "2026-11-01", "2026-10-31 2026-10-31"],
    ["2026-10-01", "2026-11-26", "2026-08-05 2026-09-30"],
    ["2026-11-02", "2026-11-26", "2026-10-08 2026-11-01"],
  ])("of %s up to today, %s, is %s", (from, to, expected) => {
    const range = earlierRange(
      { from, to },
      { mode: "previous", matchesWeekday: false, today: to },
    );
    expect(`${range.from} ${range.to}`).toBe(expected);
  });

  test("before the year 0 has a sign", () => {
    expect(earlier("0000-01-01", "0000-01-01", "year")).toBe("-000001-01 -000001-01");
    expect(earlier("0000-01-03", "0000-01-09", "0000-01-01", "weekday")).toMatch(/^-/);
  });

  test("is the one that going back day by day finds", () => {
    const day = fc.integer({ min: -20_000, max: 40_000 }).map((n) => dayAt(n));
    const mode = fc.oneof(fc.constantFrom("previous", "year"), fc.integer({ min: 1, max: 900 }));
    fc.assert(
      fc.property(day, fc.nat(800), mode, fc.boolean(), (from, more, how, matchesWeekday) => {
        const to = moved(from, more);
        const asked = typeof how === "number" ? moved(from, -how) : how;
        fc.pre(asked !== "previous" || matchesWeekday || !from.endsWith("-01"));
        const wanted = plainEarlier({ from, to }, asked, matchesWeekday);
        expect(earlierRange({ from, to }, { mode: asked, matchesWeekday })).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });
});

function dayAt(n: number): string {
  return new Date(n * 86_400_000).toISOString().slice(0, 10);
}

function moved(day: string, by: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + by);
  return date.toISOString().slice(0, 10);
}

const weekdayOf = (day: string) => new Date(day).getUTCDay();

/** Returns the earlier range in the plainest way, one day at a time. */
function plainEarlier({ from, to }: { from: string; to: string }, how: string, match: boolean) {
  let [begin, end] = [how, how];
  if (how === "year") {
    const before = (day: string) => {
      const same = `${String(Number(day.slice(0, 4)) - 1).padStart(4, "0")}${day.slice(4)}`;
      return same.endsWith("-02-29") ? same.replace(/29$/, "28") : same;
    };
    [begin, end] = [before(from), before(to)];
  } else {
    if (how === "previous") {
      begin = moved(from, -1);
      for (let day = from; day !== to; day = moved(day, 1)) begin = moved(begin, -1);
    }
    end = begin;
    for (let day = from; day !== to; day = moved(day, 1)) end = moved(end, 1);
  }
  return match ? plainMatch({ from, to }, how, begin) : { from: begin, to: end };
}

/**
 * Returns the range of as many days from the same weekday, found by looking at one day after the
 * other: nearest to `begin`, and before the range, but for a year.
 */
function plainMatch({ from, to }: { from: string; to: string }, how: string, begin: string) {
  let days = 1;
  for (let day = from; day !== to; day = moved(day, 1)) days += 1;
  if (how === "year") {
    const year = moved(from, days > 364 ? -371 : -364);
    return { from: year, to: moved(year, days - 1) };
  }
  const isThere = (day: string) =>
    weekdayOf(day) === weekdayOf(from) && moved(day, days - 1) < from;
  const farMax = 7 + days;
  for (let far = 0; far <= farMax; far += 1) {
    for (const day of [moved(begin, far), moved(begin, -far)]) {
      if (isThere(day)) return { from: day, to: moved(day, days - 1) };
    }
  }
  throw new Error("no weekday is near");
}

test("a change is the part by which a number grew, and unknown without a number before", () => {
  const changes = [changeOf(3, 2), changeOf(0, 2), changeOf(2, 2), changeOf(-1, -2)];
  expect(changes).toEqual([0.5, -1, 0, -0.5]);
  expect([changeOf(3, 0), changeOf(3, null), changeOf(null, 3)]).toEqual([null, null, null]);
});
