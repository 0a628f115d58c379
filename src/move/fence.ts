import { setTimeout as delay } from "node:timers/promises";

import type { Database } from "../store/database.ts";
import { bind, identifier, type Sql, sql } from "../store/sql.ts";
import { fencedTables, ofWebsite } from "./tables.ts";

/** Longer inserts are ended. Their senders send them again, to the new shard. */
const insertMsMax = 2_000;
const lookEveryMs = 50;

/**
 * Makes a shard refuse more rows of a website from now on. A process that still thinks that the
 * website is there fails, and tries again when it knows better. Resolves when no insert is running
 * that began before.
 */
export async function raiseFence(db: Database, websiteId: number): Promise<void> {
  for (const table of fencedTables) {
    await db.run(sql`
      ALTER TABLE ${identifier(table)}
      ADD CONSTRAINT IF NOT EXISTS ${fenceOf(websiteId)} CHECK NOT (${ofWebsite(websiteId)})`);
  }
  await endInserts(db);
}

/** Lets a shard take the website's rows again. */
export async function lowerFence(db: Database, websiteId: number): Promise<void> {
  for (const table of fencedTables) {
    await db.run(sql`
      ALTER TABLE ${identifier(table)}
      DROP CONSTRAINT IF EXISTS ${fenceOf(websiteId)},
      DROP CONSTRAINT IF EXISTS ${markOf(websiteId)}`);
  }
}

/**
 * Notes on the shard that its answers were compared: its rows may be removed from now on, and an
 * attempt that finds some of them missing has nothing to compare. The note is a second constraint.
 */
export function markCompared(db: Database, websiteId: number): Promise<void> {
  return db.run(sql`
    ALTER TABLE drops
    ADD CONSTRAINT IF NOT EXISTS ${markOf(websiteId)} CHECK NOT (${ofWebsite(websiteId)})`);
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

function markOf(websiteId: number): Sql {
  return identifier(`compared_${websiteId}`);
}

function fenceOf(websiteId: number): Sql {
  return identifier(`moved_${websiteId}`);
}

/** An insert that began earlier does not see the constraint. */
async function endInserts(db: Database): Promise<void> {
  const before = await readInserts(db);
  const deadlineMs = performance.now() + insertMsMax;
  for (;;) {
    const running = new Set(await readInserts(db));
    const left = before.filter((id) => running.has(id));
    if (left.length === 0) return;
    if (performance.now() > deadlineMs) {
      await db.run(sql`KILL QUERY WHERE query_id IN ${bind("Array(String)", left)} ASYNC`);
    }
    await delay(lookEveryMs);
  }
}

async function readInserts(db: Database): Promise<string[]> {
  const inserts = await db.rows<{ query_id: string }>(sql`
    SELECT query_id
    FROM system.processes
    WHERE query_kind = 'Insert' AND current_database = currentDatabase()`);
  return inserts.map(({ query_id }) => query_id);
}
