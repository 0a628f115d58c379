import type { Tallied } from "../../counting/dimension-kinds.ts";
import { signedVisitorDaysSql } from "../../counting/visitor-days.ts";
import { columns as eventColumns } from "../../events/columns.ts";
import { bind, identifier, join, moment, type Sql, sql } from "../../store/sql.ts";

/** A website's day. */
export interface Day {
  readonly websiteId: number;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

/** A website's day up to a moment. */
export interface DayUntil extends Day {
  readonly untilMs: number;
}

const visitorColumns = eventColumns.filter(({ isOfVisitor }) => isOfVisitor);

/** The columns that tell the events of a visitor apart in `open_day_visitors`. */
export const distinctColumns: Sql = join(
  ["name", ...visitorColumns.map(({ name }) => name)].map(identifier),
  ", ",
);

const columns = sql`website_id, date, visitor, time, ${distinctColumns}`;

/**
 * Returns what the events after a moment change: rows like those of `visitorDaysSql`, with a
 * `sign`, for the visitors of these events. A visitor day as it is has the sign 1, and as it was at
 * that moment, if it had begun, -1. Adding the signed sums to the sums until the moment gives the
 * numbers of the day.
 *
 * The earlier events are read from `open_day_visitors`, which `increments` wrote, if their distinct
 * rows are enough, and otherwise from `events`. Events after `endMs` are left out.
 */
export function changesSql(
  tallies: Readonly<Record<string, Tallied>>,
  day: DayUntil,
  { increments, endMs }: { readonly increments?: readonly string[]; readonly endMs?: number } = {},
): Sql {
  const until = moment(day.untilMs);
  const ended = endMs === undefined ? sql`` : sql` AND time <= ${moment(endMs)}`;
  const later = sql`${withinDay(day)} AND time > ${until}${ended} AND name != 'engagement'`;
  const needsDistinctOnly = Object.values(tallies).every((each) => each.needsDistinctOnly === true);
  const of =
    increments !== undefined && needsDistinctOnly
      ? {
          columns,
          earlier: sql`${columns}, events`,
          from: sql`open_day_visitors WHERE increment IN ${bind("Array(String)", increments)}`,
        }
      : {
          columns: sql`${columns}, page`,
          earlier: sql`${columns}, page, toUInt32(1) AS events`,
          from: sql`events WHERE time <= ${until} AND name != 'engagement'`,
        };
  return signedVisitorDaysSql(
    tallies,
    sql`
        SELECT ${of.columns}, toUInt32(1) AS events, 1 AS sign
        FROM events
        WHERE ${later}
        UNION ALL
        SELECT ${of.earlier}, arrayJoin([1, -1]) AS sign
        FROM ${of.from}
          AND ${withinDay(day)}
          AND visitor IN (
            SELECT visitor
            FROM events
            WHERE ${later}
          )`,
  );
}

/** Returns the condition on rows of a day. */
export function withinDay({ websiteId, date }: Day): Sql {
  return sql`website_id = ${bind("UInt32", websiteId)} AND date = ${bind("Date", date)}`;
}
