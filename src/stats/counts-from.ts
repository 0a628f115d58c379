import { type Filter, filterDimensions } from "../counting/filters.ts";
import type { WebsiteDays } from "../counting/website-days.ts";
import { areStored } from "../rollups/rollup-sql.ts";

/**
 * Returns what the numbers of roll-ups are counted from under filters: visitor days, if they have
 * what the filters look at. Without filters the values of roll-ups answer, but not by the hour.
 */
export function countsFrom(
  filters: readonly Filter[],
  { byHour = false } = {},
): Pick<WebsiteDays, "countsFrom"> {
  if (filters.length === 0 && !byHour) return {};
  return { countsFrom: areStored(filterDimensions(filters)) ? "visitor_days" : "events" };
}
