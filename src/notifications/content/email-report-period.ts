import { clockAt, dayMs, isoDay } from "../../base/calendar.ts";
import type { Period } from "../../model/choices.ts";

/** The days of a report: one, a week from Monday to Sunday, or a calendar month. */
export interface Span {
  readonly period: Period;
  /** First and last day, `YYYY-MM-DD`, in the website's time zone. */
  readonly from: string;
  readonly to: string;
}

/** Days after which the report of a period is skipped. Its next one is due before, for a day. */
export const daysLateMax: Readonly<Record<Period, number>> = { day: 0, week: 3, month: 7 };

/**
 * Returns the newest span whose report is due in a time zone, and the days since it became due.
 * Reports are due at a minute of the day, by the clock.
 */
export function newestDue(
  period: Period,
  timezone: string,
  nowMs: number,
  sendAt: number,
): { span: Span; daysLate: number } {
  const { day, minute } = clockAt(timezone, nowMs);
  const today = Date.parse(day) / dayMs - (minute < sendAt ? 1 : 0);
  const begun = firstDayOf(period, today);
  return { span: spanOf(period, begun - 1), daysLate: today - begun };
}

/** Returns the span of a day, which is given in days since 1970-01-01. */
export function spanOf(period: Period, day: number): Span {
  const first = firstDayOf(period, day);
  // Adding these days leads to some day of the next span.
  const next = firstDayOf(period, first + { day: 1, week: 7, month: 31 }[period]);
  return { period, from: isoDay(first), to: isoDay(next - 1) };
}

function firstDayOf(period: Period, day: number): number {
  if (period === "day") return day;
  // 1970-01-01 was a Thursday.
  if (period === "week") return day - ((day + 3) % 7);
  return day - (new Date(day * dayMs).getUTCDate() - 1);
}
