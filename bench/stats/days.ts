export const dayMs = 86_400_000;

/** Days, both inclusive. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** Returns the date of a number of days since 1970, like "2026-11-21". */
export function isoDay(day: number): string {
  return new Date(Math.floor(day) * dayMs).toISOString().slice(0, 10);
}

/** Returns the last `days` closed days. */
export function closedRange(now: number, days: number): Range {
  return { from: isoDay(now / dayMs - days), to: isoDay(now / dayMs - 1) };
}

/** Returns the last `days` days, today among them. */
export function openRange(now: number, days: number): Range {
  return { from: isoDay(now / dayMs - days + 1), to: isoDay(now / dayMs) };
}
