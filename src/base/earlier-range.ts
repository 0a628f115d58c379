import { type DayRange, dayMs, isoDay } from "./calendar.ts";

/** How the earlier range follows from the range that is compared with it. */
export interface Comparison {
  /**
   * `previous` is the period before, `year` the same dates a year before, and a day (`YYYY-MM-DD`)
   * as many days from there on.
   */
  readonly mode: string;
  /** Whether the earlier range begins on the same weekday, and has as many days. */
  readonly matchesWeekday: boolean;
  /** The present day, up to which a month that is not over is compared. */
  readonly today?: string;
}

/**
 * Returns the earlier range that a range of days is compared with. Its days are before the year 0,
 * with a sign in front, if there are no others.
 */
export function earlierRange(range: DayRange, comparison: Comparison): DayRange {
  const [begin, end] = comparison.matchesWeekday
    ? matchedRange(range, comparison.mode)
    : unmatchedRange(range, comparison);
  return { from: isoDay(begin), to: isoDay(end) };
}

/** A year in whole weeks: the same day of it, or one beside it, has the same weekday. */
const yearOfWeeks = 364;

/**
 * Returns the first and the last day of the earlier range that begins on the same weekday. A year
 * before it is a year of whole weeks, so that the Friday after the fourth Thursday of November is
 * compared with the one of the year before. Otherwise it is the range nearest to what is asked for
 * that ends before the range begins.
 */
function matchedRange({ from, to }: DayRange, mode: string): [number, number] {
  const first = dayNumber(from);
  const days = dayNumber(to) - first + 1;
  const rangeOfWeeksBack = (weeks: number): [number, number] => {
    const begin = first - 7 * weeks;
    return [begin, begin + days - 1];
  };
  if (mode === "year") return rangeOfWeeksBack((yearOfWeeks + (days > yearOfWeeks ? 7 : 0)) / 7);
  const leastWeeks = Math.ceil(days / 7);
  if (mode === "previous") return rangeOfWeeksBack(leastWeeks);
  return rangeOfWeeksBack(Math.max(leastWeeks, Math.round((first - dayNumber(mode)) / 7)));
}

/** Returns the first and the last day of the earlier range of any weekday. */
function unmatchedRange(range: DayRange, { mode, today }: Comparison): [number, number] {
  if (mode === "year") return [yearBefore(range.from), yearBefore(range.to)];
  const ofMonths = mode === "previous" ? monthsBefore(range, today) : undefined;
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
