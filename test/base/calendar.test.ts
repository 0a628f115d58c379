import { describe, expect, test } from "vitest";

import {
  beginAnywhereMs,
  clockMs,
  clockOffsets,
  datesApartMax,
  dayMs,
  earliestLocalDay,
  endEverywhereMs,
  isoDay,
  isRealDay,
  latestLocalDay,
  localDay,
  monthOf,
  zonedTime,
} from "../../src/base/calendar.ts";

const dayOf = (timezone: string, time: string) => isoDay(localDay(timezone, Date.parse(time)));

test.each([
  ["UTC", "2026-11-20T00:00:00.000Z"],
  ["Europe/Berlin", "2026-11-19T23:00:00.000Z"],
  ["Asia/Kolkata", "2026-11-19T18:30:00.000Z"],
  ["Asia/Kathmandu", "2026-11-19T18:15:00.000Z"],
  ["Pacific/Kiritimati", "2026-11-19T10:00:00.000Z"],
  ["Pacific/Chatham", "2026-11-19T10:15:00.000Z"],
  ["Pacific/Marquesas", "2026-11-20T09:30:00.000Z"],
  ["Pacific/Niue", "2026-11-20T11:00:00.000Z"],
  ["Etc/GMT+12", "2026-11-20T12:00:00.000Z"],
  ["America/New_York", "2026-11-20T05:00:00.000Z"],
])("in %s the day begins at %s, to the millisecond", (timezone, midnight) => {
  const before = new Date(Date.parse(midnight) - 1).toISOString();

  expect([dayOf(timezone, before), dayOf(timezone, midnight)]).toEqual([
    "2026-11-19",
    "2026-11-20",
  ]);
});

test.each([
  ["spring", "2026-03-08", "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z", 23],
  ["autumn", "2026-11-01", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z", 25],
])(
  "in New York the day of the change in %s, %s, is from %s to %s",
  (_season, day, start, end, hours) => {
    const from = Date.parse(start);
    const to = Date.parse(end);
    const moments = Array.from({ length: hours * 4 }, (_, i) => from + i * 15 * 60_000);

    expect(to - from).toBe(hours * 3_600_000);
    expect(new Set(moments.map((time) => isoDay(localDay("America/New_York", time))))).toEqual(
      new Set([day]),
    );
    expect(isoDay(localDay("America/New_York", from - 1))).not.toBe(day);
    expect(isoDay(localDay("America/New_York", to))).not.toBe(day);
  },
);

test("a day that a zone skipped is no day there", () => {
  expect(dayOf("Pacific/Apia", "2011-12-30T09:59:59Z")).toBe("2011-12-29");
  expect(dayOf("Pacific/Apia", "2011-12-30T10:00:00Z")).toBe("2011-12-31");
});

test("the memory of days has a limit, and is right beyond it", () => {
  const start = Date.UTC(2000, 0, 1);
  for (let i = 0; i <= 100_001; i += 1) localDay("Europe/Berlin", start + i * 900_000);

  expect(dayOf("Europe/Berlin", "2000-01-01T23:00:00Z")).toBe("2000-01-02");
});

test.each([
  ["2000-01-01", 200_001],
  ["2026-11-30", 202_611],
  ["2026-12-01", 202_612],
  ["2024-02-29", 202_402],
])("%s is in month %i", (day, month) => {
  expect(monthOf(Date.parse(day) / 86_400_000)).toBe(month);
});

test("a day is over everywhere when it is over in the last zone", () => {
  const day = Date.parse("2026-11-20") / 86_400_000;
  const end = endEverywhereMs(day);

  expect(isoDay(localDay("Etc/GMT+12", end - 1))).toBe("2026-11-20");
  expect(isoDay(localDay("Etc/GMT+12", end))).toBe("2026-11-21");
});

test("a clock's offsets begin to the second at its changes", () => {
  const [fromS, toS] = ["2025-01-15", "2026-01-15"].map((day) => Date.parse(day) / 1000);
  const offsets = clockOffsets("Europe/Berlin", fromS ?? 0, toS ?? 0);

  expect(
    offsets.map(({ fromS, aheadS }) => [new Date(fromS * 1000).toISOString(), aheadS / 3_600]),
  ).toEqual([
    ["2025-01-15T00:00:00.000Z", 1],
    ["2025-03-30T01:00:00.000Z", 2],
    ["2025-10-26T01:00:00.000Z", 1],
  ]);
});

test.each(["UTC", "Africa/Casablanca", "Africa/Cairo", "Asia/Gaza", "Australia/Lord_Howe"])(
  "a clock's offsets in %s are those that it shows on every day since 2000",
  (timezone) => {
    const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, timeStyle: "short" });
    const [fromS, toS] = [Date.UTC(2000) / 1000, Date.UTC(2027) / 1000];
    const offsets = clockOffsets(timezone, fromS, toS);
    for (let timeS = fromS; timeS < toS; timeS += 86_400) {
      const { aheadS = Number.NaN } = offsets.findLast((offset) => offset.fromS <= timeS) ?? {};
      const shown = new Date((timeS + aheadS) * 1000).toISOString().slice(11, 16);
      expect(`${timeS} ${shown}`).toBe(`${timeS} ${clock.format(timeS * 1000)}`);
    }
  },
);

