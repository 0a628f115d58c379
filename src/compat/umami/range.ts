import { clockMs, dayMs, isoDay, isRealDay, localDay } from "../../base/calendar.ts";
import { invalid } from "../../base/errors.ts";

/** Days of a website, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The times that a range can have: from 1970 on. */
const latestMs = Date.parse("9999-12-30T00:00:00Z");

/**
 * Returns the days of the website in which the range of a request lies. An end at midnight ends the
 * day before. Throws `Problem` VALIDATION if there is no such range.
 */
export function readDays(query: ReadonlyMap<string, string>, timezone: string): Days {
  const isDated = query.has("startDate") || query.has("endDate");
  const names = isDated ? ["startDate", "endDate"] : ["startAt", "endAt"];
  if (isDated && (query.has("startAt") || query.has("endAt"))) {
    throw invalid({ startDate: ["cannot stand beside startAt or endAt"] });
  }
  const [start, end] = names.map((name) => readMoment(name, query.get(name), timezone));
  if (start === undefined || end === undefined) throw new Error("there are two names");
  if (end.ms < start.ms) throw invalid({ [names[1] as string]: ["must not be before the start"] });
  const lastMs = end.isDay || end.ms === start.ms ? end.ms : end.ms - 1;
  return { from: isoDay(localDay(timezone, start.ms)), to: isoDay(localDay(timezone, lastMs)) };
}

/** A date is the whole day. */
function readMoment(name: string, text: string | undefined, timezone: string) {
  const isDay = text !== undefined && name.endsWith("Date") && isRealDay(text);
  const ms = isDay ? clockMs(timezone, text, 0) : momentOf(name, text ?? "");
  if (!(ms >= 0 && ms <= latestMs)) {
    const form = name.endsWith("At")
      ? "milliseconds since 1970"
      : "a date, YYYY-MM-DD, or a time with Z or an offset";
    throw invalid({ [name]: [`must be ${form}`] });
  }
  return { ms, isDay };
}

function momentOf(name: string, text: string): number {
  if (name.endsWith("At")) return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  const isZoned = /^.{10}T.{4,20}(?:Z|[+-]\d\d:?\d\d)$/.test(text) && isRealDay(text.slice(0, 10));
  return isZoned ? Date.parse(text) : Number.NaN;
}

/** Returns the days with which Umami compares: as many before, or the same ones a year earlier. */
export function earlierDays({ from, to }: Days, compare: string): Days {
  if (compare === "yoy") return { from: yearBefore(from), to: yearBefore(to) };
  const [first, last] = [Date.parse(from) / dayMs, Date.parse(to) / dayMs];
  return { from: isoDay(first - (last - first + 1)), to: isoDay(first - 1) };
}

function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, "0");
  return `${year}${day.slice(4).replace("-02-29", "-02-28")}`;
}

/** Returns the first and the last millisecond of days, ISO 8601. */
export function momentsOf({ from, to }: Days, timezone: string) {
  const next = isoDay(Date.parse(to) / dayMs + 1);
  return {
    startDate: new Date(clockMs(timezone, from, 0)).toISOString(),
    endDate: new Date(clockMs(timezone, next, 0) - 1).toISOString(),
  };
}

/**
 * Returns the beginning of a period of the API, `2026-11-20T13:00`, `2026-11-20` or `2026-11`, by
 * the website's clock and with its offset: `2026-11-20T13:00:00+01:00`.
 */
export function beginningOf(period: string, timezone: string): string {
  const day = period.length === 7 ? `${period}-01` : period.slice(0, 10);
  const hour = period.slice(11, 13) || "00";
  const shown = `${day}T${hour}:00:00`;
  const aheadMinutes = (Date.parse(`${shown}Z`) - clockMs(timezone, day, 60 * Number(hour))) / 6e4;
  if (aheadMinutes === 0) return `${shown}Z`;
  const part = (minutes: number) => String(Math.floor(minutes)).padStart(2, "0");
  const ahead = Math.abs(aheadMinutes);
  return `${shown}${aheadMinutes < 0 ? "-" : "+"}${part(ahead / 60)}:${part(ahead % 60)}`;
}
