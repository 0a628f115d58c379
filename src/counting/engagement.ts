import { sql } from "../clickhouse/sql.ts";
import type { Tallied } from "./dimension-kinds.ts";

/** The engagement events of a visitor's day: `(page, milliseconds, scroll depth)`, by page. */
const engagements = sql`arraySort(groupArrayIf(
          (page, engagement_time_ms, scroll_depth),
          name = 'engagement'))`;

/** The same as one array for each page. */
const engagementsByPage = sql`arraySplit(
          (engagement, nth) -> nth = 1,
          ${engagements},
          arrayEnumerateUniq(${engagements}.1))`;

/**
 * The engagement with each page: `occurrences` are the milliseconds, and the amount is the greatest
 * scroll depth of the day. In sums of these tallies the amounts of all visitors' days add up.
 */
export const engagedPage: Tallied = {
  tally: () => sql`arrayMap(
        own -> (
          own[1].1,
          toUInt64(1),
          toUInt64(0),
          toUInt64(arraySum(own.2)),
          toDecimal128(arrayMax(own.3), 3)),
        ${engagementsByPage})`,
  hasAmount: true,
  readsEngagement: true,
};

/** The same over all pages of a day, with '' as the value. */
export const engagedDay: Tallied = {
  tally: () => sql`if(countIf(name = 'engagement') = 0, [], [(
          '',
          toUInt64(1),
          toUInt64(0),
          sumIf(toUInt64(engagement_time_ms), name = 'engagement'),
          toDecimal128(maxIf(scroll_depth, name = 'engagement'), 3))])`,
  hasAmount: true,
  readsEngagement: true,
};
