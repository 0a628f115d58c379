import type { Database } from "../clickhouse/database.ts";
import { bind, literals, type Sql, sql } from "../clickhouse/sql.ts";
import { archivedIdsSql, removalsSql } from "./archived-rollups.ts";
import { dropGenerations } from "./open-days/superseded-generations.ts";
import { rollupDefinition } from "./rollup-sql.ts";

/** Longer than a query may still be reading a roll-up that it found to be true. */
const readForHours = 1;
/** Longer than a roll-up takes: values that nobody has accepted by then were abandoned. */
const abandonedAfterDays = 1;

/** The tables that have what was made of a day's events, by the id of its roll-up. */
const madeOfDays = [sql`visitor_days`, sql`rollup_values`];

/** Days of a website. */
interface DaysOfWebsite {
  readonly websiteId: number;
  /** `YYYY-MM-DD` */
  readonly days: readonly string[];
}

/**
 * Removes roll-ups that no answer reads any more: those that another one replaced an hour ago, and
 * the rest of those that were never finished. A day keeps its last roll-up, whatever its
 * definition, and the values of its archived ones. Visitor days go with the events that they were
 * made of.
 */
export async function removeSuperseded(db: Database): Promise<void> {
  await removeRollups(db, [...madeOfDays, sql`rollup_days`], supersededSql());
  const abandoned = sql`
    rollup_id NOT IN (SELECT rollup_id FROM rollup_days)
      AND UUIDv7ToDateTime(rollup_id) < now64(3) - toIntervalDay(${bind("UInt32", abandonedAfterDays)})`;
  for (const table of madeOfDays) await removeRollups(db, [table], rollupsIn(table, abandoned));
  const archived = sql`rollup_id IN (${archivedIdsSql(sql`true`)})`;
  await removeRollups(db, [sql`visitor_days`], rollupsIn(sql`visitor_days`, archived));
}

/** A roll-up reads the marks this much after it has got its id. */
const readsMarksAfterMs = 1_000;

/**
 * Removes all that was made of these days' events before they were last marked as changed, finished
 * or not. No query may be reading it any more. A roll-up that is not finished, and has an id of
 * after the mark, stays.
 */
export async function removeMadeBefore(db: Database, { websiteId, days }: DaysOfWebsite) {
  if (days.length === 0) return;
  const ofDays = sql`website_id = ${bind("UInt32", websiteId)} AND date IN ${bind("Array(Date)", days)}`;
  const margin = bind("UInt32", readsMarksAfterMs);
  const isBefore = (id: Sql, table: Sql) => sql`(
        ${id} IN (SELECT ${id} FROM ${table} WHERE ${ofDays})
        OR UUIDv7ToDateTime(${id}) < (
          SELECT max(UUIDv7ToDateTime(rollup_id)) - toIntervalMillisecond(${margin})
          FROM archived_rollups
          WHERE ${ofDays} AND gone = 2
        ))`;
  const isOld = sql`${ofDays}
      AND ${isBefore(sql`rollup_id`, sql`rollup_days`)}
      AND rollup_id NOT IN (SELECT rollup_id FROM archived_rollups WHERE ${ofDays})
      AND (date, rollup_id) NOT IN (${newestSql(ofDays, sql`rollup_id`, sql`rollup_days`)})`;
  await removeRollups(
    db,
    [...madeOfDays, sql`rollup_days`],
    sql`SELECT * FROM (${rollupsIn(sql`rollup_days`, isOld)})
      UNION ALL SELECT * FROM (${rollupsIn(sql`visitor_days`, isOld)})
      UNION ALL SELECT * FROM (${rollupsIn(sql`rollup_values`, isOld)})`,
  );
  await dropGenerations(
    db,
    sql`
      SELECT generation
      FROM open_day_values
      WHERE ${ofDays}
        AND ${isBefore(sql`generation`, sql`open_day_rollups`)}
        AND (date, generation) NOT IN (${newestSql(ofDays, sql`generation`, sql`open_day_rollups`)})`,
  );
}

/** Returns days with what was made of them since they were last marked as changed. */
function newestSql(ofDays: Sql, id: Sql, table: Sql): Sql {
  return sql`
        SELECT
          date,
          made.${id}
        FROM ${table} AS made
        LEFT JOIN (${removalsSql(ofDays)}) AS marked USING (website_id, date)
        WHERE ${ofDays} AND made.removals = marked.removals`;
}

function supersededSql(): Sql {
  const isCurrent = sql`definition = ${bind("UInt64", rollupDefinition())}`;
  const isArchived = sql`rollup_id IN (SELECT rollup_id FROM archived_rollups)`;
  return sql`
    SELECT
      website_id,
      date,
      rollup_id
    FROM rollup_days
    INNER JOIN (
      SELECT
        website_id,
        date,
        argMax(rollup_id, (${isCurrent}, removals, events, rolled_at)) AS last_id,
        max(rolled_at) AS last_rolled_at
      FROM rollup_days
      WHERE NOT ${isArchived}
      GROUP BY website_id, date
    ) AS last USING (website_id, date)
    WHERE rollup_id != last_id
      AND NOT ${isArchived}
      AND last_rolled_at < now64(3) - toIntervalHour(${bind("UInt32", readForHours)})`;
}

function rollupsIn(table: Sql, condition: Sql): Sql {
  return sql`
    SELECT DISTINCT
      website_id,
      date,
      rollup_id
    FROM ${table}
    WHERE ${condition}`;
}

interface RollupName {
  readonly website_id: number;
  readonly date: string;
  readonly rollup_id: string;
}

/** A statement has the names as text. */
const rollupsAtOnce = 20_000;
const rollupBytes = 100;

/**
 * Deletes the rows of the roll-ups that a query finds, table by table, and waits for the end of
 * each, as the rows of `rollup_days` tell which values are superseded.
 */
async function removeRollups(db: Database, tables: readonly Sql[], found: Sql): Promise<void> {
  const rows = await db.rows<RollupName>(found);
  for (let i = 0; i < rows.length; i += rollupsAtOnce) {
    const some = rows.slice(i, i + rollupsAtOnce);
    const websiteIds = literals(
      "UInt32",
      some.map((row) => row.website_id),
    );
    const dates = literals(
      "Date",
      some.map(({ date }) => date),
    );
    const ids = literals(
      "UUID",
      some.map((row) => row.rollup_id),
    );
    for (const table of tables) {
      await db.run(
        sql`
        ALTER TABLE ${table}
        DELETE WHERE (website_id, date, rollup_id) IN arrayZip(${websiteIds}, ${dates}, ${ids})
        SETTINGS mutations_sync = 1`,
        { isLong: true, queryBytesMax: rollupsAtOnce * rollupBytes },
      );
    }
  }
}
