import { type Sql, sql } from "../clickhouse/sql.ts";
import { engagedDay, engagedPage } from "../counting/engagement.ts";
import type { Period } from "../model/choices.ts";
import type { Engagement } from "../model/engagement.ts";
import { dayEntriesSql } from "./day-entries.ts";
import type { DayState } from "./day-state.ts";
import { periodOf } from "./intervals.ts";
import {
  hasSearched,
  type Listing,
  type ListingQuery,
  listingReports,
  orderSql,
} from "./listing.ts";

export const engagementFields = ["value", "visitors", "seconds", "scroll_depth"] as const;
export const engagementOrders = ["visitors", "seconds", "scroll_depth", "value"] as const;

/** A query for the engagement with each page, or with all pages in each interval. */
export interface EngagementQuery extends ListingQuery<(typeof engagementOrders)[number]> {
  readonly interval?: Period;
}

/** The engagement, one page of it or all. docs/analysis.md defines the numbers. */
export const { page: engagementReport, csv: engagementCsvReport } = listingReports<
  EngagementQuery,
  Engagement
>("engagement", engagementListing);

export function engagementListing(query: EngagementQuery): Listing {
  return {
    fields: engagementFields,
    texts: ["value"],
    rows: (days) => engagementSql(query, days),
    where: hasSearched(sql`listed.value`, query),
    order: orderSql(query, "value", {
      seconds: sql`listed.ms / listed.visitors`,
      scroll_depth: sql`listed.depths / listed.visitors`,
    }),
  };
}

/** Numbers are rounded to one digit as whole numbers of tenths, so that a half is a half. */
function engagementSql({ interval, ...query }: EngagementQuery, days: readonly DayState[]): Sql {
  const tallies =
    interval === undefined ? { engaged_page: engagedPage } : { engaged_day: engagedDay };
  const value =
    interval === undefined ? sql`entry.value` : periodOf(interval, sql`toString(entry.date)`);
  return sql`
      SELECT
        value,
        visitors,
        ms,
        depths,
        intDiv(2 * ms + 100 * visitors, 200 * visitors) / 10 AS seconds,
        intDiv(20 * depths + visitors, 2 * visitors) / 10 AS scroll_depth
      FROM (
        SELECT
          ${value} AS value,
          sum(entry.visitors) AS visitors,
          sum(entry.occurrences) AS ms,
          toInt64(sum(entry.amount)) AS depths
        FROM (${dayEntriesSql({ ...query, days }, tallies)}
        ) AS entry
        GROUP BY value
        HAVING visitors > 0
      )`;
}
