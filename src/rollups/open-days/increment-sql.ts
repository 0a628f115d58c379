import { bind, moment, type Sql, sql } from "../../clickhouse/sql.ts";
import { needDistinctOnly, visitorDaysOf } from "../../counting/visitor-days.ts";
import { visitNumbers } from "../../counting/visits.ts";
import { everyTally, everyTallySql, rollingSettings } from "../rollup-sql.ts";
import { withinSlice } from "../slices.ts";
import { type DayUntil, distinctColumns, laterEffectSql, withinDay } from "./later-effect.ts";

/**
 * An increment that is to be written: the events of a day until a moment, or what those after an
 * earlier moment change.
 */
export interface Increment extends DayUntil {
  /** UUIDs. */
  readonly generation: string;
  readonly increment: string;
  /** The increments that it continues; undefined for the first one of a generation. */
  readonly before: { readonly increments: readonly string[]; readonly untilMs: number } | undefined;
}

/** Returns the statements that write an increment, or a slice of it. The slices add up. */
export function incrementSql(increment: Increment): Sql[] {
  return [...incrementValuesSql(increment), ...incrementVisitorsSql(increment)];
}

/** Returns the statement that counts the events of an increment: one row. */
export function incrementEventsSql(increment: Increment): Sql {
  return sql`
    SELECT count() AS events
    FROM events
    WHERE ${withinIncrement(increment)}`;
}

/**
 * Returns the statements that write the measures of every dimension, or how they change, to
 * `open_day_values`. A change takes two statements, as `open_day_visitors` answers one of them in a
 * small part of the time.
 */
function incrementValuesSql(increment: Increment): Sql[] {
  const { before, ...day } = increment;
  if (before === undefined) {
    const visitorDays = sql`
        SELECT
          *,
          1 AS sign
        FROM (${visitorDaysOf(everyTally, withinIncrement(increment))})`;
    return [valuesSql(increment, everyTally, visitorDays)];
  }
  const { increments, untilMs } = before;
  return [true, false].map((needsDistinctOnly) => {
    const some = Object.fromEntries(
      Object.entries(everyTally).filter(
        ([name, tally]) => needDistinctOnly({ [name]: tally }) === needsDistinctOnly,
      ),
    );
    const changes = laterEffectSql(some, { ...day, untilMs }, { increments, endMs: day.untilMs });
    return valuesSql(increment, some, changes);
  });
}

function valuesSql(increment: Increment, tallies: typeof everyTally, visitorDays: Sql): Sql {
  return sql`
    INSERT INTO open_day_values (website_id, dimension, date, value, visitors, pageviews, occurrences, amount, visits, bounces, visit_ms, increment, generation)
    SELECT
      website_id,
      entry.1 AS dimension,
      date,
      entry.2 AS value,
      sum(sign * toInt64(entry.3)) AS visitors,
      sum(sign * toInt64(entry.4)) AS pageviews,
      sum(sign * toInt64(entry.5)) AS occurrences,
      sum(sign * entry.6) AS amount,
      sum(sign * toInt64(entry.7)) AS visits,
      sum(sign * toInt64(entry.8)) AS bounces,
      sum(sign * toInt64(entry.9)) AS visit_ms,
      ${idsOf(increment)}
    FROM (
      SELECT
        website_id,
        date,
        sign,
        arrayJoin(${everyTallySql(tallies)}) AS entry
      FROM (${visitorDays})
      WHERE day_activity > 0
    )
    GROUP BY website_id, date, dimension, value
    HAVING visitors != 0
      OR pageviews != 0
      OR occurrences != 0
      OR amount != 0
      OR visits != 0
      OR bounces != 0
      OR visit_ms != 0
    SETTINGS
      ${rollingSettings},
      use_index_for_in_with_subqueries = 0`;
}

/**
 * Returns the statements that write to `open_day_visitors`: the distinct events of each visitor,
 * and the visits, in a row that has no values and is no event.
 */
function incrementVisitorsSql(increment: Increment): Sql[] {
  const events = sql`FROM events WHERE ${withinIncrement(increment)} AND name != 'engagement'`;
  const visitor = sql`website_id, date, visitor`;
  const settings = sql`
    SETTINGS
      ${rollingSettings},
      min_insert_block_size_rows = 100000,
      min_insert_block_size_bytes = 0`;
  return [
    sql`
    INSERT INTO open_day_visitors (${visitor}, ${distinctColumns}, events, increment, generation)
    SELECT ${visitor}, ${distinctColumns}, count(), ${idsOf(increment)}
    ${events}
    GROUP BY ${visitor}, ${distinctColumns}${settings}`,
    sql`
    INSERT INTO open_day_visitors (${visitor}, name, visits, increment, generation)
    SELECT ${visitor}, 'engagement', ${visitNumbers}, ${idsOf(increment)}
    ${events}
    GROUP BY ${visitor}${settings}`,
  ];
}

function idsOf({ increment, generation }: Increment): Sql {
  return sql`${bind("UUID", increment)} AS increment, ${bind("UUID", generation)} AS generation`;
}

/** Returns the condition on the events of an increment. */
function withinIncrement({ before, ...day }: Increment): Sql {
  const after = before === undefined ? sql`` : sql` AND time > ${moment(before.untilMs)}`;
  const until = sql` AND time <= ${moment(day.untilMs)}`;
  return sql`${withinDay(day)}${after}${until}${withinSlice(day.slice)}`;
}
