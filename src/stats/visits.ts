import { sql } from "../store/sql.ts";

/** The page views and custom events of a visitor's day, in the order of time: `(ms, is a page view, page)`. */
const events = sql`arraySort(groupArrayIf((toUnixTimestamp64Milli(time), name = 'pageview', page), name != 'engagement'))`;

/**
 * The visits of a visitor's day, as an aggregate of its rows in `events`: 30 minutes without a page view or
 * custom event end a visit, and so does the end of the day, when the visitor is forgotten. Each is an array of
 * its events, `(ms, is a page view, page)`.
 */
export const visits = sql`arraySplit((event, waited_ms) -> waited_ms >= 1800000, ${events}, arrayDifference(${events}.1))`;

/** Visits of one page view and nothing else. */
export const bounces = sql`arrayCount(visit -> length(visit) = 1 AND visit[1].2, ${visits})`;

/** Time from the first to the last event of each visit, added up. */
export const visitMs = sql`arraySum(visit -> visit[-1].1 - visit[1].1, ${visits})`;
