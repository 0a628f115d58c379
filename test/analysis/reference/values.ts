import type { DimensionName } from "../../../src/counting/dimensions.ts";
import { countPlainly, periodOf } from "../../stats/plain-count.ts";
import type { VisitorDay } from "./visitor-days.ts";

export type Interval = "hour" | "day" | "week" | "month";

/** Returns the values of a dimension under which `stats` lists a visitor's day. */
export function valuesOf(
  own: VisitorDay,
  name: DimensionName,
  interval: Interval = "day",
): readonly string[] {
  if (name !== "visitor") return countPlainly(own.events, name).map(({ value }) => value);
  if (interval !== "hour") return [periodOf(own.day, interval)];
  return [...new Set(own.events.map(({ hour }) => hour))];
}

/** Returns the days under each of their values. */
export function byValue(
  days: readonly VisitorDay[],
  name: DimensionName,
  interval?: Interval,
): Map<string, VisitorDay[]> {
  const found = new Map<string, VisitorDay[]>();
  for (const own of days) {
    for (const value of valuesOf(own, name, interval)) {
      found.set(value, [...(found.get(value) ?? []), own]);
    }
  }
  return found;
}
