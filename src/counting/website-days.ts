import { type DayRange, datesApartMax, moveDay } from "../base/calendar.ts";
import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import type { Condition } from "./filters.ts";

/** A range of days that may leave out hours at either end. */
export interface ClippedRange extends DayRange {
  /** Events of the first day before this moment do not count. */
  readonly sinceMs?: number | undefined;
  /** Events of the last day from this moment on do not count. */
  readonly untilMs?: number | undefined;
}

/** The days that a query is about. */
export interface WebsiteDays extends ClippedRange {
  readonly websiteId: number;
  /** The rows that the query counts, if the values of roll-ups cannot answer it. */
  readonly countsFrom?: "visitor_days" | "events";
  /**
   * A statistic that imported totals can have. The query reads it from the totals of imports that
   * have it, and counts all other days from events.
   */
  readonly totalsOf?: "props";
  /** Whether days that were imported as totals count as empty. */
  readonly excludesImports?: boolean;
  /** Whether days whose events are not there count as empty. */
  readonly excludesArchived?: boolean;
  /** The conditions that the values of roll-ups must have been counted under; none if undefined. */
  readonly conditions?: readonly Condition[];
  /** Whether another query compares its days with these. */
  readonly isEarlier?: boolean;
  /** The number of days at each end that the query reads beside those that it was asked for. */
  readonly marginDays?: number;
}

/** Returns the condition on rows of `events` and `drops`. */
export function withinDays({ websiteId, from, to }: WebsiteDays): Sql {
  return sql`website_id = ${bind("UInt32", websiteId)}
        AND date >= ${bind("Date", withinDate(from))}
        AND date <= ${bind("Date", withinDate(to))}`;
}

/**
 * Returns the nearest day that a `Date` of ClickHouse can hold. No event lies on a day that it
 * cannot.
 */
function withinDate(day: string): string {
  if (day < "1970-01-01") return "1970-01-01";
  return day > "2149-06-06" ? "2149-06-06" : day;
}

/** Returns the days of the website that hold every event of these days of any time zone. */
export function widenDays({ from, to }: DayRange): DayRange & Pick<WebsiteDays, "marginDays"> {
  return {
    marginDays: datesApartMax,
    from: moveDay(withinDate(from), -datesApartMax),
    to: moveDay(withinDate(to), datesApartMax),
  };
}
