import type { Days } from "../calendar-day.ts";
import type { WebsiteQuery } from "../website-query.ts";
import { type ApiPaths, addFilters } from "./paths.ts";

/** What a report follows from, beside its own parameters. */
interface Asked {
  readonly paths: Pick<ApiPaths, "website">;
  readonly days: Days;
  readonly query: Pick<WebsiteQuery, "filters" | "isCompared">;
}

type Value = string | number | undefined;
export type ReportParams = Readonly<Record<string, Value | readonly string[]>>;

/**
 * Returns the path of a report about the chosen days and visitors. Parameters that are undefined or
 * empty are left out.
 */
export function reportPath(
  { paths, days, query }: Asked,
  report: string,
  params: ReportParams = {},
): string {
  const all = new URLSearchParams({ from: days.from, to: days.to });
  addParams(all, params);
  addFilters(all, query.filters);
  return `${paths.website}/${report}?${all}`;
}

/** Returns the parameters that compare with the earlier range, if the page does. */
export function comparisonParams({ query }: Pick<Asked, "query">): ReportParams {
  return query.isCompared ? { compare: "previous" } : {};
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
