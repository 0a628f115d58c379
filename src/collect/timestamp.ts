import { dayMs, isRealDay } from "../base/calendar.ts";

/** Earliest time of an event. An older one comes from a wrong clock, not from a visit. */
export const earliestMs = Date.UTC(2000, 0, 1);
/**
 * How far ahead of the present an event may be. Clocks differ, and time zones differ by more, so
 * this is a day.
 */
export const latestAheadMs = dayMs;

const iso8601 =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?:(:\d\d)([.,]\d{1,9})?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;
/** ISO 8601 without separators: `20261120T093000Z`. */
const basicIso8601 = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(\D.*)?)?$/;

/**
 * Returns the milliseconds since 1970 of an ISO 8601 date and time, extended or basic. Returns
 * undefined if the text is none or the day does not exist. Without an offset the time is in UTC;
 * without a time it is midnight.
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
