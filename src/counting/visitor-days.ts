import { identifier, join, type Sql, sql } from "../store/sql.ts";
import type { Counted } from "./dimension-kinds.ts";

/**
 * One row for each visitor of a day: `website_id`, `date`, `visitor`, `day_pageviews`, and for each of the dimensions,
 * by its name with `counted_` in front, what the day counts under (`Dimension.counted`).
 *
 * `events` is sorted by website, day and visitor, and aggregated in that order: one visitor's day after the
 * other, in memory that does not grow with their number.
 */
export function visitorDaysSql(counted: Readonly<Record<string, Counted>>, condition: Sql): Sql {
  return sql`
      SELECT
        website_id,
        date,
        visitor,
        count() AS day_events,
        countIf(name != 'engagement') AS day_activity,
        countIf(name = 'pageview') AS day_pageviews,
        ${columnsSql(counted)}
      FROM events
      WHERE ${condition}
      GROUP BY website_id, date, visitor`;
}

/**
 * The same of other rows, each of which is some `events` alike, and has a `sign`: a visitor's day is one row for each sign.
 */
export function signedVisitorDaysSql(counted: Readonly<Record<string, Counted>>, rows: Sql): Sql {
  return sql`
      SELECT
        website_id,
        date,
        visitor,
        sign,
        sumIf(events, name = 'pageview') AS day_pageviews,
        ${columnsSql(counted)}
      FROM (${rows}
      )
      GROUP BY website_id, date, visitor, sign`;
}

/** The column of `visitorDaysSql` for a dimension. */
export function countedBy(name: string): Sql {
  return identifier(`counted_${name}`);
}

function columnsSql(counted: Readonly<Record<string, Counted>>): Sql {
  const columns = Object.entries(counted).map(
    ([name, dimension]) => sql`${dimension.counted()} AS ${countedBy(name)}`,
  );
  return join(columns, ",\n        ");
}
