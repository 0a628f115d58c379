import { addDays, countDays, type Days, isDay } from "./calendar-day.ts";

/** The earlier period that the range is compared with. */
export interface Comparison {
  /**
   * `previous` is as many days just before, `year` the same dates a year before, and a day
   * (`YYYY-MM-DD`) as many days from there on.
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
 * Returns the days that the API compares a range with. Undefined if nothing is compared, as with a
 * day that is not before the range.
 */
export function earlierDays(days: Days, comparison: Comparison | undefined): Days | undefined {
  if (comparison === undefined) return undefined;
  const { mode, matchesWeekday } = comparison;
  if (isDay(mode) && mode >= days.from) return undefined;
  const { from, to } = unmatchedDays(days, mode);
  if (!matchesWeekday) return { from, to };
  const daysApart = countDays({ from, to: days.from }) - 1;
  const backBy = (7 - (daysApart % 7)) % 7;
  return { from: addDays(from, -backBy), to: addDays(to, -backBy) };
}

function unmatchedDays({ from, to }: Days, mode: string): Days {
  if (mode === "year") return { from: yearBefore(from), to: yearBefore(to) };
  const count = countDays({ from, to });
  const first = mode === "previous" ? addDays(from, -count) : mode;
  return { from: first, to: addDays(first, count - 1) };
}

/** Returns the day a year before. 29 February becomes 28 February. */
function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, "0");
  return `${year}${day.slice(4)}`.replace("-02-29", "-02-28");
}
