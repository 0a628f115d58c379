import { describe, expect, test } from "vitest";

import { Problem } from "../../../../src/base/errors.ts";
import {
  bucketsOf,
  dateRangeOf,
  intervalOf,
  periodOf,
} from "../../../../src/http/compat/plausible/dates.ts";

const today = "2026-03-31";

describe("a period of v1", () => {
  test.each([
    ["day", undefined, "2026-03-31", "2026-03-31"],
    ["day", "2026-02-28", "2026-02-28", "2026-02-28"],
    ["7d", undefined, "2026-03-24", "2026-03-30"],
    ["30d", "2026-01-31", "2026-01-01", "2026-01-30"],
    ["month", "2024-02-10", "2024-02-01", "2024-02-29"],
    ["6mo", undefined, "2025-10-01", "2026-03-31"],
    ["12mo", "2026-01-15", "2025-02-01", "2026-01-31"],
    ["custom", "2026-01-01,2026-01-02", "2026-01-01", "2026-01-02"],
  ])("%s of %s", (period, date, from, to) => {
    expect(periodOf(period, date, today)).toEqual({ from, to });
  });

  test.each([
    ["28d", undefined],
    ["90d", undefined],
    ["year", undefined],
    ["toString", undefined],
    ["day", "2026-02-29"],
    ["custom", undefined],
    ["custom", "2026-01-02,2026-01-01"],
    ["custom", "2026-01-01,2026-01-02,2026-01-03"],
  ])("%s of %s is refused", (period, date) => {
    expect(() => periodOf(period, date, today)).toThrow(Problem);
  });
});

describe("a date range of v2", () => {
  const berlin = (asked: unknown) => dateRangeOf(asked, today, "Europe/Berlin");

  test.each([
    ["day", "2026-03-31", "2026-03-31"],
    ["1d", "2026-03-30", "2026-03-30"],
    ["28d", "2026-03-03", "2026-03-30"],
    ["5000d", "2012-07-22", "2026-03-30"],
    ["1mo", "2026-02-01", "2026-02-28"],
    ["100mo", "2017-11-01", "2026-02-28"],
    ["month", "2026-03-01", "2026-03-31"],
    ["year", "2026-01-01", "2026-12-31"],
    [["2026-01-01", "2026-01-02"], "2026-01-01", "2026-01-02"],
    // The clock changes on 29 March.
    [["2026-03-28T00:00:00+01:00", "2026-03-29T23:59:59+02:00"], "2026-03-28", "2026-03-29"],
    [["2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z"], "2026-03-29", "2026-03-29"],
  ])("%j", (asked, from, to) => {
    expect(berlin(asked)).toEqual({ from, to });
  });

  test("all has no days of its own", () => {
    expect(berlin("all")).toBeUndefined();
  });

  test.each([
    "0d",
    "5001d",
    "101mo",
    "01d",
    "week",
    "constructor",
    "",
    7,
    null,
    {},
    [["2026-01-01"]],
    [["2026-01-02", "2026-01-01"]],
    [["2026-01-01T00:00:00Z", "2026-01-01T23:59:59Z"]],
    [["2026-01-01T00:00:00+01:00", "2026-01-01T12:00:00+01:00"]],
    [["2026-01-01T23:59:59+01:00", "2026-01-02T23:59:59+01:00"]],
  ])("%j is refused", (...asked) => {
    expect(() => berlin(asked[0])).toThrow("#/date_range");
  });
});

describe("the units of a range", () => {
  const labels = (from: string, to: string, interval: "hour" | "day" | "week" | "month") =>
    bucketsOf({ from, to }, interval).map(({ label }) => label);

  test("are named as in Plausible", () => {
    expect(labels("2026-01-30", "2026-03-01", "month")).toEqual([
      "2026-01-01",
      "2026-02-01",
      "2026-03-01",
    ]);
    expect(labels("2026-03-04", "2026-03-09", "week")).toEqual(["2026-03-02", "2026-03-09"]);
    expect(labels("2026-02-28", "2026-03-01", "day")).toEqual(["2026-02-28", "2026-03-01"]);
    expect(labels(today, today, "hour")).toHaveLength(24);
    expect(labels(today, today, "hour").at(-1)).toBe("2026-03-31 23:00:00");
  });

  test("have the days that are in the range", () => {
    const [first] = bucketsOf({ from: "2026-03-04", to: "2026-03-20" }, "week");
    expect(first).toMatchObject({ value: "2026-03-02", from: "2026-03-04", to: "2026-03-08" });
    const [only] = bucketsOf({ from: "2026-03-04", to: "2026-03-20" }, "month");
    expect(only).toMatchObject({ value: "2026-03", from: "2026-03-04", to: "2026-03-20" });
  });

  test("are limited", () => {
    expect(() => bucketsOf({ from: "0001-01-01", to: "9999-12-31" }, "day")).toThrow("10000");
  });

  test("fit the range where nobody names them", () => {
    expect(intervalOf({ from: today, to: today })).toBe("hour");
    expect(intervalOf({ from: "2026-01-01", to: "2026-01-31" })).toBe("day");
    expect(intervalOf({ from: "2026-01-01", to: "2026-02-01" })).toBe("month");
    expect(intervalOf({ from: "2026-01-31", to: "2026-02-28" })).toBe("day");
    expect(intervalOf({ from: "2026-01-31", to: "2026-03-01" })).toBe("month");
  });
});
