import { moveDay } from "../../base/calendar.ts";
import { earlierRange } from "../../base/earlier-range.ts";
import { type Days, isDay } from "./calendar-day.ts";
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
  const { from, fromHour } = days;
  if (fromHour === undefined) return earlierRange(days, { ...comparison, ...(today && { today }) });
  // Hours are compared with those of the day before.
  if (mode === "previous" && !matchesWeekday)
    return { from: moveDay(from, -1), to: from, fromHour };
  return { ...earlierRange(days, comparison), fromHour };
}
