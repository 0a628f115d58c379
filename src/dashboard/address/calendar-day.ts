const dayMs = 24 * 60 * 60 * 1000;

/** A range of days, `YYYY-MM-DD`, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
  /** The hour of the first day before which nothing counts, if there is one. */
  readonly fromHour?: number;
  /** The minutes that a chart shows of them, if its points are minutes. */
  readonly minutes?: readonly string[];
}

/** Returns the parameters of the API that choose the days. */
export function dayParams({ from, to, fromHour }: Days): Readonly<Record<string, string>> {
  return { from, to, ...(fromHour !== undefined && { from_hour: String(fromHour) }) };
}

/** Returns the day of a moment in a time zone. */
export function dayIn(timezone: string, timeMs: number): string {
  return clockIn(timezone, timeMs).slice(0, 10);
}

/** Returns the part of a day that a moment lies in, such as the hour `2026-11-20T13:00`. */
export function clockPointIn(timezone: string, timeMs: number, minutes = 60): string {
  const [day, time = ""] = clockIn(timezone, timeMs).split(" ");
  const minute = Number(time.slice(3));
  return `${day}T${time.slice(0, 3)}${String(minute - (minute % minutes)).padStart(2, "0")}`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time of a moment in a time zone, such as `2026-11-20 13:05`. */
function clockIn(timezone: string, timeMs: number): string {
  let clock = clocks.get(timezone);
  if (clock === undefined) {
    // The Swedish format is that of ISO 8601.
    const styles = { dateStyle: "short", timeStyle: "short" } as const;
    clock = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, ...styles });
    clocks.set(timezone, clock);
  }
  return clock.format(timeMs);
}

/** Returns midnight of the day in UTC. The dashboard counts and formats days in UTC. */
export function dayToMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

export function addDays(day: string, days: number): string {
  return toDay(dayToMs(day) + days * dayMs);
}

/** Returns the day that comes first. */
export function earlierOf(a: string, b: string): string {
  return [a, b].sort()[0] ?? a;
}

/** Returns the day that comes last. */
export function laterOf(a: string, b: string): string {
  return [a, b].sort()[1] ?? a;
}

/** Returns the number of days, both ends included. */
export function countDays({ from, to }: Days): number {
  return Math.round((dayToMs(to) - dayToMs(from)) / dayMs) + 1;
}

/** Returns the first day of the day's month, or of a month that many months later. */
export function firstOfMonth(day: string, monthsLater = 0): string {
  const date = new Date(dayToMs(day));
  return toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1));
}

/** Returns whether the days are one or several months of the calendar, and nothing else. */
export function isWholeMonths({ from, to }: Days): boolean {
  return firstOfMonth(from) === from && addDays(firstOfMonth(to, 1), -1) === to;
}

/** Returns whether the text is a real date from 2000 on, as the API requires. */
export function isDay(text: string): boolean {
  if (!/^2\d{3}-\d\d-\d\d$/.test(text)) return false;
  const ms = dayToMs(text);
  return !Number.isNaN(ms) && toDay(ms) === text;
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Returns this many days, up to and with the given one. */
export function lastDays(count: number, last: string): Days {
  return { from: addDays(last, 1 - count), to: last };
}
