import { mondayOf } from "../../base/calendar.ts";
import { type Interval, intervals } from "../../model/choices.ts";
import {
  addDays,
  countDays,
  type Days,
  dayIn,
  dayToMs,
  firstOfMonth,
  hourIn,
} from "./calendar-day.ts";

const hourMs = 60 * 60 * 1000;

/** Returns the intervals that fit a range: at least two points, and few enough for a screen. */
export function intervalsFor(days: Days): Interval[] {
  if (days.fromHour !== undefined) return ["hour"];
  const count = countDays(days);
  const fits: Readonly<Record<Interval, boolean>> = {
    hour: count <= 7,
    day: count > 1 && count <= 366,
    week: count >= 14 && count <= 7 * 366,
    month: count >= 59,
  };
  return intervals.filter((interval) => fits[interval]);
}

export function defaultInterval(days: Days): Interval {
  if (days.fromHour !== undefined) return "hour";
  const count = countDays(days);
  if (count === 1) return "hour";
  if (count <= 92) return "day";
  return count <= 300 ? "week" : "month";
}

/** Returns the interval of the chart: the wanted one if it fits. */
export function shownInterval(days: Days, wanted: Interval | undefined): Interval {
  return intervalsFor(days).find((name) => name === wanted) ?? defaultInterval(days);
}

/**
 * Returns the points of a range in order, as the API names them. Hours are those of the website's
 * clock: an hour skipped in spring is missing, and one that occurs twice in autumn appears once.
 */
export function pointsOf(days: Days, interval: Interval, timezone: string): string[] {
  if (interval === "hour") return hoursOf(days, timezone);
  const first = pointOf(days.from, interval);
  const points: string[] = [];
  for (let day = first.day; day <= days.to; day = nextOf(day, interval)) {
    points.push(pointOf(day, interval).value);
  }
  return points;
}

/** Returns the point that a moment belongs to. */
export function pointAt(timezone: string, timeMs: number, interval: Interval): string {
  if (interval === "hour") return hourIn(timezone, timeMs);
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

function hoursOf({ from, to, fromHour }: Days, timezone: string): string[] {
  const found = new Set<string>();
  // Time zones are up to 14 hours from UTC, some in steps of half an hour.
  for (let ms = dayToMs(from) - 14 * hourMs; ms < dayToMs(to) + 38 * hourMs; ms += hourMs / 2) {
    const hour = hourIn(timezone, ms);
    if (hour.slice(0, 10) >= from && hour.slice(0, 10) <= to) found.add(hour);
  }
  const hours = [...found].sort();
  if (fromHour === undefined) return hours;
  // The range ends a day after it begins.
  const [first, end] = [from, to].map((day) => `${day}T${String(fromHour).padStart(2, "0")}:00`);
  return hours.filter((hour) => hour >= (first ?? "") && hour < (end ?? ""));
}
