import { type Sql, sql } from "../clickhouse/sql.ts";

/** A visit ends after this many milliseconds without a page view or custom event. */
const visitTimeoutMs = sql`1800000`;

/** The times of a visitor's page views and custom events of a day, in milliseconds and in order. */
const moments = sql`arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))`;

/**
 * The visits of a visitor's day, as an aggregate of its rows in `events`. A visit is an array of
 * its events' times. The end of the day ends a visit, too, as the visitor is forgotten then.
 */
export const visits = sql`arraySplit(
        (moment, waited_ms) -> waited_ms >= ${visitTimeoutMs},
        ${moments},
        arrayDifference(${moments}))`;

/** The page views and custom events themselves: `(ms, is a page view, page)`, in order. */
const events = sql`arraySort(groupArrayIf(
          (toUnixTimestamp64Milli(time), name = 'pageview', page),
          name != 'engagement'))`;

/**
 * The visits as arrays of `(ms, is a page view, page)`. Because of the pages this takes three times
 * as long as `visits`.
 */
export const visitedPages = splitIntoVisits(events);

/** Whether a visit, an array of times, has one page view and nothing else. */
const isBounce = sql`(length(visit) = 1 AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1]))`;
/** The time from the first to the last event of a visit. */
const durationMs = sql`visit[-1] - visit[1]`;

/** The number of visits with one page view and nothing else. */
export const bounces = sql`arrayCount(visit -> ${isBounce}, ${visits})`;

/** The sum over all visits of the time from their first to their last event. */
export const visitMs = sql`toUInt64(arraySum(visit -> ${durationMs}, ${visits}))`;

/** The visits as tuples: when each began, whether it is a bounce, how many milliseconds it took. */
export const visitNumbers = sql`arrayMap(visit -> (visit[1], ${isBounce}, ${durationMs}), ${visits})`;

/**
 * Returns the visits as arrays of their events, given all page views and custom events of a
 * visitor's day as tuples in order. A tuple begins with the time in milliseconds. With `items`, one
 * for each event, visits are arrays of these.
 */
export function splitIntoVisits(inOrder: Sql, items: Sql = inOrder): Sql {
  return sql`arraySplit(
          (event, waited_ms) -> waited_ms >= ${visitTimeoutMs},
          ${items},
          arrayDifference(${inOrder}.1))`;
}

/**
 * The visits as `open_day_visitors` has them, of several increments and of later events: tuples
 * like those of `visitNumbers` in the column `visits`, where an event is a visit of its own. Visits
 * that are less than the timeout apart are one.
 */
const inOrder = sql`arraySort(groupArrayArray(visits))`;
const endMs = sql`arrayRotateRight(arrayMap(visit -> visit.1 + visit.3, ${inOrder}), 1)`;
export const joinedVisits = sql`arraySplit(
        (visit, waited_ms) -> waited_ms >= ${visitTimeoutMs},
        ${inOrder},
        arrayMap((visit, end_ms) -> visit.1 - end_ms, ${inOrder}, ${endMs}))`;
export const joinedBounces = sql`arrayCount(parts -> length(parts) = 1 AND parts[1].2, ${joinedVisits})`;
export const joinedVisitMs = sql`toUInt64(arraySum(parts -> parts[-1].1 + parts[-1].3 - parts[1].1, ${joinedVisits}))`;

/** Returns an event as an array of one such visit; engagement makes none. */
export const visitOfEvent = sql`if(
          name = 'engagement',
          [],
          [(toUnixTimestamp64Milli(time), toUInt8(name = 'pageview'), toInt64(0))])`;
