import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import type { Tallies } from "../counting/dimension-kinds.ts";
import { type Filter, filterDimensions, passesFiltersSql } from "../counting/filters.ts";
import { readEngagement, visitorDaysSql } from "../counting/visitor-days.ts";
import { laterEffectSql } from "../rollups/open-days/later-effect.ts";
import { everyTallySql } from "../rollups/rollup-sql.ts";
import { dayPartsSql, type WebsiteDayStates } from "./day-parts.ts";

/** A website's days that have events. With filters no day may have a roll-up. */
interface EntriesQuery extends WebsiteDayStates {
  /** Conditions on visitor days; all count if there is none. */
  readonly filters: readonly Filter[];
}

/**
 * Returns what roll-ups have under the names of these tallies, or what counting events gives
 * instead: rows of `date`, `dimension`, `value`, `visitors`, `occurrences` and `amount`. The sums
 * over rows of the same date, dimension and value are the numbers of the day.
 */
export function dayEntriesSql(query: EntriesQuery, tallies: Tallies): Sql {
  const { filters } = query;
  return dayPartsSql(query, {
    readsEngagement: readEngagement(tallies),
    fromRollups: (table, condition) => sql`
      SELECT
        date,
        toString(dimension) AS dimension,
        value,
        toInt64(rolled.visitors) AS visitors,
        toInt64(rolled.occurrences) AS occurrences,
        rolled.amount AS amount
      FROM ${table} AS rolled
      WHERE ${condition} AND rolled.dimension IN ${bind("Array(String)", Object.keys(tallies))}`,
    fromVisitorDays: (source) =>
      entriesSql(
        tallies,
        sql`
          SELECT *, 1 AS sign
          FROM (${visitorDaysSql({ ...filterDimensions(filters), ...tallies }, source)})
          WHERE ${passesFiltersSql(filters)}`,
      ),
    fromLaterEvents: (day) => entriesSql(tallies, laterEffectSql(tallies, day)),
    sumOf: (parts) => parts,
  });
}

/** Returns the entries of visitor days, each of which counts as often as its sign says. */
function entriesSql(tallies: Tallies, visitorDays: Sql): Sql {
  return sql`
      SELECT
        date,
        entry.1 AS dimension,
        entry.2 AS value,
        sign * toInt64(entry.3) AS visitors,
        sign * toInt64(entry.5) AS occurrences,
        sign * entry.6 AS amount
      FROM (
        SELECT
          date,
          sign,
          arrayJoin(${everyTallySql(tallies, { hasVisits: false })}) AS entry
        FROM (${visitorDays})
        WHERE day_activity > 0
      )`;
}
