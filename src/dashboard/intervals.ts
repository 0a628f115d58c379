import {
  addDays,
  countDays,
  type Days,
  dayIn,
  dayToMs,
  firstOfMonth,
  hourIn,
  mondayOf,
} from "./calendar-day.ts";

/** How long a point of the chart is. */
export const intervals = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof intervals)[number];

const hourMs = 60 * 60 * 1000;

/** The intervals by which a range makes a chart: two points at least, and no more than a screen can show. */
export function intervalsFor(days: Days): Interval[] {
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
  const count = countDays(days);
  if (count === 1) return "hour";
  if (count <= 92) return "day";
  return count <= 300 ? "week" : "month";
}

/**
 * The values that the API gives to the intervals of a range, in order. Hours are those of the website's clock: one that
 * is skipped in spring is not there, one that comes twice in autumn is there once.
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

/** The value of the interval that a time lies in. */
export function pointAt(timezone: string, timeMs: number, interval: Interval): string {
  if (interval === "hour") return hourIn(timezone, timeMs);
  return pointOf(dayIn(timezone, timeMs), interval).value;
}

/** The first day of the interval with the value. */
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

function hoursOf({ from, to }: Days, timezone: string): string[] {
  const found = new Set<string>();
  // Clocks are up to 14 hours from UTC, some by half an hour.
  for (let ms = dayToMs(from) - 14 * hourMs; ms < dayToMs(to) + 38 * hourMs; ms += hourMs / 2) {
    const hour = hourIn(timezone, ms);
    if (hour.slice(0, 10) >= from && hour.slice(0, 10) <= to) found.add(hour);
  }
  return [...found].sort();
}
