import { bind, identifier, join, moment, type Sql, sql } from "../../clickhouse/sql.ts";
import type { Tallies } from "../../counting/dimension-kinds.ts";
import {
  needDistinctOnly,
  readEngagement,
  signedVisitorDaysSql,
} from "../../counting/visitor-days.ts";
import { visitOfEvent } from "../../counting/visits.ts";
import { columns as eventColumns } from "../../events/columns.ts";
import { type Slice, withinSlice } from "../slices.ts";

/** A website's day. */
export interface Day {
  readonly websiteId: number;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

/** A website's day up to a moment, or that of some visitors. */
export interface DayUntil extends Day {
  readonly untilMs: number;
  readonly slice?: Slice;
}

const visitorColumns = eventColumns.filter(({ isOfVisitor }) => isOfVisitor);

/** The columns that tell the events of a visitor apart in `open_day_visitors`. */
export const distinctColumns: Sql = join(
  ["name", ...visitorColumns.map(({ name }) => name)].map(identifier),
  ", ",
);

const columns = sql`website_id, date, visitor, ${distinctColumns}`;
const allColumns = sql`${columns}, time, page, revenue_amount, revenue_currency, engagement_time_ms, scroll_depth`;

/**
 * Returns what the events after a moment change: rows like those of `visitorDaysSql`, for the
 * visitors of these events. Each visitor gets two rows: the whole day with sign 1, the day up to
 * the moment with sign −1. A visitor who came later gets only the first. Adding the signed sums to
 * the sums until the moment gives the numbers of the day.
 *
 * The earlier events are read from `open_day_visitors`, which `increments` wrote, if all tallies
 * can be made of its rows, and otherwise from `events`. Events after `endMs` are left out.
 * Engagement events are counted if one of the tallies reads them: then a row with `day_activity` 0
 * is no visitor.
 */
export function laterEffectSql(
  tallies: Tallies,
  day: DayUntil,
  { increments, endMs }: { readonly increments?: readonly string[]; readonly endMs?: number } = {},
): Sql {
  const until = moment(day.untilMs);
  const ended = endMs === undefined ? sql`` : sql` AND time <= ${moment(endMs)}`;
  const counted = readEngagement(tallies) ? sql`` : sql` AND name != 'engagement'`;
  const ofDay = sql`${withinDay(day)}${withinSlice(day.slice)}`;
  const later = sql`${ofDay} AND time > ${until}${ended}${counted}`;
  const ofLaterVisitors = sql`${ofDay}
          AND visitor IN (
            SELECT visitor
            FROM events
            WHERE ${later}
          )`;
  if (increments !== undefined && needDistinctOnly(tallies)) {
    return signedVisitorDaysSql(
      tallies,
      sql`
        SELECT ${columns}, toUInt32(1) AS events, ${visitOfEvent} AS visits, 1 AS sign
        FROM events
        WHERE ${later}
        UNION ALL
        SELECT ${columns}, events, visits, arrayJoin([1, -1]) AS sign
        FROM open_day_visitors
        WHERE increment IN ${bind("Array(String)", increments)}
          AND ${ofLaterVisitors}`,
      { isDistinct: true },
    );
  }
  return signedVisitorDaysSql(
    tallies,
    sql`
        SELECT ${allColumns}, toUInt32(1) AS events, 1 AS sign
        FROM events
        WHERE ${later}
        UNION ALL
        SELECT ${allColumns}, toUInt32(1) AS events, arrayJoin([1, -1]) AS sign
        FROM events
        WHERE time <= ${until}${counted}
          AND ${ofLaterVisitors}`,
  );
}

/** Returns the condition on rows of a day. */
export function withinDay({ websiteId, date }: Day): Sql {
  return sql`website_id = ${bind("UInt32", websiteId)} AND date = ${bind("Date", date)}`;
}
