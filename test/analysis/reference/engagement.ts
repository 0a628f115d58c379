import { periodOf } from "../../stats/plain-count.ts";
import { divide, type Fraction, rounded, sum, whole } from "./numbers.ts";
import type { Population } from "./population.ts";
import type { Ranked } from "./rows.ts";
import { groupBy, type VisitorDay } from "./visitor-days.ts";

/** The exact engagement of some visitors' days, or parts of them. */
export interface Engagement {
  readonly visitors: number;
  readonly seconds: Fraction | null;
  readonly scrollDepth: Fraction | null;
}

/** Returns the engagement of days, with everything of a day together. */
export function engagementOf(days: readonly VisitorDay[]): Engagement {
  const engaged = days.map(({ engagement }) => engagement).filter(({ length }) => length > 0);
  const timesMs = engaged.map((own) => sum(own.map(({ engagementMs }) => engagementMs)));
  const depths = engaged.map((own) => Math.max(...own.map(({ scrollDepth }) => scrollDepth)));
  return {
    visitors: engaged.length,
    seconds: divide(sum(timesMs), 1000 * engaged.length),
    scrollDepth: divide(sum(depths), engaged.length),
  };
}

/** Returns the engagement with each page, or of each day, week or month that has any. */
export function engagementRows(
  { days }: Population,
  interval?: "day" | "week" | "month",
): Ranked[] {
  const parts = days.flatMap((own) =>
    interval === undefined
      ? [...groupBy(own.engagement, ({ page }) => page)].map(([value, engagement]) => ({
          value,
          own: { ...own, engagement },
        }))
      : [{ value: periodOf(own.day, interval), own }],
  );
  return [...groupBy(parts, ({ value }) => value)]
    .map(([value, own]) => ({ value, found: engagementOf(own.map((each) => each.own)) }))
    .filter(({ found }) => found.visitors > 0)
    .map(({ value, found: { visitors, seconds, scrollDepth } }) => ({
      text: value,
      row: {
        value,
        visitors,
        seconds: rounded(seconds, 1),
        scroll_depth: rounded(scrollDepth, 1),
      },
      keys: { visitors: whole(visitors), seconds, scroll_depth: scrollDepth },
    }));
}
