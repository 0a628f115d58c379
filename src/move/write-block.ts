import { setTimeout as delay } from "node:timers/promises";

import type { Database } from "../clickhouse/database.ts";
import { bind, identifier, type Sql, sql } from "../clickhouse/sql.ts";
import { blockedTables, ofWebsite, queryIdsOf } from "./tables.ts";

/** Longer inserts are ended. Their senders send them again, to the new shard. */
const insertMsMax = 2_000;
/** Within this time an insert writes its part, if it was ended too late. */
const commitMsMax = 1_000;
const lookEveryMs = 50;

/**
 * Makes a shard refuse more rows of a website from now on, but for those of a move. A process that
 * still thinks that the website is there fails, and tries again when it knows better. Resolves when
 * no insert writes rows that began before; see `endedInsertsGone`.
 */
export async function blockWrites(db: Database, websiteId: number): Promise<void> {
  for (const table of blockedTables) {
    await db.run(sql`
      ALTER TABLE ${identifier(table)}
      ADD CONSTRAINT IF NOT EXISTS ${blockOf(websiteId)}
        CHECK ${isAllowed(websiteId)}`);
  }
  await endInserts(db);
}

/** Lets a shard take the website's rows again. */
export async function unblockWrites(db: Database, websiteId: number): Promise<void> {
  for (const table of blockedTables) {
    await db.run(sql`
      ALTER TABLE ${identifier(table)}
      DROP CONSTRAINT IF EXISTS ${blockOf(websiteId)},
      DROP CONSTRAINT IF EXISTS ${markOf(websiteId)}`);
  }
}

/**
 * Notes on the shard that its answers were compared. From now on its rows may be removed. A later
 * attempt may find some of them missing, and must not compare again. The note is a second
 * constraint.
 */
export function markCompared(db: Database, websiteId: number): Promise<void> {
  return db.run(sql`
    ALTER TABLE drops
    ADD CONSTRAINT IF NOT EXISTS ${markOf(websiteId)} CHECK ${isAllowed(websiteId)}`);
}

export async function isCompared(db: Database, websiteId: number): Promise<boolean> {
  const rows = await db.rows(sql`
    SELECT 1
    FROM system.tables
    WHERE database = currentDatabase()
      AND name = 'drops'
      AND position(create_table_query, ${bind("String", ` compared_${websiteId} `)}) > 0`);
  return rows.length > 0;
}

/** Returns the condition on rows: they are of another website, or a move brings them. */
function isAllowed(websiteId: number): Sql {
  const prefix = bind("String", queryIdsOf(websiteId));
  return sql`NOT (${ofWebsite(websiteId)}) OR startsWith(initialQueryID(), ${prefix})`;
}

function markOf(websiteId: number): Sql {
  return identifier(`compared_${websiteId}`);
}

function blockOf(websiteId: number): Sql {
  return identifier(`moved_${websiteId}`);
}

/**
 * An insert that began earlier does not see the constraint. One that was ended while it waits for
 * its sender stays in the list until ClickHouse gives up, which takes half a minute.
 */
async function endInserts(db: Database): Promise<void> {
  const before = new Set((await readInserts(db)).map(({ query_id }) => query_id));
  const beganMs = performance.now();
  for (;;) {
    const left = (await readInserts(db)).filter(({ query_id }) => before.has(query_id));
    const waitedMs = performance.now() - beganMs;
    const isLate = waitedMs > insertMsMax + commitMsMax;
    if (left.every(({ is_cancelled }) => isLate && is_cancelled)) return;
    if (waitedMs > insertMsMax) {
      const ids = left.filter(({ is_cancelled }) => !is_cancelled).map(({ query_id }) => query_id);
      await db.run(sql`KILL QUERY WHERE query_id IN ${bind("Array(String)", ids)} ASYNC`);
    }
    await delay(lookEveryMs);
  }
}

/** Resolves when no insert is left that was ended. Until then, it might have written its rows. */
export async function endedInsertsGone(db: Database): Promise<void> {
  while ((await readInserts(db)).some(({ is_cancelled }) => is_cancelled)) await delay(lookEveryMs);
}

async function readInserts(
  db: Database,
): Promise<{ readonly query_id: string; readonly is_cancelled: boolean }[]> {
  return db.rows(sql`
    SELECT
      query_id,
      is_cancelled = 1 AS is_cancelled
    FROM system.processes
    WHERE query_kind = 'Insert'
      AND current_database = currentDatabase()
      AND extract(query, '^\\\\s*INSERT\\\\s+INTO\\\\s+(\\\\w+)') IN ${bind("Array(String)", blockedTables)}`);
}
