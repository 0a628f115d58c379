import {
  addDays,
  countDays,
  type Days,
  earlierOf,
  firstOfMonth,
  isDay,
  isWholeMonths,
} from "./calendar-day.ts";
import type { Range } from "./ranges.ts";

/** The earlier period that the range is compared with. */
export interface Comparison {
  /**
   * `previous` is the period before, `year` the same dates a year before, and a day (`YYYY-MM-DD`)
   * as many days from there on.
   */
  readonly mode: string;
  /** Whether the earlier period moves back, by six days at most, to begin on the same weekday. */
  readonly matchesWeekday: boolean;
}

/** The comparison of an address that does not name one. */
export const usualComparison: Comparison = { mode: "previous", matchesWeekday: false };

/** Reads the parameters `compare` and `match`. Invalid values are ignored. */
export function readComparison(params: URLSearchParams): Comparison | undefined {
  const mode = params.get("compare") ?? "";
  if (mode === "off") return undefined;
  return {
    mode: mode === "year" || isDay(mode) ? mode : usualComparison.mode,
    matchesWeekday: params.get("match") === "weekday",
  };
}

export function writeComparison(params: URLSearchParams, comparison: Comparison | undefined): void {
  if (comparison === undefined) {
    params.set("compare", "off");
    return;
  }
  if (comparison.mode !== usualComparison.mode) params.set("compare", comparison.mode);
  if (comparison.matchesWeekday) params.set("match", "weekday");
}

/**
 * Returns how a range is compared. The period before a year that is not over is the same dates of
 * the year before, and there is nothing before all time.
 */
export function comparisonOf(range: Range, chosen: Comparison | undefined): Comparison | undefined {
  if (chosen === undefined || range === "all") return undefined;
  const isOfYear = range === "year" || range === "12mo";
  return isOfYear && chosen.mode === "previous" ? { ...chosen, mode: "year" } : chosen;
}

/**
 * Returns the days that the API compares a range with. Undefined if nothing is compared, as with a
 * day that is not before the range.
 */
export function earlierDays(
  days: Days,
  comparison: Comparison | undefined,
  today?: string,
): Days | undefined {
  if (comparison === undefined) return undefined;
  const { mode, matchesWeekday } = comparison;
  if (isDay(mode) && mode >= days.from) return undefined;
  const { from, to } = unmatchedDays(days, comparison, today);
  const hours = days.fromHour === undefined ? {} : { fromHour: days.fromHour };
  if (!matchesWeekday) return { from, to, ...hours };
  const daysApart = countDays({ from, to: days.from }) - 1;
  const backBy = (7 - (daysApart % 7)) % 7;
  return { from: addDays(from, -backBy), to: addDays(to, -backBy), ...hours };
}

function unmatchedDays(days: Days, comparison: Comparison, today: string | undefined): Days {
  const { from, to } = days;
  const { mode, matchesWeekday } = comparison;
  if (mode === "year") return { from: yearBefore(from), to: yearBefore(to) };
  const isBefore = mode === "previous";
  if (isBefore && !matchesWeekday) {
    if (days.fromHour !== undefined) return { from: addDays(from, -1), to: from };
    const ofMonths = monthsBefore(days, today);
    if (ofMonths !== undefined) return ofMonths;
  }
  const count = countDays(days);
  const first = isBefore ? addDays(from, -count) : mode;
  return { from: first, to: addDays(first, count - 1) };
}

/** Returns the days before whole months, or before the present month up to today. */
function monthsBefore(days: Days, today: string | undefined): Days | undefined {
  const { from, to } = days;
  const end = addDays(from, -1);
  if (isWholeMonths(days)) {
    const [months, firstMonths] = [to, from].map(
      (day) => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)),
    ) as [number, number];
    return { from: firstOfMonth(from, firstMonths - months - 1), to: end };
  }
  if (from === to || to !== today || from !== firstOfMonth(to)) return undefined;
  const first = firstOfMonth(from, -1);
  return { from: first, to: earlierOf(addDays(first, countDays(days) - 1), end) };
}

/** Returns the day a year before. 29 February becomes 28 February. */
function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, "0");
  return `${year}${day.slice(4)}`.replace("-02-29", "-02-28");
}
