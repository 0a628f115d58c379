import type { Interval } from "../../model/choices.ts";
import { type Days, dayParams } from "../address/calendar-day.ts";
import { type Comparison, earlierDays } from "../address/comparison.ts";
import type { DimensionName } from "../address/dimension-words.ts";
import { addPopulation, type Population } from "../address/filters.ts";

/** The API paths of a website's statistics. Users and viewers have different ones. */
export interface ApiPaths {
  /** The website itself, below which its reports are. */
  readonly website: string;
  readonly stats: string;
  readonly summary: string;
  readonly live: string;
  readonly segments: string;
  readonly annotations: string;
  readonly heatmap: string;
}

export function userPaths(id: number): ApiPaths {
  return { ...pathsBelow(`/api/v1/websites/${id}`), stats: `/api/v1/stats/${id}` };
}

export function sharedPaths(domain: string): ApiPaths {
  return pathsBelow(`/shared/${encodeURIComponent(domain)}`);
}

/** Returns the paths of what a shared link shows. The link's token is the last part of its URL. */
export function linkPaths(token: string): ApiPaths {
  return pathsBelow(`/share/${token}`);
}

function pathsBelow(base: string): ApiPaths {
  return {
    website: base,
    stats: `${base}/stats`,
    summary: `${base}/summary`,
    live: `${base}/live`,
    segments: `${base}/segments`,
    annotations: `${base}/annotations`,
    heatmap: `${base}/heatmap`,
  };
}

/** The parameters of a breakdown. */
export interface StatParams {
  readonly name: DimensionName;
  readonly days: Days;
  /** All visitors if it is not given. */
  readonly population?: Population;
  readonly interval?: Interval | undefined;
  readonly search?: string;
  readonly sortBy?: string;
  readonly sort?: "asc" | "desc";
  readonly page?: number;
  readonly perPage?: 10 | 25 | 50 | 100;
  /** How the values are compared; not at all if it is not given. */
  readonly comparison?: Comparison | undefined;
}

export function statPath(path: string, query: StatParams): string {
  const { name, days, population, interval, search = "" } = query;
  const { sortBy = "count", sort = "desc", page = 1, perPage = 10 } = query;
  const params = new URLSearchParams({ name, ...dayParams(days) });
  if (interval !== undefined) params.set("interval", interval);
  if (search !== "") params.set("search", search);
  if (sortBy !== "count") params.set("sort_by", sortBy);
  if (sort !== "desc") params.set("sort", sort);
  if (perPage !== 10) params.set("per_page", String(perPage));
  if (page !== 1) params.set("page", String(page));
  addComparison(params, query);
  if (population !== undefined) addPopulation(params, population);
  return `${path}?${params}`;
}

function addComparison(
  params: URLSearchParams,
  { days, comparison }: Pick<StatParams, "days" | "comparison">,
): void {
  if (comparison === undefined || earlierDays(days, comparison) === undefined) return;
  params.set("compare", comparison.mode);
  if (comparison.matchesWeekday) params.set("match", "weekday");
}

/** The parameters of a summary. */
export interface SummaryParams {
  readonly days: Days;
  readonly population?: Population;
  readonly comparison: Comparison | undefined;
}

export function summaryPath(path: string, query: SummaryParams): string {
  const params = new URLSearchParams(dayParams(query.days));
  addComparison(params, query);
  if (query.population !== undefined) addPopulation(params, query.population);
  return `${path}?${params}`;
}

/** The parameters of a heat map. */
export interface HeatmapParams {
  readonly days: Days;
  readonly population: Population;
  readonly metric: "visitors" | "pageviews";
}

export function heatmapPath(path: string, { days, population, metric }: HeatmapParams): string {
  const params = new URLSearchParams({ ...dayParams(days), metric });
  addPopulation(params, population);
  return `${path}?${params}`;
}
