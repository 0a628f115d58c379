import { Type } from "typebox";
import { clockAt, clockMs, type DayRange, moveDay } from "../../base/calendar.ts";
import { earlierRange } from "../../base/earlier-range.ts";
import type { FieldErrors } from "../../base/errors.ts";
import type { ClippedRange } from "../../counting/website-days.ts";
import { oneOf } from "../../model/text.ts";

const compareError = "must be previous, year or a real date, YYYY-MM-DD";

/** The parameters that choose the earlier range which a range of days is compared with. */
export const compareParams = {
  compare: Type.Optional(
    Type.Union([Type.Enum(["previous", "year"]), Type.String({ format: "date" })], {
      description:
        "Adds an earlier period, and the change since then. `previous` is the period before: whole months before whole months, the same days of the month before for the present month up to today, yesterday up to the same quarter of an hour for today, and otherwise as many days just before; `year` has the same dates a year earlier, where 29 February becomes 28; a date begins a period of the same length, and must be before `from`.",
      examples: ["previous"],
      errorMessage: compareError,
    }),
  ),
  match: Type.Optional(
    oneOf(["weekday"], {
      description:
        "Lets the earlier period begin on the same weekday, with as many days: `year` is 364 days before, or 371 for more than 364 days; otherwise it is the nearest one that ends before `from`. Needs `compare`.",
      examples: ["weekday"],
    }),
  ),
};

/** The values of a query that decide about its earlier range. */
export interface CompareValues extends DayRange {
  readonly compare?: string;
  readonly match?: string;
  readonly from_hour?: number;
  readonly to_hour?: number;
}

/** Returns the earlier range of a correct query, or undefined if it compares nothing. */
function readEarlierRange(params: CompareValues, today?: string): DayRange | undefined {
  const { from, to, compare, match, from_hour: hour } = params;
  if (compare === undefined) return undefined;
  const matchesWeekday = match === "weekday";
  // The day before ends at the hour at which the range begins, on the same day.
  if (hour !== undefined && compare === "previous" && !matchesWeekday) {
    return { from: moveDay(from, -1), to: from };
  }
  const comparison = { mode: compare, matchesWeekday, ...(today !== undefined && { today }) };
  return earlierRange({ from, to }, comparison);
}

/** The end of a comparison moves in steps, so that answers stay the same for a while. */
const comparedMinutes = 15;

/** The time zone of a query's days, and the moment at which it is asked. */
interface Clock {
  readonly timezone: string;
  readonly nowMs: number;
}

/**
 * Returns the hours that a correct query leaves out, and those of its earlier range. That ends at
 * the time of day at which the range ends: now for today, and `from_hour` for a range from there.
 */
export function clippedOf(
  params: CompareValues & { readonly timezone?: string },
  { timezone, nowMs }: Clock,
): Pick<ClippedRange, "sinceMs" | "untilMs"> & { readonly earlier?: ClippedRange } {
  const { from, to, from_hour: hour, to_hour: endHour, compare } = params;
  const at = (day: string, hourOfDay = hour ?? 0) => clockMs(timezone, day, 60 * hourOfDay);
  const end = endHour === undefined ? Number.POSITIVE_INFINITY : at(to, endHour);
  const hours = {
    ...(hour !== undefined && { sinceMs: at(from) }),
    // Before the hour is over, all of the day's events are before it.
    ...(end <= nowMs && { untilMs: end }),
  };
  const now = clockAt(timezone, nowMs);
  const earlier = readEarlierRange(params, now.day);
  if (earlier === undefined) return hours;
  const earlierHours = hour === undefined ? {} : { sinceMs: at(earlier.from) };
  if (compare !== "previous" || params.timezone !== undefined) {
    return { ...hours, earlier: { ...earlier, ...earlierHours } };
  }
  if (hour !== undefined) {
    return { ...hours, earlier: { ...earlier, ...earlierHours, untilMs: at(earlier.to) } };
  }
  if (from !== to || to !== now.day) return { earlier };
  const minute = now.minute - (now.minute % comparedMinutes);
  return { earlier: { ...earlier, untilMs: clockMs(timezone, earlier.to, minute) } };
}

/** Returns the errors of `from_hour` and `to_hour` that their schema cannot express. */
export function hourErrors(query: CompareValues, wrong: FieldErrors): FieldErrors {
  const { from, to, from_hour: hour, to_hour: endHour, compare } = query;
  if (["from", "to", "from_hour", "to_hour"].some((name) => wrong[name] !== undefined)) return {};
  if (endHour !== undefined && compare !== undefined) {
    return { to_hour: ["is not possible with compare"] };
  }
  if (endHour !== undefined && from === to && endHour <= (hour ?? 0)) {
    return { to_hour: ["must be after from_hour"] };
  }
  const isLong = hour !== undefined && compare !== undefined && moveDay(from, 1) !== to;
  return isLong ? { from_hour: ["needs a range of two days with compare"] } : {};
}

/**
 * Returns the errors of a query's comparison that its schema cannot express. Nothing is said about
 * parameters that are in `wrong`, nor about what depends on these.
 */
export function compareErrors(query: CompareValues, wrong: FieldErrors): FieldErrors {
  const { from, compare, match } = query;
  if (compare === undefined) {
    return match === undefined || wrong["match"] ? {} : { match: ["needs compare"] };
  }
  if (["from", "to", "compare", "match"].some((name) => wrong[name] !== undefined)) return {};
  if (/^\d/.test(compare) && compare >= from) return { compare: ["must be before from"] };
  const isTooEarly = readEarlierRange(query)?.from.startsWith("-") === true;
  return isTooEarly ? { compare: ["needs earlier days, but no day is before 0000-01-01"] } : {};
}

/** Returns the error of a request that compares, for reports that have no earlier range. */
export function uncomparedErrors({ url }: { readonly url: string }): FieldErrors {
  return hasParameter(url, "compare") ? { compare: ["is not possible here"] } : {};
}

/** Returns whether a URL has a parameter. The checked query lacks what is in no schema. */
export function hasParameter(url: string, name: string): boolean {
  const [, query = ""] = /\?(.*)/s.exec(url) ?? [];
  return new URLSearchParams(query).has(name);
}
