import type { Database } from "../clickhouse/database.ts";
import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import { rollupDefinition } from "./rollup-sql.ts";

/** Longer than a query may still be reading a roll-up that it found to be true. */
const readForHours = 1;
/** Longer than a roll-up takes: values that nobody has accepted by then were abandoned. */
const abandonedAfterDays = 1;

/**
 * Removes roll-ups that no answer reads any more: those that another one replaced an hour ago, and
 * the rest of those that were never finished. A day keeps its last roll-up, whatever its
 * definition, and its archived ones.
 */
export async function removeSuperseded(db: Database): Promise<void> {
  if ((await db.rows(sql`${supersededSql()} LIMIT 1`)).length > 0) {
    await remove(
      db,
      sql`rollup_values`,
      sql`(website_id, date, rollup_id) IN (${supersededSql()})`,
    );
    await remove(db, sql`rollup_days`, sql`(website_id, date, rollup_id) IN (${supersededSql()})`);
  }
  const abandoned = sql`
    rollup_id NOT IN (SELECT rollup_id FROM rollup_days)
      AND UUIDv7ToDateTime(rollup_id) < now64(3) - toIntervalDay(${bind("UInt32", abandonedAfterDays)})`;
  const left = await db.rows(sql`
    SELECT 1
    FROM rollup_values
    WHERE ${abandoned}
    LIMIT 1`);
  if (left.length > 0) await remove(db, sql`rollup_values`, abandoned);
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
