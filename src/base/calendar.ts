/** Length of a day in UTC. */
export const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
const quarterMs = 15 * 60 * 1000;
const cachedQuartersMax = 100_000;

/** The furthest that a clock is ahead of UTC, in Pacific/Kiritimati. */
const clockAheadMaxMs = 14 * 60 * 60 * 1000;
/** The furthest that a clock is behind UTC, in UTC−12, at sea. */
const clockBehindMaxMs = 12 * 60 * 60 * 1000;
/** The largest difference between the dates of two clocks, in days. */
export const datesApartMax = Math.ceil((clockAheadMaxMs + clockBehindMaxMs) / dayMs);

const calendars = new Map<string, Map<number, number>>();

/**
 * Returns the day, in days since 1970-01-01, that a clock in `timezone` (IANA name) shows at
 * `timeMs`.
 */
export function localDay(timezone: string, timeMs: number): number {
  return Math.floor(localHours(timezone, timeMs) / 24);
}

/** Returns the hour of the day, 0 to 23, that a clock in `timezone` shows at `timeMs`. */
export function localHour(timezone: string, timeMs: number): number {
  const hours = localHours(timezone, timeMs);
  return hours - 24 * Math.floor(hours / 24);
}

/**
 * Returns the hour that the clock shows, in hours since 1970-01-01 on its face.
 *
 * Every offset in use since 2000 is a multiple of 15 minutes. The hour is therefore computed once
 * for each quarter of an hour, when a caller first needs it.
 */
function localHours(timezone: string, timeMs: number): number {
  if (timezone === "UTC") return Math.floor(timeMs / hourMs);
  let quarters = calendars.get(timezone);
  if (quarters === undefined) {
    quarters = new Map();
    calendars.set(timezone, quarters);
  }
  const quarter = Math.floor(timeMs / quarterMs);
  let hours = quarters.get(quarter);
  if (hours === undefined) {
    if (quarters.size >= cachedQuartersMax) quarters.clear();
    hours = computeHours(timezone, quarter * quarterMs);
    quarters.set(quarter, hours);
  }
  return hours;
}

/** Returns the day that a clock in `timezone` shows at `timeMs`, as `YYYY-MM-DD`. */
export function todayIn(timezone: string, timeMs: number): string {
  return isoDay(localDay(timezone, timeMs));
}

function computeHours(timezone: string, timeMs: number): number {
  const timeS = Math.floor(timeMs / 1000);
  return Math.floor(((timeS + aheadS(timezone, timeS)) * 1000) / hourMs);
}

let lastDay = Number.NaN;
let lastMonth = 0;

/** Returns the month of a day: `202611` for one in November 2026. */
export function monthOf(day: number): number {
  // Most events come in the order of their days, so the last month is often the next one too.
  if (day === lastDay) return lastMonth;
  const date = new Date(day * dayMs);
  lastDay = day;
  lastMonth = date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
  return lastMonth;
}

/** Returns the earliest day that a clock in any time zone shows. */
export function earliestLocalDay(timeMs: number): number {
  return Math.floor((timeMs - clockBehindMaxMs) / dayMs);
}

/** Returns the latest day that a clock in any time zone shows. */
export function latestLocalDay(timeMs: number): number {
  return Math.floor((timeMs + clockAheadMaxMs) / dayMs);
}

/** Returns the moment when the day begins in the first time zone. */
export function beginAnywhereMs(day: number): number {
  return day * dayMs - clockAheadMaxMs;
}

/** Returns the moment when the day is over in every time zone. */
export function endEverywhereMs(day: number): number {
  return (day + 1) * dayMs + clockBehindMaxMs;
}

/** Returns the day as `YYYY-MM-DD`. */
export function isoDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** Returns whether the text is a day of the calendar, `YYYY-MM-DD`. */
export function isRealDay(text: string): boolean {
  const timeMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(timeMs) && isoDay(timeMs / dayMs) === text;
}

