import { dayIn } from "../address/calendar-day.ts";
import { ownTimezone } from "../words/reader.ts";

/** Returns the day of a moment in the browser's time zone, "" without one. */
export function lastDayOf(expires: string | null): string {
  return expires === null ? "" : dayIn(ownTimezone, Date.parse(expires));
}

/** Returns the last second of a day in the browser's time zone; null for "". */
export function endOfDay(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59`).toISOString();
}
