import { sql } from "../store/sql.ts";

/** So long without a page view or custom event ends a visit. */
const visitTimeoutMs = sql`1800000`;

/** When a visitor's page views and custom events of a day happened, in milliseconds and in order. */
const moments = sql`arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))`;

/**
 * The visits of a visitor's day, as an aggregate of its rows in `events`: 30 minutes without a page view or
 * custom event end a visit, and so does the end of the day, when the visitor is forgotten. Each is an array of
 * its events' moments.
 */
export const visits = sql`arraySplit((moment, waited_ms) -> waited_ms >= ${visitTimeoutMs}, ${moments}, arrayDifference(${moments}))`;

/** What happened then: `(ms, is a page view, page)`, in order. */
const events = sql`arraySort(groupArrayIf((toUnixTimestamp64Milli(time), name = 'pageview', page), name != 'engagement'))`;

/** The same with what happened: `(ms, is a page view, page)`. It takes three times as long, for the pages. */
export const visitedPages = sql`arraySplit((event, waited_ms) -> waited_ms >= ${visitTimeoutMs}, ${events}, arrayDifference(${events}.1))`;

/** Visits of one page view and nothing else. */
export const bounces = sql`arrayCount(
        visit -> length(visit) = 1 AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1]),
        ${visits})`;

/** Time from the first to the last event of each visit, added up. */
export const visitMs = sql`arraySum(visit -> visit[-1] - visit[1], ${visits})`;
