import { expect, test } from "vitest";
import { beginningOf, earlierDays, momentsOf, readDays } from "../../../src/compat/umami/range.ts";

const read = (query: Record<string, string | number>, timezone: string) =>
  readDays(new Map(Object.entries(query).map(([name, value]) => [name, String(value)])), timezone);
const ms = (time: string) => Date.parse(time);

test.each([
  ["UTC", "2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z", "2026-11-01", "2026-11-01"],
  ["UTC", "2026-11-01T00:00:00Z", "2026-11-02T00:00:00.001Z", "2026-11-01", "2026-11-02"],
  ["UTC", "2026-11-01T23:59:59.999Z", "2026-11-02T00:00:00Z", "2026-11-01", "2026-11-01"],
  ["UTC", "2026-11-01T00:00:00Z", "2026-11-01T00:00:00Z", "2026-11-01", "2026-11-01"],
  ["Asia/Kolkata", "2026-10-31T18:30:00Z", "2026-11-01T18:30:00Z", "2026-11-01", "2026-11-01"],
  ["America/New_York", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z", "2026-11-01", "2026-11-01"],
  ["Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", "2026-10-25", "2026-10-25"],
])("in %s, %s to %s are %s to %s", (timezone, start, end, from, to) => {
  expect(read({ startAt: ms(start), endAt: ms(end) }, timezone)).toEqual({ from, to });
  expect(read({ startDate: start, endDate: end }, timezone)).toEqual({ from, to });
});

test("dates are whole days in every zone", () => {
  for (const timezone of ["Pacific/Kiritimati", "UTC", "Pacific/Pago_Pago", "America/Santiago"]) {
    const query = { startDate: "2026-09-05", endDate: "2026-09-06" };
    expect(read(query, timezone)).toEqual({ from: "2026-09-05", to: "2026-09-06" });
  }
});

test.each([
  ["2026-11-20T13:00", "UTC", "2026-11-20T13:00:00Z"],
  ["2026-11-20", "Asia/Kolkata", "2026-11-20T00:00:00+05:30"],
  ["2026-11-20T07:00", "America/New_York", "2026-11-20T07:00:00-05:00"],
  ["2026-07-01T07:00", "America/St_Johns", "2026-07-01T07:00:00-02:30"],
  ["2026-07", "Europe/Berlin", "2026-07-01T00:00:00+02:00"],
])("%s in %s begins at %s", (period, timezone, beginning) => {
  expect(beginningOf(period, timezone)).toBe(beginning);
});

test("earlier days are as many before, or the same dates", () => {
  const days = { from: "2024-02-28", to: "2024-02-29" };
  expect(earlierDays(days, "prev")).toEqual({ from: "2024-02-26", to: "2024-02-27" });
  expect(earlierDays(days, "yoy")).toEqual({ from: "2023-02-28", to: "2023-02-28" });
  expect(momentsOf({ from: "2026-10-25", to: "2026-10-25" }, "Europe/Berlin")).toEqual({
    startDate: "2026-10-24T22:00:00.000Z",
    endDate: "2026-10-25T22:59:59.999Z",
  });
});
