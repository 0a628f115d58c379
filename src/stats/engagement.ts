import type { Readable } from "node:stream";

import { engagedDay, engagedPage } from "../counting/engagement.ts";
import { containsSql } from "../counting/pattern.ts";
import type { Engagement } from "../model/engagement.ts";
import type { Database, QueryLimits } from "../store/database.ts";
import { type Sql, sql } from "../store/sql.ts";
import type { CsvForm } from "./csv.ts";
import { dayEntriesSql } from "./day-entries.ts";
import type { DayState } from "./day-state.ts";
import { type Interval, periodOf } from "./intervals.ts";
import {
  directionSql,
  type Listing,
  type PagePlace,
  type RowPage,
  readCsv,
  readPage,
} from "./listing.ts";
import type { CsvReport, Report, ReportQuery } from "./report.ts";
import { countingSettings } from "./values.ts";

export const engagementFields = ["value", "visitors", "seconds", "scroll_depth"] as const;
export const engagementOrders = ["visitors", "seconds", "scroll_depth", "value"] as const;

/** A query for the engagement with each page, or with all pages in each interval. */
export interface EngagementQuery extends ReportQuery, PagePlace {
  readonly interval?: Exclude<Interval, "hour">;
  /** Case-insensitive part of the value; "" matches all. */
  readonly search: string;
  readonly sortBy: (typeof engagementOrders)[number];
  readonly sort: "asc" | "desc";
}

/** One page of the engagement. docs/analysis.md defines the numbers. */
export const engagementReport: Report<EngagementQuery, RowPage<Engagement>> = {
  name: "engagement",
  async count(db, query, days, limits) {
    if (days.length === 0) return { rows: [], total: 0 };
    return readPage<Engagement>(db, engagementListing(query, days), query, limits);
  },
};

/** The whole engagement. */
export const engagementCsvReport: CsvReport<EngagementQuery & CsvForm> = { csv: engagementCsv };

function engagementCsv(
  db: Database,
  query: EngagementQuery & CsvForm,
  days: readonly DayState[],
  limits: QueryLimits,
): Promise<Readable> {
  const listing = days.length === 0 ? undefined : engagementListing(query, days);
  return readCsv(db, { fields: engagementFields, isSafe: query.isSafe }, listing, limits);
}

/** Returns the records of a query about days that have events. */
export function engagementListing(query: EngagementQuery, days: readonly DayState[]): Listing {
  const { search, sortBy, sort } = query;
  const direction = directionSql(sort);
  // Order follows the exact numbers.
  const exact = {
    visitors: sql`listed.visitors`,
    seconds: sql`listed.ms / listed.visitors`,
    scroll_depth: sql`listed.depths / listed.visitors`,
  };
  return {
    fields: engagementFields,
    texts: ["value"],
    rows: engagementSql(query, days),
    where: search === "" ? sql`true` : containsSql(sql`listed.value`, search),
    order:
      sortBy === "value"
        ? sql`listed.value ${direction}`
        : sql`${exact[sortBy]} ${direction}, listed.value ASC`,
    settings: countingSettings(days),
  };
}

/** Numbers are rounded to one digit as whole numbers of tenths, so that a half is a half. */
function engagementSql(
  { websiteId, filters, interval }: EngagementQuery,
  days: readonly DayState[],
): Sql {
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
        FROM (${dayEntriesSql({ websiteId, days, filters }, tallies)}
        ) AS entry
        GROUP BY value
        HAVING visitors > 0
      )`;
}
