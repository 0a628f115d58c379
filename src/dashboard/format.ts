import { addDays, type Days, dayToMs } from "./calendar-day.ts";
import { firstDayOf, type Interval } from "./intervals.ts";

/** Writes numbers and days as the reader does. */
export interface Format {
  /** Every digit of a whole number. */
  count(value: number): string;
  /** A few digits for an axis: `12K`. */
  short(value: number): string;
  /** One digit after the point. */
  ratio(value: number): string;
  /** A share from 0 to 1 in percent. */
  percent(share: number): string;
  /** A change in percent, without its sign: 0.25 is `25%`. */
  change(change: number): string;
  /** `2m 18s` */
  duration(seconds: number): string;
  day(day: string): string;
  days(days: Days): string;
  /** A point of the chart in full; a week has both its ends. */
  point(point: string, interval: Interval): string;
  /** A point on the axis. */
  tick(point: string, interval: Interval): string;
  /** A minute of the clock in a time zone. */
  minute(time: string, timezone: string): string;
}

export function createFormat(locale: string | undefined): Format {
  const numbers = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });

  const count = numbers({ maximumFractionDigits: 0 });
  const short = numbers({ notation: "compact", maximumFractionDigits: 1 });
  const ratio = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percent = numbers({ style: "percent", maximumFractionDigits: 0 });
  const finePercent = numbers({ style: "percent", maximumFractionDigits: 1 });
  const day = dates({ weekday: "short", day: "numeric", month: "short", year: "numeric" });
  const span = dates({ day: "numeric", month: "short", year: "numeric" });
  const shortDay = dates({ day: "numeric", month: "short" });
  const month = dates({ month: "long", year: "numeric" });
  const shortMonth = dates({ month: "short", year: "2-digit" });
  const hour = dates({ hour: "numeric", minute: "2-digit" });
  const dayAndHour = dates({
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });
  const dateOf = (point: string) =>
    point.includes("T") ? Date.parse(`${point}:00Z`) : dayToMs(firstDayOf(point));
  const daysText = ({ from, to }: Days) =>
    from === to ? day.format(dayToMs(from)) : span.formatRange(dayToMs(from), dayToMs(to));

  return {
    count: (value) => count.format(value),
    short: (value) => short.format(value),
    ratio: (value) => ratio.format(value),
    percent: (share) => (share > 0 && share < 0.1 ? finePercent : percent).format(share),
    change: (change) => (Math.abs(change) < 0.1 ? finePercent : percent).format(Math.abs(change)),
    duration: durationText,
    day: (text) => day.format(dayToMs(text)),
    days: daysText,
    point: (point, interval) => {
      if (interval === "week") return daysText({ from: point, to: addDays(point, 6) });
      const formats = { hour: dayAndHour, day, month };
      return formats[interval].format(dateOf(point));
    },
    tick: (point, interval) => {
      const formats = { hour, day: shortDay, week: shortDay, month: shortMonth };
      return formats[interval].format(dateOf(point));
    },
    minute: (time, timezone) =>
      dates({ hour: "numeric", minute: "2-digit", timeZone: timezone }).format(Date.parse(time)),
  };
}

function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  if (hours > 0) return `${hours}h ${minutes}m`;
  return minutes > 0 ? `${minutes}m ${whole % 60}s` : `${whole}s`;
}
