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

/** Up to a moment. */
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
 * What the events after a moment change: rows like those of `visitorDaysSql`, for the visitors who have some, with a `sign`. Each visitor's
 * day as it is counts 1, and as it was until the moment, where there was anything, -1. So the sums of the numbers with
 * their signs, and those of all events until the moment, are the numbers of the day.
 *
 * `increments` wrote `open_day_visitors` until the moment; what cannot be told from them is told from `events`, and all is where there are
 * none. Events after `endMs`, where it is given, are none.
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

/** The condition on rows of a day. */
export function withinDay({ websiteId, date }: Day): Sql {
  return sql`website_id = ${bind("UInt32", websiteId)} AND date = ${bind("Date", date)}`;
}
