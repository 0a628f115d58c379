import { type Days, dayParams } from "../address/calendar-day.ts";
import { type Comparison, earlierDays } from "../address/comparison.ts";
import { addPopulation, type Population } from "../address/filters.ts";
import type { ApiPaths } from "./paths.ts";

/** The state of the page that a report follows from. */
interface Asked {
  readonly paths: Pick<ApiPaths, "website">;
  readonly days: Days;
  readonly query: Population;
  /** How the days are compared. */
  readonly comparison: Comparison | undefined;
}

type Value = string | number | undefined;
export type ReportParams = Readonly<Record<string, Value | readonly string[]>>;

/**
 * Returns the path of a report about the chosen days and visitors. Parameters that are undefined or
 * empty are left out.
 */
export function reportPath(
  { paths, days, query }: Omit<Asked, "comparison">,
  report: string,
  params: ReportParams = {},
): string {
  const all = new URLSearchParams(dayParams(days));
  addParams(all, params);
  addPopulation(all, query);
  return `${paths.website}/${report}?${all}`;
}

/** Returns the parameters that compare with the earlier range, if the page does. */
export function comparisonParams({ days, comparison }: Omit<Asked, "paths">): ReportParams {
  if (comparison === undefined || earlierDays(days, comparison) === undefined) return {};
  const { mode, matchesWeekday } = comparison;
  return { compare: mode, match: matchesWeekday ? "weekday" : undefined };
}

/** Returns the path with some more parameters. */
export function withParams(path: string, params: ReportParams): string {
  const [address = "", query] = path.split("?");
  const all = new URLSearchParams(query);
  addParams(all, params);
  return `${address}?${all}`;
}

function addParams(all: URLSearchParams, params: ReportParams): void {
  for (const [name, value] of Object.entries(params)) {
    const values: readonly Value[] = Array.isArray(value) ? value : [value as Value];
    for (const each of values) {
      if (each !== undefined && each !== "") all.append(name, String(each));
    }
  }
}
