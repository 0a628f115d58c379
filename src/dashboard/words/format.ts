import { createTools } from "../../base/sentence-tools.ts";
import type { Interval } from "../../model/choices.ts";
import { addDays, type Days, dayToMs } from "../address/calendar-day.ts";
import { firstDayOf } from "../address/intervals.ts";
import { formatWords } from "./format-words.ts";

/** Smaller shares are written as less than this. */
const tiny = 0.001;

/** Formats numbers and dates for the user's locale. */
export interface Format {
  /** Formats a whole number with all digits. */
  count(value: number): string;
  /** Shortens a number for an axis, as in `12K`. */
  short(value: number): string;
  /** Formats a number with one decimal place. */
  ratio(value: number): string;
  /** Formats a share from 0 to 1 as a percentage; a tiny one as `<0.1%`. */
  percent(share: number): string;
  /** Formats the difference of two shares in points, without its sign. */
  points(difference: number): string;
  /** Formats a change as a percentage without its sign: 0.25 is `25%`. */
  change(change: number): string;
  /** Formats seconds, as in `2m 18s`. */
  duration(seconds: number): string;
  day(day: string): string;
  days(days: Days): string;
  /** Formats a point of the chart in full; a week with its first and last day. */
  point(point: string, interval: Interval): string;
  /** Formats a point for the axis. */
  tick(point: string, interval: Interval): string;
  /** Formats a day of the week, 1 to 7 from Monday. */
  weekday(weekday: number, length: "short" | "long"): string;
  /** Formats an hour of the day, 0 to 23. */
  hour(hour: number): string;
  /** Formats a time of the day, such as `06:00`; "" as `…`. */
  clock(time: string): string;
  /** Formats several words, as in `a, b and c`. */
  list(words: readonly string[], last: "and" | "or"): string;
  /** Formats a time in a time zone, without seconds. */
  minute(time: string, timezone: string): string;
  /** Formats a time with its day in a time zone, without seconds. */
  moment(time: string, timezone: string): string;
}

export function createFormat(locale: string | undefined): Format {
  const numbers = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });

  const short = numbers({ notation: "compact", maximumFractionDigits: 1 });
  const ratio = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percent = numbers({ style: "percent", maximumFractionDigits: 0 });
  const finePercent = numbers({ style: "percent", maximumFractionDigits: 1 });
  const ofDay = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
  const ofMinute = { hour: "numeric", minute: "2-digit" } as const;
  const day = dates(ofDay);
  const span = dates({ day: "numeric", month: "short", year: "numeric" });
  const shortDay = dates({ day: "numeric", month: "short" });
  const month = dates({ month: "long", year: "numeric" });
  const shortMonth = dates({ month: "short", year: "2-digit" });
  const hour = dates(ofMinute);
  const dayAndHour = dates({
    weekday: "short",
    day: "numeric",
    month: "short",
    ...ofMinute,
  });
  const { count, list } = createTools(locale);
  const dateOf = (point: string) =>
    point.includes("T") ? Date.parse(`${point}:00Z`) : dayToMs(firstDayOf(point));
  const daysText = ({ from, to }: Days) =>
    from === to ? day.format(dayToMs(from)) : span.formatRange(dayToMs(from), dayToMs(to));

  return {
    count,
    short: (value) => short.format(value),
    ratio: (value) => ratio.format(value),
    percent: (share) => {
      if (share > 0 && share < tiny) return `<${finePercent.format(tiny)}`;
      return (share > 0 && share < 0.1 ? finePercent : percent).format(share);
    },
    points: (difference) => formatWords.points(ratio.format(Math.abs(difference) * 100)),
    change: (change) => (Math.abs(change) < 0.1 ? finePercent : percent).format(Math.abs(change)),
    duration: durationText,
    day: (text) => day.format(dayToMs(text)),
    days: daysText,
    point: (point, interval) => {
      if (interval === "week") return daysText({ from: point, to: addDays(point, 6) });
      if (point.includes("T")) return dayAndHour.format(dateOf(point));
      return (interval === "month" ? month : day).format(dateOf(point));
    },
    tick: (point, interval) => {
      if (point.includes("T")) return hour.format(dateOf(point));
      return (interval === "month" ? shortMonth : shortDay).format(dateOf(point));
    },
    // The first day of 2024 is a Monday.
    weekday: (weekday, length) =>
      dates({ weekday: length }).format(dayToMs(addDays("2024-01-01", weekday - 1))),
    hour: (value) => hour.format(dayToMs("2024-01-01") + value * 60 * 60 * 1000),
    clock: (time) => (time === "" ? "…" : hour.format(Date.parse(`2024-01-01T${time}Z`))),
    list,
    minute: (time, timezone) => dates({ ...ofMinute, timeZone: timezone }).format(Date.parse(time)),
    moment: (time, timezone) =>
      dates({ ...ofDay, ...ofMinute, timeZone: timezone }).format(Date.parse(time)),
  };
}

function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  if (hours > 0) return formatWords.hours(hours, minutes);
  return minutes > 0 ? formatWords.minutes(minutes, whole % 60) : formatWords.seconds(whole);
}
