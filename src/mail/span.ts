import { dayMs, isoDay, localDay } from "../calendar.ts";

/** How long a report is about, and how often one is sent. */
export const periods = ["week", "month"] as const;
export type Period = (typeof periods)[number];

/** What a report is about: a week from Monday on, or a calendar month. */
export interface Span {
  readonly period: Period;
  /** `YYYY-MM-DD`, both inclusive, days of the website. */
  readonly from: string;
  readonly to: string;
}

/** A report is due when the day after its last one is so old: in the morning. */
const dueAfterMs = 6 * 60 * 60_000;

/** The newest span whose report is due in a time zone, and for how many days it has been: 0 on the day itself. */
export function newestDue(
  period: Period,
  timezone: string,
  nowMs: number,
): { span: Span; daysLate: number } {
  const today = localDay(timezone, nowMs - dueAfterMs);
  const begun = firstDayOf(period, today);
  return { span: spanOf(period, begun - 1), daysLate: today - begun };
}

/** The week or month that holds a day, given in days since 1970-01-01. */
export function spanOf(period: Period, day: number): Span {
  const first = firstDayOf(period, day);
  // A week or month later is somewhere in the next one.
  const next = firstDayOf(period, first + (period === "week" ? 7 : 31));
  return { period, from: isoDay(first), to: isoDay(next - 1) };
}

function firstDayOf(period: Period, day: number): number {
  // 1970-01-01 was a Thursday.
  if (period === "week") return day - ((day + 3) % 7);
  return day - (new Date(day * dayMs).getUTCDate() - 1);
}
