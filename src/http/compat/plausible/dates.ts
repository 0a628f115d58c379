import { clockAt, dayMs, isoDay, isRealDay, moveDay } from "../../../base/calendar.ts";
import { demand } from "../refusals.ts";
import type { Interval } from "./words.ts";

/** Days of a website, both inclusive. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** A unit of time, and the days of the range that are in it. */
interface Bucket extends Range {
  /** Its name in the API, and in Plausible. */
  readonly value: string;
  readonly label: string;
}

const daysMax = 5_000;
const monthsMax = 100;
/** Units of time in one answer at most. */
const bucketsMax = 10_000;

function firstOfMonth(day: string, months = 0): string {
  return isoDay(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months) / dayMs);
}

const lastOfMonth = (day: string) => moveDay(firstOfMonth(day, 1), -1);

/** Returns the days of a period of v1. Throws `Refused` if there are none. */
export function periodOf(period: string, date: string | undefined, today: string): Range {
  if (period === "custom") {
    const [from = "", to = "", ...more] = (date ?? "").split(",");
    const isRange = [from, to].every(isRealDay) && more.length === 0 && from <= to;
    demand(isRange, "`date` must be two dates in order, such as 2026-01-01,2026-01-31");
    return { from, to };
  }
  const day = date ?? today;
  demand(isRealDay(day), "`date` must be a date, such as 2026-01-31");
  if (period === "day") return { from: day, to: day };
  const named = /^(?:(7|30)d|(?:(6|12)mo|month))$/.exec(period);
  demand(named, "`period` must be day, 7d, 30d, month, 6mo, 12mo or custom");
  const [, days, months] = named;
  if (days) return { from: moveDay(day, -Number(days)), to: moveDay(day, -1) };
  return { from: firstOfMonth(day, 1 - Number(months ?? 1)), to: lastOfMonth(day) };
}

/** Returns the days of a `date_range` of v2, or undefined for all. Throws `Refused` if none fit. */
export function dateRangeOf(asked: unknown, today: string, timezone: string): Range | undefined {
  if (asked === "all") return undefined;
  const invalid = `#/date_range: Invalid date range ${JSON.stringify(asked)}`;
  if (Array.isArray(asked)) {
    const [from, to] = asked.map((text) => wholeDay(String(text), timezone));
    const isRange = asked.length === 2 && from?.[1] !== "end" && to?.[1] !== "start";
    const hint = "; Footfall counts whole days of the site's time zone";
    demand(isRange && from && to && from[0] <= to[0], invalid + hint);
    return { from: from[0], to: to[0] };
  }
  const [, text, unit] = /^([1-9]\d{0,3})(d|mo)$/.exec(String(asked)) ?? [];
  const count = Number(text);
  if (unit === "d" && count <= daysMax)
    return { from: moveDay(today, -count), to: moveDay(today, -1) };
  if (unit === "mo" && count <= monthsMax) {
    return { from: firstOfMonth(today, -count), to: moveDay(firstOfMonth(today), -1) };
  }
  const year = today.slice(0, 4);
  const named = {
    day: { from: today, to: today },
    month: { from: firstOfMonth(today), to: lastOfMonth(today) },
    year: { from: `${year}-01-01`, to: `${year}-12-31` },
  };
  demand(typeof asked === "string" && Object.hasOwn(named, asked), invalid);
  return named[asked as keyof typeof named];
}

/** Returns the day that a text names, or whose first or last second it is on the clock. */
function wholeDay(text: string, timezone: string) {
  if (isRealDay(text)) return [text, "whole"] as const;
  const form = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:(\d\d)(?:\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/.exec(text);
  const ms = Date.parse(text.replace(" ", "T"));
  if (form === null || Number.isNaN(ms)) return undefined;
  const { day, minute } = clockAt(timezone, ms);
  if (minute === 0 && form[1] === "00") return [day, "start"] as const;
  return minute === 24 * 60 - 1 && form[1] === "59" ? ([day, "end"] as const) : undefined;
}

/** Returns the unit of time that fits a range, as `time` asks for it. */
export function intervalOf({ from, to }: Range): Interval {
  if (from === to) return "hour";
  // As a text, a day that the next month lacks still lies between its months.
  return to >= firstOfMonth(from, 1).slice(0, 8) + from.slice(8) ? "month" : "day";
}

/** Returns the units of time of a range, oldest first. */
export function bucketsOf({ from, to }: Range, interval: Interval): Bucket[] {
  const buckets: Bucket[] = [];
  for (let day = from; day <= to; ) {
    const [begin, next] = unitAt(day, interval);
    const days = { from: day, to: next > to ? to : moveDay(next, -1) };
    for (let hour = 0; interval === "hour" && hour < 24; hour += 1) {
      const time = `${String(hour).padStart(2, "0")}:00`;
      buckets.push({ ...days, value: `${day}T${time}`, label: `${day} ${time}:00` });
    }
    const value = interval === "month" ? begin.slice(0, 7) : begin;
    if (interval !== "hour") buckets.push({ ...days, value, label: begin });
    demand(buckets.length <= bucketsMax, `The range has more than ${bucketsMax} intervals`);
    day = next;
  }
  return buckets;
}

/** Returns the first day of the day, week or month that has this day, and of the next one. */
function unitAt(day: string, interval: Interval): readonly [begin: string, next: string] {
  if (interval === "month") return [firstOfMonth(day), firstOfMonth(day, 1)];
  if (interval !== "week") return [day, moveDay(day, 1)];
  const monday = moveDay(day, -((new Date(day).getUTCDay() + 6) % 7));
  return [monday, moveDay(monday, 7)];
}
