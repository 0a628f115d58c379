import { type DayRange, dayMs } from "../../base/calendar.ts";
import type { FieldErrors } from "../../base/errors.ts";
import { clockMinutes } from "../../model/choices.ts";

/** The points that a range has at most in intervals shorter than an hour: 31 days of quarters. */
const pointsMax = 3_000;

const daysMax: Readonly<Record<string, number>> = {
  minute: daysOf("minute"),
  "15min": daysOf("15min"),
};

/** The sentence of the API description about the longest ranges. */
export const shortRanges = `A range of \`minute\` has at most ${daysMax["minute"]} days, one of \`15min\` at most ${daysMax["15min"]}.`;

/** A range in intervals. */
export interface ShortRange extends DayRange {
  readonly interval?: string;
}

/** Returns the error of a range that is too long for its interval. */
export function shortIntervalErrors(
  { from, to, interval = "day" }: ShortRange,
  wrong: FieldErrors,
): FieldErrors {
  const max = daysMax[interval];
  if (max === undefined || ["from", "to", "interval"].some((name) => wrong[name] !== undefined))
    return {};
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days > max ? { interval: [`${interval} is possible for ${max} days at most`] } : {};
}

function daysOf(interval: keyof typeof clockMinutes): number {
  return Math.floor((pointsMax * clockMinutes[interval]) / (24 * 60));
}
