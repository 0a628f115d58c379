import { mondayOf } from "../../base/calendar.ts";
import { clockMinutes, type Interval, intervals, isOfClock } from "../../model/choices.ts";
import {
  addDays,
  clockPointIn,
  countDays,
  type Days,
  dayIn,
  dayToMs,
  firstOfMonth,
} from "./calendar-day.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A chart by the minute has as many: the last two hours. */
const minutesShown = 120;

/**
 * Returns the intervals that fit a range: at least two points, and few enough for a screen. Minutes
 * are those of the last two hours, so that only a day up to now has them.
 */
export function intervalsFor(days: Days, today: string): Interval[] {
  const count = days.fromHour === undefined ? countDays(days) : 1;
  const fits: Readonly<Record<Interval, boolean>> = {
    minute: count === 1 && days.to === today,
    "15min": count === 1,
    hour: count <= 7,
    day: count > 1 && count <= 366,
    week: count >= 14 && count <= 7 * 366,
    month: count >= 59,
  };
  return intervals.filter((interval) => fits[interval]);
}

export function defaultInterval(days: Days): Exclude<Interval, "minute" | "15min"> {
  if (days.fromHour !== undefined) return "hour";
  const count = countDays(days);
  if (count === 1) return "hour";
  if (count <= 92) return "day";
  return count <= 300 ? "week" : "month";
}

/** Returns the interval of the chart: the wanted one if it fits. */
export function shownInterval(days: Days, today: string, wanted: Interval | undefined): Interval {
  return intervalsFor(days, today).find((name) => name === wanted) ?? defaultInterval(days);
}

/**
 * Returns the points of a range in order, as the API names them. Hours are those of the website's
 * clock: an hour skipped in spring is missing, and one that occurs twice in autumn appears once.
 */
export function pointsOf(days: Days, interval: Interval, timezone: string): readonly string[] {
  if (days.minutes !== undefined) return days.minutes;
  if (isOfClock(interval)) return clockPointsOf(days, clockMinutes[interval], timezone);
  const first = pointOf(days.from, interval);
  const points: string[] = [];
  for (let day = first.day; day <= days.to; day = nextOf(day, interval)) {
    points.push(pointOf(day, interval).value);
  }
  return points;
}

/**
 * Returns the last two hours as minutes, and the days that they lie on; with `daysBefore`, the same
 * minutes of an earlier day.
 */
export function lastMinutes(timezone: string, timeMs: number, daysBefore = 0): Days {
  const all = Array.from({ length: minutesShown }, (_, n) => {
    const [day = "", time = ""] = clockPointIn(timezone, timeMs - n * minuteMs, 1).split("T");
    return `${addDays(day, -daysBefore)}T${time}`;
  });
  const minutes = [...new Set(all)].sort();
  const [from = "", to = ""] = [minutes[0], minutes.at(-1)].map((point = "") => point.slice(0, 10));
  return { from, to, minutes };
}

/** Returns the point that a moment belongs to. */
export function pointAt(timezone: string, timeMs: number, interval: Interval): string {
  if (isOfClock(interval)) return clockPointIn(timezone, timeMs, clockMinutes[interval]);
  return pointOf(dayIn(timezone, timeMs), interval).value;
}

/** Returns the first day of a point. */
export function firstDayOf(point: string): string {
  return point.length === 7 ? `${point}-01` : point.slice(0, 10);
}

function pointOf(
  day: string,
  interval: Interval,
): { readonly day: string; readonly value: string } {
  if (interval === "month") {
    const first = firstOfMonth(day);
    return { day: first, value: first.slice(0, 7) };
  }
  const first = interval === "week" ? mondayOf(day) : day;
  return { day: first, value: first };
}

function nextOf(day: string, interval: Interval): string {
  if (interval === "month") return firstOfMonth(day, 1);
  return addDays(day, interval === "week" ? 7 : 1);
}

function clockPointsOf({ from, to, fromHour }: Days, minutes: number, timezone: string): string[] {
  const found = new Set<string>();
  // Time zones are up to 14 hours from UTC, some in steps of a quarter of an hour.
  for (let ms = dayToMs(from) - 14 * hourMs; ms < dayToMs(to) + 38 * hourMs; ms += hourMs / 4) {
    const point = clockPointIn(timezone, ms, minutes);
    if (point.slice(0, 10) >= from && point.slice(0, 10) <= to) found.add(point);
  }
  const points = [...found].sort();
  if (fromHour === undefined) return points;
  // The range ends a day after it begins.
  const [first, end] = [from, to].map((day) => `${day}T${String(fromHour).padStart(2, "0")}:00`);
  return points.filter((point) => point >= (first ?? "") && point < (end ?? ""));
}
