import { expect, test } from "vitest";
import {
  beginningOf,
  earlierHours,
  hoursOf,
  momentsOf,
  paramsOf,
  readHours,
  textOf,
} from "../../../src/http/compat/umami/range.ts";

const read = (query: Record<string, string | number>, timezone: string) =>
  readHours(new Map(Object.entries(query).map(([name, value]) => [name, String(value)])), timezone);
const ms = (time: string) => Date.parse(time);
const hourMs = 3_600_000;
const zones = ["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kolkata"];

test.each([
  ["UTC", "2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z", "2026-11-01", "2026-11-01"],
  ["UTC", "2026-11-01T00:00:00Z", "2026-11-02T23:59:59.999Z", "2026-11-01", "2026-11-02"],
  ["UTC", "2026-11-01T00:00:00Z", "2026-11-02T23:59:59Z", "2026-11-01", "2026-11-02"],
  ["Asia/Kolkata", "2026-10-31T18:30:00Z", "2026-11-01T18:30:00Z", "2026-11-01", "2026-11-01"],
  ["America/New_York", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z", "2026-11-01", "2026-11-01"],
  ["Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", "2026-10-25", "2026-10-25"],
])("in %s, %s to %s are the days %s to %s", (timezone, start, end, from, to) => {
  for (const range of [
    read({ startAt: ms(start), endAt: ms(end) }, timezone),
    read({ startDate: start, endDate: end }, timezone),
  ]) {
    expect(paramsOf(range)).toEqual({ from, to });
    expect(textOf(range)).toBe(`${from}/${to}`);
  }
});

test.each([
  // 15:30 by the clock of Berlin.
  ["the last day", 24, "2026-11-27", "16", "2026-11-28", "16", "2026-11-27T16:00/2026-11-28T16:00"],
  ["a week", 168, "2026-11-21", "16", "2026-11-28", "16", "2026-11-21T16:00/2026-11-28T16:00"],
  [
    "ten minutes",
    1 / 6,
    "2026-11-28",
    "15",
    "2026-11-28",
    "16",
    "2026-11-28T15:00/2026-11-28T16:00",
  ],
])(
  "%s until now has whole hours up to the present one",
  (_, hours, from, fromHour, to, toHour, text) => {
    const now = ms("2026-11-28T14:30:00.123Z");
    const range = read({ startAt: now - Number(hours) * hourMs, endAt: now }, "Europe/Berlin");
    expect(paramsOf(range)).toEqual({ from, from_hour: fromHour, to, to_hour: toHour });
    expect(textOf(range)).toBe(text);
  },
);

test.each(zones)("ranges that meet have no hour twice and leave none out, in %s", (timezone) => {
  // The clocks of summer end within these weeks.
  const now = ms("2026-11-05T09:17:31.456Z");
  const moments = [0, 1, 5, 24, 48, 168, 336, 720, 721].map((hours) => now - hours * hourMs);
  for (const [i, endAt] of moments.slice(0, -2).entries()) {
    const middle = moments[i + 1] ?? 0;
    const after = read({ startAt: middle, endAt }, timezone);
    const before = read({ startAt: moments[i + 2] ?? 0, endAt: middle }, timezone);
    expect(before.end).toBe(after.start);
  }
});

test("the days of a client in UTC are not the next ones of a website east of it", () => {
  const yesterday = { startAt: ms("2026-11-27T00:00:00Z"), endAt: ms("2026-11-27T23:59:59.999Z") };
  expect(textOf(read(yesterday, "Europe/Berlin"))).toBe("2026-11-27T01:00/2026-11-28T01:00");
});

test("dates are whole days in every zone", () => {
  for (const timezone of ["Pacific/Kiritimati", "UTC", "Pacific/Pago_Pago", "America/Santiago"]) {
    const query = { startDate: "2026-09-05", endDate: "2026-09-06" };
    expect(paramsOf(read(query, timezone))).toEqual({ from: "2026-09-05", to: "2026-09-06" });
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

test("earlier hours are as many before, or the same ones of the year before", () => {
  const days = hoursOf({ from: "2024-02-28", to: "2024-02-29" });
  expect(paramsOf(earlierHours(days, "prev"))).toEqual({ from: "2024-02-26", to: "2024-02-27" });
  expect(paramsOf(earlierHours(days, "yoy"))).toEqual({ from: "2023-02-28", to: "2023-02-28" });
  const rolling = read(
    { startAt: ms("2026-03-02T14:30:00Z"), endAt: ms("2026-03-03T14:30:00Z") },
    "UTC",
  );
  expect(textOf(earlierHours(rolling, "prev"))).toBe("2026-03-01T15:00/2026-03-02T15:00");
  expect(textOf(earlierHours(rolling, "yoy"))).toBe("2025-03-02T15:00/2025-03-03T15:00");
  expect(momentsOf(hoursOf({ from: "2026-10-25", to: "2026-10-25" }), "Europe/Berlin")).toEqual({
    startDate: "2026-10-24T22:00:00.000Z",
    endDate: "2026-10-25T22:59:59.999Z",
  });
});
