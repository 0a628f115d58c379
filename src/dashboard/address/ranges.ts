import { rangesWords } from "../words/ranges.ts";
import {
  addDays,
  countDays,
  type Days,
  earlierOf,
  firstOfMonth,
  isWholeMonths,
} from "./calendar-day.ts";

/** Lists the ranges relative to the website's current day, by their names in the address. */
export const rangeNames = [
  "today",
  "yesterday",
  "24h",
  "7d",
  "30d",
  "90d",
  "month",
  "last-month",
  "12mo",
  "year",
  "last-year",
  "all",
] as const;
export type RangeName = (typeof rangeNames)[number];

/** A relative range, or fixed days. */
export type Range = RangeName | Days;

/** The present on the website's clock, and the first day of its statistics. */
interface Present {
  readonly today: string;
  /** 0 to 23. */
  readonly hour: number;
  readonly firstDay: string;
}

/**
 * Returns the days of a range. Ranges up to today include it, although it is not over. Only
 * `24h` needs the hour, and `all` the first day.
 */
export function daysOf(range: Range, today: string, hour = 23, firstDay = today): Days {
  if (typeof range === "object") return range;
  return namedDays[range]({ today, hour, firstDay });
}

const lastDays =
  (count: number) =>
  ({ today }: Present): Days => ({ from: addDays(today, 1 - count), to: today });

const namedDays: Readonly<Record<RangeName, (present: Present) => Days>> = {
  today: lastDays(1),
  yesterday: ({ today }) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  // In the last hour of a day, it is the whole day.
  "24h": ({ today, hour }) =>
    hour === 23
      ? { from: today, to: today }
      : { from: addDays(today, -1), to: today, fromHour: hour + 1 },
  "7d": lastDays(7),
  "30d": lastDays(30),
  "90d": lastDays(90),
  month: ({ today }) => ({ from: firstOfMonth(today), to: today }),
  "last-month": ({ today }) => ({
    from: firstOfMonth(today, -1),
    to: addDays(firstOfMonth(today), -1),
  }),
  "12mo": ({ today }) => ({ from: firstOfMonth(today, -11), to: today }),
  year: ({ today }) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
  "last-year": ({ today }) => {
    const year = Number(today.slice(0, 4)) - 1;
    return { from: `${year}-01-01`, to: `${year}-12-31` };
  },
  all: ({ today, firstDay }) => ({ from: earlierOf(firstDay, today), to: today }),
};

/**
 * Returns the period before (-1) or after (1). Whole months move by their number, others by their
 * length.
 */
export function moveDays(days: Days, by: -1 | 1): Days {
  const { from, to, fromHour } = days;
  if (isWholeMonths(days)) {
    const apart = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
    const months = 12 * apart + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;
    return {
      from: firstOfMonth(from, by * months),
      to: addDays(firstOfMonth(to, by * months + 1), -1),
    };
  }
  // A range with hours is a day long, and moves to the days that it is part of.
  const count = (countDays(days) - (fromHour === undefined ? 0 : 1)) * by;
  return { from: addDays(from, count), to: addDays(to, count) };
}

export function labelOf(range: Range): string {
  if (typeof range === "string") return rangesWords.names[range];
  return range.from === range.to ? rangesWords.day : rangesWords.custom;
}
