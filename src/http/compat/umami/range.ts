import { clockAt, clockMs, dayMs, isoDay, isRealDay, zonedTime } from "../../../base/calendar.ts";
import { invalid } from "../../../base/errors.ts";

/** Whole hours of the website's clock, as numbers since 1970. The last one is before `end`. */
export interface Hours {
  readonly start: number;
  readonly end: number;
}

const hourMs = 60 * 60 * 1000;
/** The times that a range can have: from 1970 on. */
const latestMs = Date.parse("9999-12-30T00:00:00Z");

const firstHourOf = (day: string) => Date.parse(day) / hourMs;
const dayOf = (hour: number) => isoDay(Math.floor((hour * hourMs) / dayMs));
const ofDay = (hour: number) => hour - firstHourOf(dayOf(hour));

/** Returns all hours of days, both inclusive. */
export function hoursOf({ from, to }: { readonly from: string; readonly to: string }): Hours {
  return { start: firstHourOf(from), end: firstHourOf(to) + 24 };
}

/**
 * Returns the hours of the website that the range of a request means. A moment within an hour
 * stands for the end of that hour, so of two ranges that meet none has an hour of the other. A
 * range within one hour is that hour. Throws `Problem` VALIDATION if there is no such range.
 */
export function readHours(query: ReadonlyMap<string, string>, timezone: string): Hours {
  const form = query.has("startDate") || query.has("endDate") ? "Date" : "At";
  if (form === "Date" && (query.has("startAt") || query.has("endAt"))) {
    throw invalid({ startDate: ["cannot stand beside startAt or endAt"] });
  }
  const momentIn = (name: string) => readMoment(name, query.get(name), timezone);
  const [start, end] = [momentIn(`start${form}`), momentIn(`end${form}`)] as const;
  if (end.ms < start.ms) throw invalid({ [`end${form}`]: ["must not be before the start"] });
  const endHour = end.hour + (end.isDay ? 24 : 0);
  return { start: Math.min(start.hour, endHour - 1), end: endHour };
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
  if (isDay) return { ms, isDay, hour: firstHourOf(text) };
  const { day, minute } = clockAt(timezone, ms);
  const minutes = minute + (ms % 60_000 === 0 ? 0 : 1);
  return { ms, isDay, hour: firstHourOf(day) + Math.ceil(minutes / 60) };
}

function momentOf(name: string, text: string): number {
  if (name.endsWith("At")) return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  const isZoned = /^.{10}T.{4,20}(?:Z|[+-]\d\d:?\d\d)$/.test(text) && isRealDay(text.slice(0, 10));
  return isZoned ? Date.parse(text) : Number.NaN;
}

/** Returns the hours with which Umami compares: as many before, or the same a year earlier. */
export function earlierHours({ start, end }: Hours, compare: string): Hours {
  if (compare === "yoy") return { start: yearBefore(start), end: yearBefore(end - 1) + 1 };
  return { start: start - (end - start), end: start };
}

function yearBefore(hour: number): number {
  const day = dayOf(hour);
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, "0");
  return firstHourOf(`${year}${day.slice(4).replace("-02-29", "-02-28")}`) + ofDay(hour);
}

/** Returns the parameters of the API that mean hours. */
export function paramsOf({ start, end }: Hours): Readonly<Record<string, string>> {
  return {
    from: dayOf(start),
    to: dayOf(end - 1),
    ...(ofDay(start) > 0 && { from_hour: String(ofDay(start)) }),
    ...(ofDay(end) > 0 && { to_hour: String(ofDay(end)) }),
  };
}

/** Returns the first and the last of days, or else the first and the end of the hours. */
export function textOf({ start, end }: Hours): string {
  if (ofDay(start) === 0 && ofDay(end) === 0) return `${dayOf(start)}/${dayOf(end - 1)}`;
  return [start, end].map((hour) => new Date(hour * hourMs).toISOString().slice(0, 16)).join("/");
}

/** Returns the first and the last millisecond of hours, ISO 8601. */
export function momentsOf({ start, end }: Hours, timezone: string) {
  const msOf = (hour: number) => clockMs(timezone, dayOf(hour), 60 * ofDay(hour));
  return {
    startDate: new Date(msOf(start)).toISOString(),
    endDate: new Date(msOf(end) - 1).toISOString(),
  };
}

/**
 * Returns the beginning of a period of the API, `2026-11-20T13:00`, `2026-11-20` or `2026-11`, by
 * the website's clock and with its offset: `2026-11-20T13:00:00+01:00`.
 */
export function beginningOf(period: string, timezone: string): string {
  const day = period.length === 7 ? `${period}-01` : period.slice(0, 10);
  return zonedTime(timezone, day, `${period.slice(11, 13) || "00"}:00:00`);
}
