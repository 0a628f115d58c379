import { type Sql, sql } from "../clickhouse/sql.ts";
import { type Filter, filterDimensions, passesFiltersSql } from "./filters.ts";
import { readEngagement, visitorDaysOf } from "./visitor-days.ts";

/**
 * Returns the condition that a row of `events` is of a visitor day that passes filters. `within` is
 * the condition on the rows that the visitor days are made of: it must have them whole.
 */
export function isOfDaysSql(within: Sql, filters: readonly Filter[]): Sql {
  const tallies = filterDimensions(filters);
  const read = readEngagement(tallies) ? within : sql`${within} AND name != 'engagement'`;
  return sql`(date, visitor) IN (
          SELECT date, visitor
          FROM (${visitorDaysOf(tallies, read)})
          WHERE ${passesFiltersSql(filters)})`;
}
