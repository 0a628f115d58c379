import type { DayRange } from "./population.ts";

export interface Comparing {
  /** `previous`, `year` or `YYYY-MM-DD`. */
  readonly compare: string;
  readonly match?: "weekday" | undefined;
}

const dayMs = 86_400_000;

/** Returns the range of days that another is compared with. */
export function earlierOf({ from, to }: DayRange, { compare, match }: Comparing): DayRange {
  const length = numberOf(to) - numberOf(from);
  const ranges: Readonly<Record<string, DayRange>> = {
    previous: { from: dayOf(numberOf(from) - length - 1), to: dayOf(numberOf(from) - 1) },
    year: { from: yearBefore(from), to: yearBefore(to) },
  };
  const begun = { from: compare, to: dayOf(numberOf(compare) + length) };
  const earlier = ranges[compare] ?? begun;
  if (match === undefined) return earlier;
  const weekOf = (begin: number) => Math.round((numberOf(from) - begin) / 7);
  const before = Math.ceil((length + 1) / 7);
  const weeks: Readonly<Record<string, number>> = {
    previous: before,
    year: length + 1 > 364 ? 53 : 52,
  };
  const back = 7 * (weeks[compare] ?? Math.max(before, weekOf(numberOf(compare))));
  return { from: dayOf(numberOf(from) - back), to: dayOf(numberOf(to) - back) };
}

function yearBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return before.endsWith("02-29") ? before.replace("02-29", "02-28") : before;
}

function numberOf(day: string): number {
  return Date.parse(day) / dayMs;
}

function dayOf(number: number): string {
  const time = number * dayMs;
  return Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, 10);
}
