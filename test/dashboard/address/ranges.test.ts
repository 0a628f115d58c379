import { describe, expect, test } from "vitest";
import { mondayOf } from "../../../src/base/calendar.ts";

import { dayIn, isDay } from "../../../src/dashboard/address/calendar-day.ts";
import { daysOf, moveDays } from "../../../src/dashboard/address/ranges.ts";

const today = "2026-03-01";

describe("a range", () => {
  test.each([
    ["today", "2026-03-01", "2026-03-01"],
    ["yesterday", "2026-02-28", "2026-02-28"],
    ["24h", "2026-03-01", "2026-03-01"],
    ["7d", "2026-02-23", "2026-03-01"],
    ["90d", "2025-12-02", "2026-03-01"],
    ["year", "2026-01-01", "2026-03-01"],
    ["last-year", "2025-01-01", "2025-12-31"],
    ["all", "2026-03-01", "2026-03-01"],
    ["30d", "2026-01-31", "2026-03-01"],
    ["month", "2026-03-01", "2026-03-01"],
    ["last-month", "2026-02-01", "2026-02-28"],
    ["12mo", "2025-04-01", "2026-03-01"],
  ] as const)("%s on the first of March is from %s to %s", (name, from, to) => {
    expect(daysOf(name, today)).toEqual({ from, to });
  });

  test("last month in January is December of the year before", () => {
    expect(daysOf("last-month", "2026-01-31")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  });

  test("last month in March of a leap year ends on the 29th", () => {
    expect(daysOf("last-month", "2028-03-31")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  });

  test("of the last 24 hours begins at the next hour of the day before", () => {
    expect(daysOf("24h", today, 14)).toEqual({ from: "2026-02-28", to: today, fromHour: 15 });
  });

  test("of all time begins on the first day, or today without one", () => {
    expect(daysOf("all", today, 14, "2024-05-06")).toEqual({ from: "2024-05-06", to: today });
    expect(daysOf("all", today, 14)).toEqual({ from: today, to: today });
  });

  test("that was chosen stays as it is", () => {
    const days = { from: "2025-01-01", to: "2025-01-03" };
    expect(daysOf(days, today)).toEqual(days);
  });
});

describe("moving", () => {
  test("goes by the range's own length", () => {
    const days = { from: "2026-02-10", to: "2026-02-12" };
    expect(moveDays(days, -1)).toEqual({ from: "2026-02-07", to: "2026-02-09" });
    expect(moveDays(days, 1)).toEqual({ from: "2026-02-13", to: "2026-02-15" });
  });

  test("goes by months where the range is a month", () => {
    const february = { from: "2026-02-01", to: "2026-02-28" };
    expect(moveDays(february, -1)).toEqual({ from: "2026-01-01", to: "2026-01-31" });
    expect(moveDays(february, 1)).toEqual({ from: "2026-03-01", to: "2026-03-31" });
  });
});

test("moving goes by years where the range is a year, and by a day where it is 24 hours", () => {
  const year = { from: "2025-01-01", to: "2025-12-31" };
  expect(moveDays(year, -1)).toEqual({ from: "2024-01-01", to: "2024-12-31" });
  const hours = { from: "2026-02-28", to: "2026-03-01", fromHour: 15 };
  expect(moveDays(hours, -1)).toEqual({ from: "2026-02-27", to: "2026-02-28" });
});

describe("a day", () => {
  test("is that of the website's time zone", () => {
    const lateInUtc = Date.parse("2026-11-21T23:30:00Z");
    expect(dayIn("UTC", lateInUtc)).toBe("2026-11-21");
    expect(dayIn("Asia/Tokyo", lateInUtc)).toBe("2026-11-22");
    expect(dayIn("America/New_York", lateInUtc)).toBe("2026-11-21");
  });

  test("is one only when the calendar has it", () => {
    expect(isDay("2028-02-29")).toBe(true);
    for (const text of ["2026-02-29", "2026-13-01", "1999-12-31", "26-01-01", "today", ""]) {
      expect(isDay(text), text).toBe(false);
    }
  });

  test("belongs to the week of the Monday before it", () => {
    expect(mondayOf("2026-11-16")).toBe("2026-11-16");
    expect(mondayOf("2026-11-22")).toBe("2026-11-16");
    expect(mondayOf("2026-01-01")).toBe("2025-12-29");
  });
});
