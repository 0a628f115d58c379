import { clockAt, clockOffsets } from "../../base/calendar.ts";
import type { Alert } from "../../definitions/alert.ts";

type Hours = Alert["hours"];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Returns whether an alert looks at a moment, in the time zone of its website. */
export function isWithinHours(hours: Hours, timezone: string, timeMs: number): boolean {
  return hours === null || includes(hours, Math.floor(clockAt(timezone, timeMs).minute / 60));
}

/**
 * Returns the minutes of an interval, each by its beginning, that are within the hours. The
 * interval has some days at most.
 */
export function minutesWithin(
  hours: Hours,
  timezone: string,
  fromMs: number,
  untilMs: number,
): number[] {
  const offsets = clockOffsets(timezone, Math.floor(fromMs / 1000), Math.ceil(untilMs / 1000));
  const minutes: number[] = [];
  let next = 0;
  let aheadMs = 0;
  for (let ms = Math.ceil(fromMs / minuteMs) * minuteMs; ms < untilMs; ms += minuteMs) {
    for (; next < offsets.length && (offsets[next]?.fromS ?? 0) * 1000 <= ms; next += 1) {
      aheadMs = (offsets[next]?.aheadS ?? 0) * 1000;
    }
    const hour = Math.floor((ms + aheadMs) / hourMs) % 24;
    if (hours === null || includes(hours, hour)) minutes.push(ms);
  }
  return minutes;
}

function includes([from, to]: readonly [number, number], hour: number): boolean {
  return from < to ? from <= hour && hour < to : hour >= from || hour < to;
}
