import { writeParams } from "./website-query.ts";

export const websiteSorts = ["name", "visitors", "change", "online"] as const;

/** The parameters in the address of the list of websites. */
export interface WebsiteListQuery {
  readonly search: string;
  readonly page: number;
  /** Days that the small charts show. */
  readonly days: 7 | 30;
  /** Measure that the small charts show. */
  readonly measure: "visitors" | "pageviews";
  readonly sort: (typeof websiteSorts)[number];
  /** The domain of the form that adds a website, "" for an empty one; undefined if it is closed. */
  readonly adding: string | undefined;
}

/** Reads the address. Invalid parameters are ignored. */
export function readWebsiteListQuery(search: string): WebsiteListQuery {
  const params = new URLSearchParams(search);
  const page = Number(params.get("page") ?? 1);
  return {
    search: params.get("search") ?? "",
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    days: params.get("days") === "7" ? 7 : 30,
    measure: params.get("measure") === "pageviews" ? "pageviews" : "visitors",
    sort: websiteSorts.find((sort) => sort === params.get("sort")) ?? "name",
    adding: params.get("add") ?? undefined,
  };
}

/** Returns the query string with its `?`. Parameters with default values are left out. */
export function writeWebsiteListQuery(query: WebsiteListQuery): string {
  const params = new URLSearchParams();
  if (query.search !== "") params.set("search", query.search);
  if (query.page > 1) params.set("page", String(query.page));
  if (query.days !== 30) params.set("days", String(query.days));
  if (query.measure !== "visitors") params.set("measure", query.measure);
  if (query.sort !== "name") params.set("sort", query.sort);
  if (query.adding !== undefined) params.set("add", query.adding);
  return writeParams(params);
}
