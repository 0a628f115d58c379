import { describe, expect, test } from "vitest";

import { newestDue, spanOf } from "../../../src/notifications/content/email-report-period.ts";

const week = { period: "week", from: "2025-11-10", to: "2025-11-16" };

describe("a week's report is due", () => {
  test.each([
    ["UTC", "2025-11-17T05:59:59Z", "2025-11-03", 6],
    ["UTC", "2025-11-17T06:00:00Z", "2025-11-10", 0],
    ["UTC", "2025-11-18T05:59:59Z", "2025-11-10", 0],
    ["UTC", "2025-11-18T06:00:00Z", "2025-11-10", 1],
    ["UTC", "2025-11-24T05:59:59Z", "2025-11-10", 6],
    ["Europe/Berlin", "2025-11-17T04:59:59Z", "2025-11-03", 6],
    ["Europe/Berlin", "2025-11-17T05:00:00Z", "2025-11-10", 0],
    ["America/Los_Angeles", "2025-11-17T13:59:59Z", "2025-11-03", 6],
    ["America/Los_Angeles", "2025-11-17T14:00:00Z", "2025-11-10", 0],
    ["Pacific/Kiritimati", "2025-11-16T15:59:59Z", "2025-11-03", 6],
    ["Pacific/Kiritimati", "2025-11-16T16:00:00Z", "2025-11-10", 0],
    ["Asia/Kathmandu", "2025-11-17T00:14:59Z", "2025-11-03", 6],
    ["Asia/Kathmandu", "2025-11-17T00:15:00Z", "2025-11-10", 0],
  ])("in %s at %s: that from %s, %i days late", (timezone, now, from, daysLate) => {
    const due = newestDue("week", timezone, Date.parse(now), 360);

    expect([due.span.from, due.daysLate]).toEqual([from, daysLate]);
  });

  test("six hours after the day began, also when it has 25 hours", () => {
    // Clocks in Berlin went back on Sunday 2025-10-26; the first of the month after it is a
    // Saturday.
    expect(
      newestDue("week", "Europe/Berlin", Date.parse("2025-10-27T05:00:00Z"), 360).daysLate,
    ).toBe(0);
    expect(
      newestDue("week", "Europe/Berlin", Date.parse("2025-10-27T04:59:59Z"), 360).daysLate,
    ).toBe(6);
  });
});

test.each([
  ["2025-12-01T06:00:00Z", "2025-11-01", "2025-11-30", 0],
  ["2025-12-01T05:59:59Z", "2025-10-01", "2025-10-31", 29],
  ["2026-01-01T06:00:00Z", "2025-12-01", "2025-12-31", 0],
  ["2024-03-05T12:00:00Z", "2024-02-01", "2024-02-29", 4],
  ["2025-03-05T12:00:00Z", "2025-02-01", "2025-02-28", 4],
])("a month's report at %s is that of %s to %s, %i days late", (now, from, to, daysLate) => {
  const due = newestDue("month", "UTC", Date.parse(now), 360);

  expect(due).toEqual({ span: { period: "month", from, to }, daysLate });
});

test.each(["2025-11-10", "2025-11-13", "2025-11-16"])(
  "%s lies in the week of its Monday",
  (date) => {
    expect(spanOf("week", Date.parse(date) / 86_400_000)).toEqual(week);
  },
);