test.each([
  ["2026-11-20", true],
  ["2024-02-29", true],
  ["2026-02-29", false],
  ["2026-11-31", false],
  ["2026-13-01", false],
  ["2026-11-00", false],
  ["2026-11", false],
  ["2026-11-20T10:00", false],
  ["nonsense", false],
])("%s is a day of the calendar: %s", (text, real) => {
  expect(isRealDay(text)).toBe(real);
});

describe("of all time zones", () => {
  const zones = [...Intl.supportedValuesOf("timeZone"), "Etc/GMT-14", "Etc/GMT+12"];
  const hourMs = dayMs / 24;
  const start = Date.UTC(2026, 10, 20);

  test.each(Array.from({ length: 24 }, (_, hour) => hour))("at %i:00 UTC", (hour) => {
    const timeMs = start + hour * hourMs;
    const days = zones.map((zone) => localDay(zone, timeMs));

    expect(Math.min(...days)).toBe(earliestLocalDay(timeMs));
    expect(Math.max(...days)).toBe(latestLocalDay(timeMs));
    expect(Math.max(...days) - Math.min(...days)).toBeLessThanOrEqual(datesApartMax);
  });

  test("the first begins a day, and the last ends it", () => {
    const day = start / dayMs;
    const [begin, end] = [beginAnywhereMs(day), endEverywhereMs(day)];

    expect([begin - 1, begin].map(latestLocalDay)).toEqual([day - 1, day]);
    expect([end - 1, end].map(earliestLocalDay)).toEqual([day, day + 1]);
  });
});

test.each([
  ["Europe/Berlin", "2026-11-20", 13 * 60, "2026-11-20T12:00:00Z"],
  ["America/New_York", "2026-11-20", 0, "2026-11-20T05:00:00Z"],
  ["Asia/Kolkata", "2026-11-20", 30, "2026-11-19T19:00:00Z"],
  // Minutes that the clock skips: it goes from 2:00 to 3:00, and from 0:00 to 1:00.
  ["Europe/Berlin", "2026-03-29", 150, "2026-03-29T01:30:00Z"],
  ["America/Santiago", "2026-09-06", 0, "2026-09-06T04:00:00Z"],
  ["Africa/Cairo", "2026-04-24", 0, "2026-04-23T22:00:00Z"],
])("in %s, the clock shows %s, minute %i, at %s", (timezone, day, minute, time) => {
  expect(new Date(clockMs(timezone, day, minute)).toISOString()).toBe(time.replace("Z", ".000Z"));
});

test("a time of a day has the offset of the clock", () => {
  expect(zonedTime("Europe/Berlin", "2026-03-28", "00:00:00")).toBe("2026-03-28T00:00:00+01:00");
  expect(zonedTime("Europe/Berlin", "2026-03-29", "23:59:59")).toBe("2026-03-29T23:59:59+02:00");
  expect(zonedTime("America/St_Johns", "2026-03-31", "00:00:00")).toBe("2026-03-31T00:00:00-02:30");
  expect(zonedTime("UTC", "2026-03-31", "23:59:59")).toBe("2026-03-31T23:59:59Z");
});
