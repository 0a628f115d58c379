import { dayMs, isRealDay } from "../calendar.ts";

/** Older events are mistakes of a clock, not visits. */
export const earliestMs = Date.UTC(2000, 0, 1);
/** Clocks differ, and time zones by more: events may come from a day ahead. */
export const latestAheadMs = dayMs;

const iso8601 =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?:(:\d\d)([.,]\d{1,9})?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;
/** The same without separators: `20261120T093000Z`. */
const basicIso8601 = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(\D.*)?)?$/;

/**
 * Milliseconds since the epoch of an ISO 8601 date and time, extended or basic, or undefined when it
 * is none or the day does not exist. Without an offset it is UTC, without a time midnight.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = iso8601.exec(extended(text));
  if (match === null) return undefined;
  const [, day = "", minutes = "00:00", seconds = ":00", fraction = "", zone = "Z"] = match;
  if (!isRealDay(day)) return undefined;
  const millis = fraction === "" ? "" : `.${fraction.slice(1, 4).padEnd(3, "0")}`;
  const time = Date.parse(`${day}T${minutes}${seconds}${millis}${offset(zone)}`);
  return Number.isNaN(time) ? undefined : time;
}

function extended(text: string): string {
  const match = basicIso8601.exec(text);
  if (match === null) return text;
  const [, year, month, day, hours, minutes, seconds, rest = ""] = match;
  if (hours === undefined) return `${year}-${month}-${day}`;
  return `${year}-${month}-${day}T${hours}:${minutes}${seconds ? `:${seconds}` : ""}${rest}`;
}

function offset(zone: string): string {
  if (zone === "Z" || zone === "z") return "Z";
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
