import { type DayRange, dayMs, isoDay } from "./calendar.ts";

/** How the earlier range follows from the range that is compared with it. */
export interface Comparison {
  /**
   * `previous` is the period before, `year` the same dates a year before, and a day (`YYYY-MM-DD`)
   * as many days from there on.
   */
  readonly mode: string;
  /** Whether the earlier range is moved back, by six days at most, to begin on the same weekday. */
  readonly matchesWeekday: boolean;
  /** The present day, up to which a month that is not over is compared. */
  readonly today?: string;
}

/**
 * Returns the earlier range that a range of days is compared with. Its days are before the year 0,
 * with a sign in front, if there are no others.
 */
export function earlierRange(range: DayRange, comparison: Comparison): DayRange {
  const { matchesWeekday } = comparison;
  const first = dayNumber(range.from);
  const [begin, end] = unmatchedRange(range, comparison);
  const backBy = matchesWeekday ? (7 + ((begin - first) % 7)) % 7 : 0;
  return { from: isoDay(begin - backBy), to: isoDay(end - backBy) };
}

/** Returns the first and the last day of the earlier range before weekdays are matched. */
function unmatchedRange(range: DayRange, comparison: Comparison): [number, number] {
  const { mode, matchesWeekday, today } = comparison;
  if (mode === "year") return [yearBefore(range.from), yearBefore(range.to)];
  // Months do not begin on the same weekday.
  const ofMonths = mode === "previous" && !matchesWeekday ? monthsBefore(range, today) : undefined;
  if (ofMonths !== undefined) return ofMonths;
  const [first, last] = [dayNumber(range.from), dayNumber(range.to)];
  const begin = mode === "previous" ? first - (last - first + 1) : dayNumber(mode);
  return [begin, begin + last - first];
}

/**
 * Returns the period before whole months, which is as many months, and before the present month up
 * to today, which is the same days of the month before. A single day is no part of a month, and
 * other ranges have no such period.
 */
function monthsBefore(
  { from, to }: DayRange,
  today: string | undefined,
): [number, number] | undefined {
  const [first, last] = [datePartsOf(from), datePartsOf(to)];
  if (first.day !== 1 || from === to) return undefined;
  const months = 12 * (last.year - first.year) + last.month - first.month + 1;
  const begin = dayNumberOf({ ...first, month: first.month - months });
  const isWhole = dayNumber(to) + 1 === dayNumberOf({ ...last, month: last.month + 1, day: 1 });
  if (isWhole) return [begin, dayNumber(from) - 1];
  return months === 1 && to === today
    ? [begin, Math.min(begin + last.day, dayNumber(from)) - 1]
    : undefined;
}

interface DateParts {
  readonly year: number;
  /** From 1; those outside of a year are months of another one. */
  readonly month: number;
  readonly day: number;
}

function datePartsOf(date: string): DateParts {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return { year, month, day };
}

function dayNumberOf({ year, month, day }: DateParts): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / dayMs;
}

function dayNumber(day: string): number {
  return Date.parse(day) / dayMs;
}

/** Returns the number of the day a year before; 29 February becomes 28 February. */
function yearBefore(date: string): number {
  const { year, month, day } = datePartsOf(date);
  const isLeapDay = month === 2 && day === 29;
  return dayNumberOf({ year: year - 1, month, day: isLeapDay ? 28 : day });
}
