import { join, type Sql, sql } from "../store/sql.ts";
import type { Dimension } from "./carriers.ts";

/**
 * One row for each visitor of a day: `website_id`, `date`, `visitor`, `day_pageviews`, and for each of the dimensions,
 * by its name with `counted_` in front, what the day counts under (`Dimension.counted`).
 *
 * `events` is sorted by website, day and visitor, and aggregated in that order: one visitor's day after the
 * other, in memory that does not grow with their number.
 */
export function visitorDaysSql(
  counted: Readonly<Record<string, Pick<Dimension, "counted">>>,
  condition: Sql,
): Sql {
  const columns = Object.entries(counted).map(
    ([name, dimension]) => sql`${dimension.counted()} AS ${countedBy(name)}`,
  );
  return sql`
      SELECT
        website_id,
        date,
        visitor,
        count() AS day_events,
        countIf(name != 'engagement') AS day_activity,
        countIf(name = 'pageview') AS day_pageviews,
        ${join(columns, ",\n        ")}
      FROM events
      WHERE ${condition}
      GROUP BY website_id, date, visitor`;
}

/** The column of `visitorDaysSql` for a dimension. `name` is one of ours, never a request's. */
export function countedBy(name: string): Sql {
  return { chunks: [`counted_${name}`] };
}
