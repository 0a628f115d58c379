import { describe, expect, test } from "vitest";

import {
  defaultInterval,
  firstDayOf,
  intervalsFor,
  lastMinutes,
  pointAt,
  pointsOf,
} from "../../../src/dashboard/address/intervals.ts";
import { seriesOf } from "../../../src/dashboard/site/series.ts";

const day = (date: string) => ({ from: date, to: date });
const november = { from: "2026-11-01", to: "2026-11-30" };
const year = { from: "2025-12-01", to: "2026-11-21" };

describe("the points of a chart", () => {
  test("of one day are its hours", () => {
    const points = pointsOf(day("2026-11-20"), "hour", "Europe/Berlin");
    expect(points).toHaveLength(24);
    expect(points[0]).toBe("2026-11-20T00:00");
    expect(points.at(-1)).toBe("2026-11-20T23:00");
  });

  test("leave out the hour that is skipped in spring", () => {
    const points = pointsOf(day("2026-03-29"), "hour", "Europe/Berlin");
    expect(points).toHaveLength(23);
    expect(points).not.toContain("2026-03-29T02:00");
  });

  test("have the hour once that comes twice in autumn", () => {
    const points = pointsOf(day("2026-10-25"), "hour", "Europe/Berlin");
    expect(points).toHaveLength(24);
    expect(points.filter((point) => point === "2026-10-25T02:00")).toHaveLength(1);
  });

  test.each(["Asia/Kolkata", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu"])(
    "are 24 hours in %s, too",
    (timezone) => {
      expect(pointsOf(day("2026-11-20"), "hour", timezone)).toHaveLength(24);
    },
  );

  test.each([
    ["Europe/Berlin", 24 * 4],
    ["Asia/Kathmandu", 24 * 4],
    ["Australia/Lord_Howe", 24 * 4],
  ])("are quarters of an hour in %s", (timezone, count) => {
    const points = pointsOf(day("2026-11-20"), "15min", timezone);
    expect(points).toHaveLength(count);
    expect(points.slice(0, 3)).toEqual([
      "2026-11-20T00:00",
      "2026-11-20T00:15",
      "2026-11-20T00:30",
    ]);
  });

  test("are the minutes of the last two hours, also before midnight", () => {
    const days = lastMinutes("Asia/Kolkata", Date.parse("2026-11-20T19:30:30Z"));
    expect(days).toMatchObject({ from: "2026-11-20", to: "2026-11-21" });
    const points = pointsOf(days, "minute", "Asia/Kolkata");
    expect(points).toHaveLength(120);
    expect([points[0], points.at(-1)]).toEqual(["2026-11-20T23:01", "2026-11-21T01:00"]);
    const before = lastMinutes("Asia/Kolkata", Date.parse("2026-11-20T19:30:30Z"), 7);
    expect(before.minutes?.at(-1)).toBe("2026-11-14T01:00");
  });

  test("name weeks by their Monday, also one that began before", () => {
    expect(pointsOf(november, "week", "UTC")).toEqual([
      "2026-10-26",
      "2026-11-02",
      "2026-11-09",
      "2026-11-16",
      "2026-11-23",
      "2026-11-30",
    ]);
  });

  test("name months without a day", () => {
    const points = pointsOf(year, "month", "UTC");
    expect(points).toHaveLength(12);
    expect(points[0]).toBe("2025-12");
    expect(firstDayOf("2025-12")).toBe("2025-12-01");
  });
});

describe("the interval", () => {
  test("is hours for a day, days for a month, months for a year", () => {
    expect(defaultInterval(day("2026-11-20"))).toBe("hour");
    expect(defaultInterval(november)).toBe("day");
    expect(defaultInterval(year)).toBe("month");
  });

  test.each([
    [day("2026-11-20")],
    [{ from: "2026-11-15", to: "2026-11-21" }],
    [november],
    [{ from: "2026-03-01", to: "2026-11-21" }],
    [year],
    [{ from: "2000-01-01", to: "2026-11-21" }],
  ])("by default is one that can be chosen: %o", (days) => {
    expect(intervalsFor(days, "2026-11-21")).toContain(defaultInterval(days));
  });

  test("is minutes for today alone, and quarters for a day", () => {
    expect(intervalsFor(day("2026-11-20"), "2026-11-20")).toEqual(["minute", "15min", "hour"]);
    expect(intervalsFor(day("2026-11-19"), "2026-11-20")).toEqual(["15min", "hour"]);
    const last24h = { from: "2026-11-19", to: "2026-11-20", fromHour: 15 };
    expect(intervalsFor(last24h, "2026-11-20")).toEqual(["minute", "15min", "hour"]);
    const week = { from: "2026-11-14", to: "2026-11-20" };
    expect(intervalsFor(week, "2026-11-20")).toEqual(["hour", "day"]);
  });

  test("of now is told by the website's clock", () => {
    const time = Date.parse("2026-11-30T23:30:00Z");
    expect(pointAt("Europe/Berlin", time, "hour")).toBe("2026-12-01T00:00");
    expect(pointAt("Asia/Kolkata", time, "15min")).toBe("2026-12-01T05:00");
    expect(pointAt("Europe/Berlin", time, "month")).toBe("2026-12");
    expect(pointAt("UTC", time, "week")).toBe("2026-11-30");
  });
});

describe("a series", () => {
  test("is 0 where nothing is listed, and unknown in the future", () => {
    const points = ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"];
    const rows = [{ value: "2026-11-20", visitors: 3, pageviews: 7 }];
    expect(seriesOf(points, rows, "2026-11-22")).toEqual({
      visitors: [3, 0, 0, null],
      pageviews: [7, 0, 0, null],
    });
  });
});
