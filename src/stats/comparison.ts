import { dayMs, isoDay } from "../base/calendar.ts";
import type { DayRange } from "../counting/website-days.ts";

/** How the earlier range follows from the range that is compared with it. */
export interface Comparison {
  /**
   * `previous` is as many days just before, `year` the same dates a year before, and a day
   * (`YYYY-MM-DD`) as many days from there on.
   */
  readonly mode: string;
  /** Whether the earlier range is moved back, by six days at most, to begin on the same weekday. */
  readonly matchesWeekday: boolean;
}

/**
 * Returns the earlier range that a range of days is compared with. Its days are before the year 0,
 * with a sign in front, if there are no others.
 */
export function earlierRange(range: DayRange, { mode, matchesWeekday }: Comparison): DayRange {
  const [first, last] = [dayNumber(range.from), dayNumber(range.to)];
  const begin = mode === "year" ? yearBefore(range.from) : beginOf(mode, first, last);
  const end = mode === "year" ? yearBefore(range.to) : begin + last - first;
  const backBy = matchesWeekday ? (7 + ((begin - first) % 7)) % 7 : 0;
  return { from: isoDay(begin - backBy), to: isoDay(end - backBy) };
}

/** Returns by what part a number changed: 0.5 is half as much again, null is unknown. */
export function changeOf(is: number | null, was: number | null): number | null {
  return is === null || was === null || was === 0 ? null : (is - was) / was;
}

function beginOf(mode: string, first: number, last: number): number {
  return mode === "previous" ? first - (last - first + 1) : dayNumber(mode);
}

function dayNumber(day: string): number {
  return Date.parse(day) / dayMs;
}

/** Returns the number of the day a year before; 29 February becomes 28 February. */
function yearBefore(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const isLeapDay = month === 2 && day === 29;
  return new Date(0).setUTCFullYear(year - 1, month - 1, isLeapDay ? 28 : day) / dayMs;
}
