import { writeParams } from "./website-query.ts";

/** Everything that the address of the list of websites says. */
export interface WebsiteListQuery {
  readonly search: string;
  readonly page: number;
  /** How many days the small charts show, and of what. */
  readonly days: 7 | 30;
  readonly metric: "visitors" | "pageviews";
  readonly isAdding: boolean;
}

/** Reads the address; what it does not understand is as if it were not there. */
export function readWebsiteListQuery(search: string): WebsiteListQuery {
  const params = new URLSearchParams(search);
  const page = Number(params.get("page") ?? 1);
  return {
    search: params.get("search") ?? "",
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    days: params.get("days") === "7" ? 7 : 30,
    metric: params.get("metric") === "pageviews" ? "pageviews" : "visitors",
    isAdding: params.has("add"),
  };
}

/** The address's query with its `?`, or nothing where all is as usual. */
export function writeWebsiteListQuery(query: WebsiteListQuery): string {
  const params = new URLSearchParams();
  if (query.search !== "") params.set("search", query.search);
  if (query.page > 1) params.set("page", String(query.page));
  if (query.days !== 30) params.set("days", String(query.days));
  if (query.metric !== "visitors") params.set("metric", query.metric);
  if (query.isAdding) params.set("add", "");
  return writeParams(params);
}
