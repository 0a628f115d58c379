import { identifier, join, type Sql, sql } from "../clickhouse/sql.ts";
import type { Tallied } from "./dimension-kinds.ts";

/**
 * Settings of statements with `visitorDaysSql`, which aggregate `events` in its order, in blocks of
 * 4 MB. By default a block has 50 MB of grouped rows. The arrays that tallies make of it take many
 * times as much.
 */
export const visitorDaysSettings = sql`
      optimize_aggregation_in_order = 1,
      aggregation_in_order_max_block_bytes = 4000000`;

/**
 * Returns a query with one row for each visitor of a day: `website_id`, `date`, `visitor`,
 * `day_pageviews`, and the tally of each dimension in a column `tally_NAME`. `day_activity` is the
 * number of page views and custom events. Where it is 0, nobody was a visitor.
 *
 * `events` is sorted by website, day and visitor. With `visitorDaysSettings` it is aggregated in
 * that order: one block of visitor days after the other, in memory that does not grow with their
 * number. It grows with the threads, and with the parts of the table that have the days.
 */
export function visitorDaysSql(tallies: Readonly<Record<string, Tallied>>, condition: Sql): Sql {
  return sql`
      SELECT
        website_id,
        date,
        visitor,
        count() AS day_events,
        countIf(name != 'engagement') AS day_activity,
        countIf(name = 'pageview') AS day_pageviews,
        ${columnsSql(tallies)}
      FROM events
      WHERE ${condition}
      GROUP BY website_id, date, visitor`;
}

/**
 * Returns the same for other rows. Each row stands for some equal events, and has a `sign`; a
 * visitor day is one row for each sign.
 */
export function signedVisitorDaysSql(tallies: Readonly<Record<string, Tallied>>, rows: Sql): Sql {
  return sql`
      SELECT
        website_id,
        date,
        visitor,
        sign,
        sumIf(events, name != 'engagement') AS day_activity,
        sumIf(events, name = 'pageview') AS day_pageviews,
        ${columnsSql(tallies)}
      FROM (${rows}
      )
      GROUP BY website_id, date, visitor, sign`;
}

/** Returns the column of `visitorDaysSql` that has the tally of a dimension. */
export function tallyColumn(name: string): Sql {
  return identifier(`tally_${name}`);
}

function columnsSql(tallies: Readonly<Record<string, Tallied>>): Sql {
  const columns = Object.entries(tallies).map(
    ([name, dimension]) => sql`${dimension.tally()} AS ${tallyColumn(name)}`,
  );
  return join(columns, ",\n        ");
}
