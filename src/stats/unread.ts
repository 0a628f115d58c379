import { sql } from "../clickhouse/sql.ts";
import type { UnreadPage } from "../model/reads.ts";
import { breakdownListing } from "./breakdown.ts";
import { type Listing, type ListingQuery, listingReports } from "./listing.ts";
import { fetchedPathsSql, type ReadsQuery } from "./reads.ts";

export const unreadOrders = ["pageviews", "value"] as const;

/** A query for the pages that people viewed, and none of the selected reads fetched. */
export interface UnreadQuery extends ReadsQuery, ListingQuery<(typeof unreadOrders)[number]> {
  /** The version of the reads; an answer holds for it alone. */
  readonly readsVersion: string;
}

/** The pages that no reader fetched, one page of them or all. */
export const { page: unreadReport, csv: unreadCsvReport } = listingReports<UnreadQuery, UnreadPage>(
  "unread",
  unreadListing,
);

export function unreadListing(query: UnreadQuery): Listing {
  const pages = breakdownListing({ ...query, dimension: "page" });
  return {
    fields: ["value", "pageviews"],
    texts: ["value"],
    rows: pages.rows,
    where: sql`${pages.where ?? sql`true`}
      AND listed.pageviews > 0
      AND listed.value NOT IN (${fetchedPathsSql(query)})`,
    order: pages.order,
  };
}
