import type { Database } from "../clickhouse/database.ts";
import { bind, identifier, sql } from "../clickhouse/sql.ts";

/**
 * Every table with a column `website_id`. test/http/websites/delete-purge.store.long.test.ts
 * compares the list with the schema.
 */
export const tablesOfWebsites = [
  "events",
  "drops",
  "reads",
  "visitor_days",
  "rollup_values",
  "rollup_days",
  "archived_rollups",
  "open_day_values",
  "open_day_visitors",
  "open_day_rollups",
  "deliveries",
  "email_reports",
  "idempotency_records",
  "followed_logs",
  "definitions",
] as const;
type Table = (typeof tablesOfWebsites)[number];

/**
 * Starts to remove, for good, all rows of deleted websites but one. That one, with id and domain,
 * stays so that the id is not used again. `first` is the database with the websites.
 */
export async function purgeDeletedWebsites(db: Database, first: Database): Promise<void> {
  const rows = await first.rows<{ id: number }>(sql`
    SELECT DISTINCT id
    FROM websites
    WHERE deleted`);
  if (rows.length === 0) return;
  const deleted = new Set(rows.map(({ id }) => id));
  for (const table of tablesOfWebsites) await purgeTable(db, table, deleted);
  await purgeSettings(db);
}

/** Removes the earlier rows of deleted websites, which hold passwords' hashes and IP addresses. */
async function purgeSettings(db: Database): Promise<void> {
  const websites = await db.rows(sql`
    SELECT id
    FROM websites
    GROUP BY id
    HAVING count() > 1 AND argMax(deleted, change)
    LIMIT 1`);
  // Merges leave the newest row of each website. By themselves they may come at any time, or never.
  if (websites.length > 0) await db.run(sql`OPTIMIZE TABLE websites FINAL`);
}

async function purgeTable(db: Database, name: Table, deleted: ReadonlySet<number>): Promise<void> {
  const table = identifier(name);
  const present = await db.rows<{ website_id: number }>(sql`
    SELECT website_id
    FROM ${table}
    GROUP BY website_id`);
  const ids = present.map((row) => row.website_id).filter((id) => deleted.has(id));
  if (ids.length === 0 || (await isPurging(db, name))) return;
  await db.run(sql`
    ALTER TABLE ${table}
    DELETE WHERE website_id IN ${bind("Array(UInt32)", ids)}
    SETTINGS mutations_sync = 0`);
}

/**
 * Returns whether ClickHouse is still rewriting the table. Many months take it a while, and until
 * then a query still finds the same rows.
 */
async function isPurging(db: Database, table: Table): Promise<boolean> {
  const mutations = await db.rows(sql`
    SELECT 1
    FROM system.mutations
    WHERE database = currentDatabase() AND table = ${bind("String", table)} AND NOT is_done
    LIMIT 1`);
  return mutations.length > 0;
}
