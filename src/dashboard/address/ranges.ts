import { addDays, countDays, type Days, firstOfMonth } from "./calendar-day.ts";

/** Lists the ranges relative to the website's current day, by their names in the address. */
export const rangeNames = [
  "today",
  "yesterday",
  "7d",
  "30d",
  "month",
  "last-month",
  "12mo",
] as const;
export type RangeName = (typeof rangeNames)[number];

/** A relative range, or fixed days. */
export type Range = RangeName | Days;

export const rangeLabels: Readonly<Record<RangeName, string>> = {
  today: "Today",
  yesterday: "Yesterday",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  month: "Month to date",
  "last-month": "Last month",
  "12mo": "Last 12 months",
};

/** Returns the days of a range. Ranges up to today include it, although it is not over. */
export function daysOf(range: Range, today: string): Days {
  if (typeof range === "object") return range;
  return namedDays[range](today);
}

const namedDays: Readonly<Record<RangeName, (today: string) => Days>> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  "7d": (today) => ({ from: addDays(today, -6), to: today }),
  "30d": (today) => ({ from: addDays(today, -29), to: today }),
  month: (today) => ({ from: firstOfMonth(today), to: today }),
  "last-month": (today) => ({
    from: firstOfMonth(today, -1),
    to: addDays(firstOfMonth(today), -1),
  }),
  "12mo": (today) => ({ from: firstOfMonth(today, -11), to: today }),
};

/**
 * Returns the period before (-1) or after (1). Whole months move by a month, others by their
 * length.
 */
export function moveDays(days: Days, by: -1 | 1): Days {
  if (isWholeMonth(days)) {
    return {
      from: firstOfMonth(days.from, by),
      to: addDays(firstOfMonth(days.from, by + 1), -1),
    };
  }
  const count = countDays(days) * by;
  return { from: addDays(days.from, count), to: addDays(days.to, count) };
}

function isWholeMonth({ from, to }: Days): boolean {
  return firstOfMonth(from) === from && addDays(firstOfMonth(from, 1), -1) === to;
}

export function labelOf(range: Range): string {
  return typeof range === "object" ? "Custom range" : rangeLabels[range];
}