/** How far a clock is ahead of UTC, from a moment on. */
export interface ClockOffset {
  /** Unix time of that moment. */
  readonly fromS: number;
  readonly aheadS: number;
}

const weekS = 7 * 24 * 60 * 60;

/**
 * Returns how far a clock in `timezone` is ahead of UTC between two Unix times, from 2000 on. The
 * oldest offset comes first. One look at each week finds every change, because no clock has changed
 * twice within a week since 2000.
 */
export function clockOffsets(timezone: string, fromS: number, toS: number): ClockOffset[] {
  const offsets = [{ fromS, aheadS: aheadS(timezone, fromS) }];
  for (let beforeS = fromS; beforeS < toS; beforeS += weekS) {
    let [unchangedS, changedS] = [beforeS, beforeS + weekS];
    const [was, is] = [aheadS(timezone, unchangedS), aheadS(timezone, changedS)];
    if (was === is) continue;
    while (changedS - unchangedS > 1) {
      const middleS = Math.floor((unchangedS + changedS) / 2);
      if (aheadS(timezone, middleS) === was) unchangedS = middleS;
      else changedS = middleS;
    }
    offsets.push({ fromS: changedS, aheadS: is });
  }
  return offsets;
}

// Creating a format is slow, so the process creates one for each time zone.
const clocks = new Map<string, Intl.DateTimeFormat>();

function aheadS(timezone: string, timeS: number): number {
  let clock = clocks.get(timezone);
  if (clock === undefined) {
    // Swedish times have the form of ISO 8601.
    const styles = { dateStyle: "short", timeStyle: "medium" } as const;
    clock = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, ...styles });
    clocks.set(timezone, clock);
  }
  return Date.parse(`${clock.format(timeS * 1000).replace(" ", "T")}Z`) / 1000 - timeS;
}

/** Returns the day and the minute of the day, from 0, that a clock in `timezone` shows. */
export function clockAt(timezone: string, timeMs: number): { day: string; minute: number } {
  const timeS = Math.floor(timeMs / 1000);
  const shown = new Date((timeS + aheadS(timezone, timeS)) * 1000);
  return {
    day: shown.toISOString().slice(0, 10),
    minute: 60 * shown.getUTCHours() + shown.getUTCMinutes(),
  };
}

/**
 * Returns the moment at which a clock in `timezone` shows this minute of the day. A minute that the
 * clock skips is the one just after the gap.
 */
export function clockMs(timezone: string, day: string, minute: number): number {
  const shownS = Date.parse(`${day}T00:00:00Z`) / 1000 + 60 * minute;
  const guessS = shownS - aheadS(timezone, shownS);
  const timeS = shownS - aheadS(timezone, guessS);
  const isShown = timeS + aheadS(timezone, timeS) === shownS;
  return (isShown ? timeS : Math.max(guessS, timeS)) * 1000;
}

/** Returns a time of a day, `13:00:00`, with the offset that the clock has then, ISO 8601. */
export function zonedTime(timezone: string, day: string, time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const shownMs = Date.parse(`${day}T${time.slice(0, 5)}:00Z`);
  const ahead = Math.round((shownMs - clockMs(timezone, day, 60 * hours + minutes)) / 60_000);
  const offset = new Date(Math.abs(ahead) * 60_000).toISOString().slice(11, 16);
  return `${day}T${time}${ahead === 0 ? "Z" : `${ahead < 0 ? "-" : "+"}${offset}`}`;
}

/** Returns a time in UTC to the second, ISO 8601. */
export function isoSeconds(time: Date | number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** Days, `YYYY-MM-DD`, both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Returns the day that is this many days later. */
export function moveDay(day: string, by: number): string {
  return isoDay(Date.parse(day) / dayMs + by);
}

/** Returns the Monday of the day's week. */
export function mondayOf(day: string): string {
  return moveDay(day, -((new Date(day).getUTCDay() + 6) % 7));
}
