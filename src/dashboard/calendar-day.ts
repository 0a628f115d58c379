const dayMs = 24 * 60 * 60 * 1000;

/** Days of the calendar, `YYYY-MM-DD`, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The day that a clock in `timezone` shows at `nowMs`. */
export function dayIn(timezone: string, nowMs: number): string {
  return clockIn(timezone, nowMs).slice(0, 10);
}

/** `2026-11-20T13:00`: the hour that a clock in `timezone` shows at `timeMs`. */
export function hourIn(timezone: string, timeMs: number): string {
  return `${clockIn(timezone, timeMs).slice(0, 13).replace(" ", "T")}:00`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-20 13:05` */
function clockIn(timezone: string, timeMs: number): string {
  let clock = clocks.get(timezone);
  if (clock === undefined) {
    // Swedish writes dates and hours as ISO 8601 does.
    const styles = { dateStyle: "short", timeStyle: "short" } as const;
    clock = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, ...styles });
    clocks.set(timezone, clock);
  }
  return clock.format(timeMs);
}

/** Midnight of the day in UTC, which is how days are counted and formatted here. */
export function dayToMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

export function addDays(day: string, days: number): string {
  return toDay(dayToMs(day) + days * dayMs);
}

/** How many days there are, both ends included. */
export function countDays({ from, to }: Days): number {
  return Math.round((dayToMs(to) - dayToMs(from)) / dayMs) + 1;
}

/** The Monday of the day's week. */
export function mondayOf(day: string): string {
  const weekday = (new Date(dayToMs(day)).getUTCDay() + 6) % 7;
  return addDays(day, -weekday);
}

/** The first day of the month that is so many months after the day's. */
export function firstOfMonth(day: string, monthsLater = 0): string {
  const date = new Date(dayToMs(day));
  return toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1));
}

/** Whether the text is a day of the calendar that can be asked for. */
export function isDay(text: string): boolean {
  if (!/^2\d{3}-\d\d-\d\d$/.test(text)) return false;
  const ms = dayToMs(text);
  return !Number.isNaN(ms) && toDay(ms) === text;
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
