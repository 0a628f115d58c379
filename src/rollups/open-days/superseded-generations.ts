import type { Database } from "../../clickhouse/database.ts";
import { bind, type Sql, sql } from "../../clickhouse/sql.ts";
import { openDayDefinition, rolledSinceSql } from "./open-day-rollups.ts";

/**
 * Longer than a query may still be reading an open-day roll-up that it found to be true, and longer
 * than writing an increment takes.
 */
const readForMinutes = 10;
/**
 * Longer than it takes to count a day from midnight: rows that nobody has accepted by then were
 * abandoned.
 */
const abandonedAfterDays = 1;

const tables: readonly Sql[] = [
  sql`open_day_rollups`,
  sql`open_day_values`,
  sql`open_day_visitors`,
];

/**
 * Removes the generations of open-day roll-ups that no answer reads any more, and those that were
 * never finished.
 */
export async function removeSupersededGenerations(db: Database): Promise<void> {
  await dropPartitions(
    db,
    sql`(toUUIDOrZero(partition) IN (${supersededSql()}) OR ${isAbandoned})`,
  );
}

/** Removes these generations, whether they are finished or not. */
export function dropGenerations(db: Database, generations: Sql): Promise<void> {
  return dropPartitions(db, sql`toUUIDOrZero(partition) IN (${generations})`);
}

async function dropPartitions(db: Database, condition: Sql): Promise<void> {
  const partitions = await db.rows<{ id: string }>(sql`
    SELECT DISTINCT partition_id AS id
    FROM system.parts
    WHERE database = currentDatabase()
      AND table IN ('open_day_rollups', 'open_day_values', 'open_day_visitors')
      AND active
      AND ${condition}`);
  for (const table of tables) {
    for (const { id } of partitions) {
      await db.run(sql`ALTER TABLE ${table} DROP PARTITION ID ${bind("String", id)}`);
    }
  }
}

const isAbandoned = sql`(
        toUUIDOrZero(partition) NOT IN (SELECT generation FROM open_day_rollups)
        AND UUIDv7ToDateTime(toUUIDOrZero(partition)) < now64(3) - toIntervalDay(${bind("UInt32", abandonedAfterDays)})
      )`;

/**
 * Returns the generations that no query has found for a while: `readOpenDayRollups` has preferred
 * another one for that long, or a roll-up of the whole day. Generations of another definition,
 * which another release may still use, stay for a day.
 */
function supersededSql(): Sql {
  const before = sql`now64(3) - toIntervalMinute(${bind("UInt32", readForMinutes)})`;
  const definition = bind("UInt64", openDayDefinition());
  return sql`
        SELECT generation
        FROM open_day_rollups
        LEFT JOIN (
          SELECT
            website_id,
            date,
            maxIf((removals, events, rolled_at), rolled_at < ${before}) AS newest
          FROM open_day_rollups
          WHERE definition = ${definition}
          GROUP BY website_id, date
        ) AS own USING (website_id, date)
        LEFT JOIN (${rolledSinceSql(sql`rolled_at < ${before}`)}) AS rolled USING (website_id, date)
        WHERE definition = ${definition}
        GROUP BY generation
        HAVING max((removals, events, rolled_at)) < any(newest) OR max(rolled_at) < any(since)
        UNION ALL
        SELECT generation
        FROM open_day_rollups
        WHERE definition != ${definition}
        GROUP BY generation
        HAVING max(rolled_at) < now64(3) - toIntervalDay(${bind("UInt32", abandonedAfterDays)})`;
}
