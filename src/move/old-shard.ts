import { setTimeout as delay } from "node:timers/promises";

import { StartRefused } from "../base/errors.ts";
import type { Database } from "../clickhouse/database.ts";
import { identifier, sql } from "../clickhouse/sql.ts";
import { madeAnew, movedTables, ofWebsite } from "./tables.ts";

/** The roll-ups of a process that had not read of the move yet may come after the first attempt. */
const attemptsMax = 5;
const pauseMs = 200;

const tables: readonly string[] = [
  ...movedTables.map(({ name }) => name),
  "rollup_values",
  "rollup_days",
  ...madeAnew,
];

/** Removes all rows of a website. Resolves when the shard has none. */
export async function removeRows(db: Database, websiteId: number): Promise<void> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const left = await tablesWithRows(db, websiteId);
    if (left.length === 0) return;
    if (attempt > 1) await delay(pauseMs);
    for (const table of left) {
      await db.run(
        sql`
        ALTER TABLE ${identifier(table)}
        DELETE WHERE ${ofWebsite(websiteId)}
        SETTINGS mutations_sync = 1`,
        { isLong: true },
      );
    }
  }
  throw new StartRefused("the old shard still gets rows of the website; run the command again");
}

/** Returns the tables of a shard that have rows of a website. */
export async function tablesWithRows(db: Database, websiteId: number): Promise<string[]> {
  const found: string[] = [];
  for (const table of new Set(tables)) {
    const rows = await db.rows(sql`
      SELECT 1
      FROM ${identifier(table)}
      WHERE ${ofWebsite(websiteId)}
      LIMIT 1`);
    if (rows.length > 0) found.push(table);
  }
  return found;
}
