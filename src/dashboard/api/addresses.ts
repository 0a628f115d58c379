import type { Days } from "../calendar-day.ts";
import type { DimensionName } from "../dimensions.ts";
import type { Filter } from "../filters.ts";
import type { Interval } from "../intervals.ts";

/** Where the numbers of a website are asked for: those of its owner and those of a viewer differ. */
export interface Addresses {
  readonly stats: string;
  readonly summary: string;
  readonly live: string;
}

export function ownerAddresses(id: number): Addresses {
  return {
    stats: `/api/v1/stats/${id}`,
    summary: `/api/v1/websites/${id}/summary`,
    live: `/api/v1/websites/${id}/live`,
  };
}

export function sharedAddresses(domain: string): Addresses {
  const base = `/shared/${encodeURIComponent(domain)}`;
  return { stats: `${base}/stats`, summary: `${base}/summary`, live: `${base}/live` };
}

/** What is asked of `/stats`. */
export interface StatQuestion {
  readonly name: DimensionName;
  readonly days: Days;
  readonly filters?: readonly Filter[] | undefined;
  readonly interval?: Interval | undefined;
  readonly search?: string;
  readonly sortBy?: "count" | "value";
  readonly sort?: "asc" | "desc";
  readonly page?: number;
  readonly perPage?: 10 | 25 | 50 | 100;
}

export function statPath(address: string, question: StatQuestion): string {
  const { name, days, filters = [], interval, search = "" } = question;
  const { sortBy = "count", sort = "desc", page = 1, perPage = 10 } = question;
  const params = new URLSearchParams({ name, from: days.from, to: days.to });
  if (interval !== undefined) params.set("interval", interval);
  if (search !== "") params.set("search", search);
  if (sortBy !== "count") params.set("sort_by", sortBy);
  if (sort !== "desc") params.set("sort", sort);
  if (perPage !== 10) params.set("per_page", String(perPage));
  if (page !== 1) params.set("page", String(page));
  addFilters(params, filters);
  return `${address}?${params}`;
}

/** What is asked of `/summary`. */
export interface SummaryQuestion {
  readonly days: Days;
  readonly filters: readonly Filter[];
  readonly isCompared: boolean;
}

export function summaryPath(address: string, question: SummaryQuestion): string {
  const { days, filters, isCompared } = question;
  const params = new URLSearchParams({ from: days.from, to: days.to });
  if (isCompared) params.set("compare", "previous");
  addFilters(params, filters);
  return `${address}?${params}`;
}

function addFilters(params: URLSearchParams, filters: readonly Filter[]): void {
  for (const { name, value } of filters) params.append(`filter[${name}]`, value);
}
