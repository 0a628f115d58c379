import { clockAt, clockMs, dayMs, isoDay } from "../../base/calendar.ts";
import type { Window } from "./window-counts.ts";

const weeks = [1, 2, 3, 4] as const;
const weekDays = 7;
const minuteMs = 60_000;
/** With fewer weeks, a median says nothing. */
export const weeksMin = 2;

/** The same hours of an earlier week. */
export interface EarlierWindow extends Window {
  /** The day of its beginning, in the website's time zone. */
  readonly day: string;
}

/**
 * Returns the windows of the last four weeks, the last first, whose clocks in the time zone show
 * what they show in a window. Where the clocks were changed, a window may have another length.
 */
export function earlierWindows({ fromMs, untilMs }: Window, timezone: string): EarlierWindow[] {
  const moved = (timeMs: number, week: number) => {
    const { day, minute } = clockAt(timezone, timeMs);
    const earlier = isoDay(Date.parse(day) / dayMs - weekDays * week);
    return { day: earlier, ms: clockMs(timezone, earlier, minute) + (timeMs % minuteMs) };
  };
  return weeks.map((week) => {
    const from = moved(fromMs, week);
    return { fromMs: from.ms, untilMs: moved(untilMs, week).ms, day: from.day };
  });
}

/** Returns the median, which of an even number of numbers is the mean of the middle two. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
