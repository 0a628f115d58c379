import { describe, expect, test } from "vitest";
import { pointsOf } from "../../../src/dashboard/address/intervals.ts";
import { annotationsAt, daysOfPoint } from "../../../src/dashboard/site/annotations.ts";
import { annotationsInTable } from "../../../src/dashboard/site/table-annotations.ts";

const annotation = (date: string, time: string | null = null) => ({
  id: 1,
  text: "Release",
  public: 0,
  created_at: "",
  updated_at: "",
  date,
  time,
});
const november = { from: "2026-11-01", to: "2026-11-30" };
const indexesOf = (found: ReadonlyMap<number, unknown>) => [...found.keys()];

describe("in the chart, an annotation", () => {
  test.each([
    ["day", "2026-11-20"],
    ["week", "2026-11-16"],
    ["month", "2026-11"],
  ] as const)("of a %s is at %s", (interval, point) => {
    const points = pointsOf(november, interval, "UTC");
    const found = annotationsAt(points, interval, [annotation("2026-11-20", "14:05")]);
    expect(indexesOf(found).map((index) => points[index])).toEqual([point]);
  });

  test("is at its hour, and without a time at the first one", () => {
    const points = pointsOf({ from: "2026-11-19", to: "2026-11-20" }, "hour", "UTC");
    const given = [annotation("2026-11-20"), annotation("2026-11-20", "14:05")];
    expect(indexesOf(annotationsAt(points, "hour", given))).toEqual([24, 38]);
  });

  test("of an hour that is skipped in spring is at the hour before", () => {
    const points = pointsOf({ from: "2026-03-29", to: "2026-03-29" }, "hour", "Europe/Berlin");
    const found = annotationsAt(points, "hour", [annotation("2026-03-29", "02:30")]);
    expect(indexesOf(found).map((index) => points[index])).toEqual(["2026-03-29T01:00"]);
  });

  test("of minutes is at its own, and nowhere if it is before the first one", () => {
    const points = ["2026-11-20T14:04", "2026-11-20T14:05", "2026-11-20T14:06"];
    const given = [annotation("2026-11-20"), annotation("2026-11-20", "14:05")];
    expect(indexesOf(annotationsAt(points, "minute", given))).toEqual([1]);
  });

  test("is among those of its point's days", () => {
    expect(daysOfPoint("2026-11-20T14:00", "hour")).toEqual({
      from: "2026-11-20",
      to: "2026-11-20",
    });
    expect(daysOfPoint("2026-11-16", "week")).toEqual({ from: "2026-11-16", to: "2026-11-22" });
    expect(daysOfPoint("2028-02", "month")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  });
});

describe("in the table, an annotation", () => {
  const given = ["2026-11-01", "2026-11-05", "2026-11-06", "2026-11-09", "2026-11-30"].map((date) =>
    annotation(date),
  );
  const first = {
    days: ["2026-11-10", "2026-11-07"],
    isByDay: true,
    isFirstPage: true,
    nextDay: "2026-11-05",
  };
  const last = { ...first, days: ["2026-11-05"], isFirstPage: false, nextDay: undefined };

  test("follows its day, or the day after if nobody came", () => {
    const found = [...annotationsInTable(first, given)];
    expect(found.map(([index, notes]) => [index, notes.map(({ date }) => date)])).toEqual([
      [1, ["2026-11-06"]],
      [0, ["2026-11-09"]],
      [-1, ["2026-11-30"]],
    ]);
  });

  test("is on one page", () => {
    const [onFirst, onLast] = [annotationsInTable(first, given), annotationsInTable(last, given)];
    const dates = [...onFirst.values(), ...onLast.values()].flat().map(({ date }) => date);
    expect(dates.sort()).toEqual(given.map(({ date }) => date));
  });

  test("follows its day where the days are not in order", () => {
    const rows = { ...first, days: ["2026-11-30", "2026-11-05"], isByDay: false };
    expect(indexesOf(annotationsInTable(rows, given))).toEqual([1, 0]);
  });
});
