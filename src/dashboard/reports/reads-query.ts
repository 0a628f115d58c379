import type { ReadFilterName } from "../../model/choices.ts";
import type { Filter } from "../address/filters.ts";
import type { ReportQuery } from "../address/report-query.ts";
import type { WebsiteQuery } from "../address/website-query.ts";
import { comparisonParams, type ReportParams, reportPath } from "../api/report-path.ts";
import type { Site } from "../site/site.ts";
import { readFilters } from "./reads-names.ts";

export type ReadsFilter = Filter<ReadFilterName>;
type Asked = Pick<Site, "paths" | "days" | "query">;

const paramOf = (name: ReadFilterName) => `filter[${name}]`;

/** Returns the filters that select reads. Those by page select visitors as well. */
export function readsFilters({ filters, report }: WebsiteQuery): readonly ReadsFilter[] {
  return readFilters.flatMap((name) => {
    const ofPage = filters.filter((filter) => filter.name === name).map(({ value }) => value);
    const others = report.reads
      .filter(([each]) => each === paramOf(name))
      .map(([, value]) => value);
    return [...ofPage, ...others].map((value): ReadsFilter => ({ name, value }));
  });
}

/** Returns the change of the page to other filters of reads, without an open list. */
export function withFilters(
  { filters, report }: WebsiteQuery,
  wanted: readonly ReadsFilter[],
): Partial<WebsiteQuery> {
  const kept: Filter[] = filters.filter(({ name }) => name !== "page");
  const reads: [string, string][] = [];
  for (const { name, value } of wanted) {
    if (name === "page") kept.push({ name, value });
    else reads.push([paramOf(name), value]);
  }
  return { filters: kept, report: { ...report, ...firstPage, reads } };
}

const firstPage = { search: "", sort: undefined, page: 1 };

/** Returns the name of the open list. */
export function openList({ reads }: ReportQuery): string | undefined {
  return reads.find(([name]) => name === "list")?.[1];
}

/** Returns the change of the report to an open list, or to none. */
export function withList({ reads }: ReportQuery, list: string | undefined): Partial<ReportQuery> {
  const others = reads.filter(([name]) => name !== "list");
  return { ...firstPage, reads: list === undefined ? others : [...others, ["list", list]] };
}

/** Returns whether there are filters of visitors that do not select reads. */
export function hasOthers({ filters, segment }: WebsiteQuery): boolean {
  return segment !== undefined || filters.some(({ name }) => name !== "page");
}

/** No visitor is in a read. */
const everybody = { filters: [], segment: undefined };

/** Returns the path of a report about the reads of whole days that the view's filters select. */
export function readsPath(
  { paths, days: { from, to }, query }: Asked,
  report: string,
  params: ReportParams = {},
): string {
  const filters = readsFilters(query);
  const valuesOf = (name: ReadFilterName) =>
    filters.filter((filter) => filter.name === name).map(({ value }) => value);
  const all = Object.fromEntries(readFilters.map((name) => [paramOf(name), valuesOf(name)]));
  const site = { paths, days: { from, to }, query: everybody };
  return reportPath(site, report, { ...all, ...params });
}

/** Returns the path of the six numbers, compared if the page does. */
export function summaryPath(site: Asked & Pick<Site, "comparison">): string {
  const { from, to } = site.days;
  return readsPath(site, "reads/summary", comparisonParams({ ...site, days: { from, to } }));
}
