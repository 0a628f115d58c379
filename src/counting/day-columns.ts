import { identifier, type Sql, sql } from "../clickhouse/sql.ts";
import {
  bounces,
  joinedBounces,
  joinedVisitMs,
  joinedVisits,
  visitedPages,
  visitMs,
  visitNumbers,
  visits,
} from "./visits.ts";

/** A column of visitor days. */
export type DayColumn = AggregateColumn | ValuesColumn;

export interface AggregateColumn {
  /** Returns the column as an aggregate of the rows that a visitor has in `events` on a day. */
  readonly ofEvents: () => Sql;
  /**
   * Returns the same column as an aggregate of the visitor's rows in `open_day_visitors`, and of
   * later events in the same form. Without it, every event is read.
   */
  readonly ofDistinct?: () => Sql;
}

/** The distinct values that a visitor's page views and custom events of a day carry. */
export interface ValuesColumn {
  /** Returns the value of one event, of its row in `events`; '' is none. */
  readonly ofEvent: () => Sql;
  /** Returns the column, given the array of distinct values. */
  readonly ofValues: (values: Sql) => Sql;
}

/** Columns by name. A name begins with `day_`, so that it is none of `events`. */
export type DayColumns = Readonly<Record<string, DayColumn>>;

/** Returns the column of a dimension of visitors: the distinct values of the day. */
export function dayColumn(name: string): Sql {
  return identifier(`day_${name}`);
}

/** The visits of the day. */
export const visitColumns = {
  day_visits: {
    ofEvents: () => sql`length(${visits})`,
    ofDistinct: () => sql`length(${joinedVisits})`,
  },
  day_bounces: { ofEvents: () => bounces, ofDistinct: () => joinedBounces },
  day_visit_ms: { ofEvents: () => visitMs, ofDistinct: () => joinedVisitMs },
} as const satisfies DayColumns;

/** The engagement with all pages. */
export const engagementColumns = {
  day_engagements: { ofEvents: () => sql`countIf(name = 'engagement')` },
  day_engagement_ms: {
    ofEvents: () => sql`sumIf(toUInt64(engagement_time_ms), name = 'engagement')`,
  },
  day_scroll_depth: {
    ofEvents: () => sql`maxIf(scroll_depth, name = 'engagement')`,
  },
} as const satisfies DayColumns;

/** The page views, and how far and how long the pages were read: one item for each page. */
const pagesInOrder = sql`arraySort(groupArrayIf(
          (page, name = 'pageview', engagement_time_ms, scroll_depth),
          name IN ('pageview', 'engagement')))`;

export const pageColumns = {
  day_pages: {
    ofEvents: () => sql`CAST(
        arrayMap(
          own -> (
            own[1].1,
            countEqual(own.2, 1),
            countEqual(own.2, 0),
            arraySum(own.3),
            arrayMax(own.4)),
          ${splitByFirst(pagesInOrder)}),
        'Array(Tuple(page String, views UInt32, engagements UInt32, engagement_ms UInt64, scroll_depth UInt8))')`,
  },
} as const satisfies DayColumns;

/** The visits that have a page view, by their first and last pages. */
export const visitPageColumns = {
  day_visit_pages: {
    ofEvents: () => sql`CAST(
        arrayFilter(
          visit -> visit.3 > 0,
          arrayMap(
            visit -> (
              arrayFirst(event -> event.2, visit).3,
              arrayLast(event -> event.2, visit).3,
              arrayCount(event -> event.2, visit),
              length(visit) = 1 AND visit[1].2,
              visit[-1].1 - visit[1].1),
            ${visitedPages})),
        'Array(Tuple(entry_page String, exit_page String, views UInt32, bounces UInt8, ms UInt64))')`,
  },
} as const satisfies DayColumns;

/**
 * Returns the column of the parts of the day in which the visitor was active, each of one length
 * and counted from 1970 on: the page views then, and the visits that began then.
 */
function partsOfDay({ seconds, ms }: { seconds: Sql; ms: Sql }): AggregateColumn {
  const part = sql`toUInt32(intDiv(toUnixTimestamp(time), ${seconds}))`;
  const begun = sql`arrayMap(
            visit -> (toUInt32(intDiv(visit.1, ${ms})), visit.2, visit.3),
            ${visitNumbers})`;
  return {
    ofEvents: () => sql`CAST(
        arrayMap(
          x -> (
            x,
            countEqual(groupArrayIf(${part}, name = 'pageview'), x),
            arrayCount(visit -> visit.1 = x, ${begun}),
            arraySum(visit -> if(visit.1 = x, visit.2, 0), ${begun}),
            arraySum(visit -> if(visit.1 = x, visit.3, 0), ${begun})),
          arraySort(groupUniqArrayIf(${part}, name != 'engagement'))),
        'Array(Tuple(quarter UInt32, views UInt32, visits UInt32, bounces UInt32, ms UInt64))')`,
  };
}

/**
 * The quarters of an hour. Hours of all clocks begin with one: since 1972, each time zone is a
 * whole number of quarters ahead of UTC.
 */
export const quarterColumns = {
  day_quarters: partsOfDay({ seconds: sql`900`, ms: sql`900000` }),
} as const satisfies DayColumns;

/** The minutes, in the same form. */
export const minuteColumns = {
  day_minutes: partsOfDay({ seconds: sql`60`, ms: sql`60000` }),
} as const satisfies DayColumns;

const isCustom = sql`name NOT IN ('pageview', 'engagement')`;
const eventsInOrder = sql`arraySort(groupArrayIf(name, ${isCustom}))`;
const distinctEvents = sql`sumMapIf([toString(name)], [toUInt64(events)], ${isCustom})`;
const asCustomEvents = (pairs: Sql) => sql`CAST(
        ${pairs},
        'Array(Tuple(name String, events UInt32))')`;

/** The custom events. */
export const customEventColumns = {
  day_custom_events: {
    ofEvents: () =>
      asCustomEvents(sql`arrayMap(
          own -> (own[1], length(own)),
          arraySplit(
            (name, nth) -> nth = 1,
            ${eventsInOrder},
            arrayEnumerateUniq(${eventsInOrder})))`),
    ofDistinct: () => asCustomEvents(sql`arrayZip(${distinctEvents}.1, ${distinctEvents}.2)`),
  },
} as const satisfies DayColumns;

/** Returns an array of tuples in order as one array for each first element. */
export function splitByFirst(inOrder: Sql): Sql {
  return sql`arraySplit(
            (each, nth) -> nth = 1,
            ${inOrder},
            arrayEnumerateUniq(${inOrder}.1))`;
}
