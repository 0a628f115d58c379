import type { ClippedRange } from "../../counting/website-days.ts";
import { type BreakdownQuery, breakdownReport } from "../breakdown.ts";
import type { QueryCaller } from "../query-scheduler.ts";
import type { Statistics } from "../statistics.ts";

/** Only the pages with the most page views are looked at, as a website may have any number. */
export const pagesMax = 10_000;
/** So an answer of the store is parsed within some milliseconds. */
const pagesPerQuery = 2_500;

export interface WebsitePages {
  /** Page views by page, as the breakdown of `page` has them. */
  readonly pages: ReadonlyMap<string, number>;
  /** The page views of all pages that have the searched text. */
  readonly pageviews: number;
}

/** Resolves with the pages of some days that have a text in them; "" is in all. */
export async function readPages(
  statistics: Pick<Statistics, "report">,
  range: ClippedRange & { readonly websiteId: number },
  caller: QueryCaller,
  search = "",
): Promise<WebsitePages> {
  const pages = new Map<string, number>();
  let pageviews = 0;
  for (let offset = 0; offset < pagesMax; offset += pagesPerQuery) {
    const query: BreakdownQuery = {
      ...range,
      filters: [],
      dimension: "page",
      search,
      sortBy: "pageviews",
      sort: "desc",
      limit: pagesPerQuery,
      offset,
    };
    const { value } = await statistics.report(breakdownReport, query, caller);
    for (const row of value.rows) pages.set(row.value, row.pageviews);
    pageviews = value.total_count;
    if (value.rows.length < pagesPerQuery) break;
  }
  return { pages, pageviews };
}
