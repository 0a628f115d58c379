import { dayMs, isoDay, localDay } from "../base/calendar.ts";

/** Lists the lengths of reports, which are also the intervals between them. */
export const periods = ["week", "month"] as const;
export type Period = (typeof periods)[number];

/** The days of a report: a week from Monday to Sunday, or a calendar month. */
export interface Span {
  readonly period: Period;
  /** First and last day, `YYYY-MM-DD`, in the website's time zone. */
  readonly from: string;
  readonly to: string;
}

/** Delays reports after midnight, so that they arrive in the morning. */
const dueAfterMs = 6 * 60 * 60_000;

/** Returns the newest span whose report is due in a time zone, and the days since it became due. */
export function newestDue(
  period: Period,
  timezone: string,
  nowMs: number,
): { span: Span; daysLate: number } {
  const today = localDay(timezone, nowMs - dueAfterMs);
  const begun = firstDayOf(period, today);
  return { span: spanOf(period, begun - 1), daysLate: today - begun };
}

/** Returns the week or month of a day, which is given in days since 1970-01-01. */
export function spanOf(period: Period, day: number): Span {
  const first = firstDayOf(period, day);
  // Adding 7 or 31 days leads to some day of the next week or month.
  const next = firstDayOf(period, first + (period === "week" ? 7 : 31));
  return { period, from: isoDay(first), to: isoDay(next - 1) };
}

function firstDayOf(period: Period, day: number): number {
  // 1970-01-01 was a Thursday.
  if (period === "week") return day - ((day + 3) % 7);
  return day - (new Date(day * dayMs).getUTCDate() - 1);
}
