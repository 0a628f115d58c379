export const dayMs = 86_400_000;

/** Days, both inclusive. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** "2026-11-21" of a number of days since 1970. */
export function isoDay(day: number): string {
  return new Date(Math.floor(day) * dayMs).toISOString().slice(0, 10);
}

/** The last so many days that are over. */
export function closedRange(days: number): Range {
  const today = Date.now() / dayMs;
  return { from: isoDay(today - days), to: isoDay(today - 1) };
}

/** The last so many days, today among them. */
export function openRange(days: number): Range {
  const today = Date.now() / dayMs;
  return { from: isoDay(today - days + 1), to: isoDay(today) };
}
