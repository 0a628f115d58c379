import { parseTimestamp } from "../../collect/timestamp.ts";

/** Returns the digit at an index, or NaN if the character is none. */
export function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 48;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}

export function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

/**
 * Remembers the last day, because neighbours in a log nearly always share it. Returns midnight in
 * UTC of the day, or undefined for a day that no calendar since 1970 has.
 */
export function createDayReader(
  parse: (day: string) => readonly [year: number, month: number, date: number],
): (day: string) => number | undefined {
  let lastDay = "no day yet";
  let lastDayMs = 0;
  return (day) => {
    if (day === lastDay) return lastDayMs;
    const [year, month, date] = parse(day);
    if (!(date >= 1) || !(year >= 1970) || !(month >= 0 && month < 12)) return undefined;
    const midnightMs = Date.UTC(year, month, date);
    if (new Date(midnightMs).getUTCDate() !== date) return undefined;
    lastDay = day;
    lastDayMs = midnightMs;
    return midnightMs;
  };
}

/**
 * Returns the milliseconds since midnight of `10:05:03`, or undefined if it is no time. 60 is a
 * leap second, which strftime writes.
 */
export function readClockMs(text: string, at: number): number | undefined {
  const hour = twoDigits(text, at);
  const minute = twoDigits(text, at + 3);
  const second = twoDigits(text, at + 6);
  // The comparisons are false for NaN.
  if (!(hour < 24 && minute < 60 && second <= 60)) return undefined;
  return ((hour * 60 + minute) * 60 + second) * 1000;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Returns midnight in UTC of `17/May/2015`. */
const readServerDayMs = createDayReader((day) => [
  twoDigits(day, 7) * 100 + twoDigits(day, 9),
  months.indexOf(day.slice(3, 6)),
  twoDigits(day, 0),
]);

/** Returns the time of `17/May/2015:10:05:03 +0000` at an index of a line. */
export function readServerTimeMs(line: string, at: number): number | undefined {
  const localMs = readLocalTimeMs(line, at);
  const zoneHour = twoDigits(line, at + 22);
  const zoneMinute = twoDigits(line, at + 24);
  const sign = line[at + 21];
  // The comparisons are false for NaN.
  if (!(zoneHour < 24 && zoneMinute < 60) || (sign !== "+" && sign !== "-")) return undefined;
  const zoneMs = (zoneHour * 60 + zoneMinute) * 60_000;
  return localMs === undefined ? undefined : localMs - (sign === "+" ? zoneMs : -zoneMs);
}

/** Returns the time of `17/May/2015:10:05:03` at an index of a line, as if it were UTC. */
export function readLocalTimeMs(line: string, at: number): number | undefined {
  const dayMs = readServerDayMs(line.slice(at, at + 11));
  const clockMs = readClockMs(line, at + 12);
  return dayMs === undefined || clockMs === undefined ? undefined : dayMs + clockMs;
}

/** Returns midnight in UTC of `2015-05-17`, or undefined for a day that no calendar has. */
export const readIsoDayMs = createDayReader((day) =>
  day.length === 10 && day.charAt(4) === "-" && day.charAt(7) === "-"
    ? [twoDigits(day, 0) * 100 + twoDigits(day, 2), twoDigits(day, 5) - 1, twoDigits(day, 8)]
    : [Number.NaN, Number.NaN, Number.NaN],
);

/**
 * Returns the milliseconds since 1970 of a number since then, or of a text in ISO 8601. The size of
 * a number tells whether it counts seconds, milliseconds, microseconds or nanoseconds.
 */
export function readTimeMs(value: unknown): number | undefined {
  if (typeof value === "number") return readEpochMs(value);
  if (typeof value !== "string") return undefined;
  return readUtcMs(value) ?? parseTimestamp(value.replaceAll("/", "-"));
}

/** Seconds stay below this until the year 5138, and milliseconds are above it since 1973. */
const secondsMax = 1e11;

function readEpochMs(value: number): number | undefined {
  if (!(value > 0)) return undefined;
  let timeMs = value * 1000;
  for (let limit = secondsMax; value >= limit && limit < 1e18; limit *= 1000) timeMs /= 1000;
  return Math.round(timeMs);
}

/** Returns the time of `2015-05-17T10:05:03.123456Z`, the text of most logs, without parsing it. */
function readUtcMs(text: string): number | undefined {
  const end = text.length - 1;
  if (text.charAt(10) !== "T" || text.charAt(end) !== "Z") return undefined;
  const dayMs = readIsoDayMs(text.slice(0, 10));
  const clockMs = readClockMs(text, 11);
  if (dayMs === undefined || clockMs === undefined) return undefined;
  if (end === 19) return dayMs + clockMs;
  if (text.charAt(19) !== "." || end > 29) return undefined;
  const millis = Number(text.slice(20, Math.min(end, 23)).padEnd(3, "0"));
  return millis >= 0 ? dayMs + clockMs + millis : undefined;
}
