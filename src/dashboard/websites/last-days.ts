import { addDays, type Days } from "../address/calendar-day.ts";

/** Returns this many days, up to and with the given one. */
export function lastDays(count: number, last: string): Days {
  return { from: addDays(last, 1 - count), to: last };
}
