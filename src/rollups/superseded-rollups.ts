import type { Database } from "../clickhouse/database.ts";
import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import { archivedIdsSql } from "./archived-rollups.ts";
import { rollupDefinition } from "./rollup-sql.ts";

/** Longer than a query may still be reading a roll-up that it found to be true. */
const readForHours = 1;
/** Longer than a roll-up takes: values that nobody has accepted by then were abandoned. */
const abandonedAfterDays = 1;

/**
 * Removes roll-ups that no answer reads any more: those that another one replaced an hour ago, and
 * the rest of those that were never finished. A day keeps its last roll-up, whatever its
 * definition, and the values of its archived ones. Visitor days go with the events that they were
 * made of.
 */
export async function removeSuperseded(db: Database): Promise<void> {
  if ((await db.rows(sql`${supersededSql()} LIMIT 1`)).length > 0) {
    const isSuperseded = sql`(website_id, date, rollup_id) IN (${supersededSql()})`;
    for (const table of madeOfDays) await remove(db, table, isSuperseded);
    await remove(db, sql`rollup_days`, isSuperseded);
  }
  const abandoned = sql`
    rollup_id NOT IN (SELECT rollup_id FROM rollup_days)
      AND UUIDv7ToDateTime(rollup_id) < now64(3) - toIntervalDay(${bind("UInt32", abandonedAfterDays)})`;
  for (const table of madeOfDays) await removeSome(db, table, abandoned);
  await removeSome(db, sql`visitor_days`, sql`rollup_id IN (${archivedIdsSql(sql`true`)})`);
}

/** The tables that have what was made of a day's events, by the id of its roll-up. */
const madeOfDays = [sql`visitor_days`, sql`rollup_values`];

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

/** Deletes rows, if there are some. */
async function removeSome(db: Database, table: Sql, condition: Sql): Promise<void> {
  const found = await db.rows(sql`
    SELECT 1
    FROM ${table}
    WHERE ${condition}
    LIMIT 1`);
  if (found.length > 0) await remove(db, table, condition);
}

/**
 * Deletes rows and waits for the end, as the rows of `rollup_days` tell which values are
 * superseded.
 */
function remove(db: Database, table: Sql, condition: Sql): Promise<void> {
  return db.run(
    sql`
    ALTER TABLE ${table}
    DELETE WHERE ${condition}
    SETTINGS mutations_sync = 1, allow_nondeterministic_mutations = 1`,
    { isLong: true },
  );
}
