import { sql } from "../clickhouse/sql.ts";
import { engagementColumns, pageColumns } from "./day-columns.ts";
import type { Tallied } from "./dimension-kinds.ts";

/**
 * The engagement with each page: `occurrences` are the milliseconds, and the amount is the greatest
 * scroll depth of the day. In sums of these tallies the amounts of all visitors' days add up.
 */
export const engagedPage: Tallied = {
  columns: pageColumns,
  tally: () => sql`arrayMap(
        x -> (
          toString(x.page),
          toUInt64(1),
          toUInt64(0),
          x.engagement_ms,
          toDecimal128(x.scroll_depth, 3)),
        arrayFilter(x -> x.engagements > 0, day_pages))`,
  has: "amount",
  readsEngagement: true,
};

/** The same over all pages of a day, with '' as the value. */
export const engagedDay: Tallied = {
  columns: engagementColumns,
  tally: () => sql`if(day_engagements = 0, [], [(
          '',
          toUInt64(1),
          toUInt64(0),
          day_engagement_ms,
          toDecimal128(day_scroll_depth, 3))])`,
  has: "amount",
  readsEngagement: true,
};
