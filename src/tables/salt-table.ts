import { setTimeout as delay } from "node:timers/promises";

import { dayMs } from "../base/calendar.ts";
import type { Database } from "../clickhouse/database.ts";
import { insertRow, suffixOf } from "../clickhouse/insert-row.ts";
import { bind, sql } from "../clickhouse/sql.ts";
import type { Salt, SaltTable } from "../collect/salts.ts";

/**
 * The table's `old_parts_lifetime` of one second, of which ClickHouse counts whole seconds only.
 */
const oldPartLifetimeMs = 2_100;

/** Returns the access to the table `salts`; schema/0001-baseline.sql says what a row is. */
export function saltTable(db: Database, now: () => number = Date.now): SaltTable {
  return {
    async find(day): Promise<Salt | undefined> {
      const [row] = await db.rows<{ salt: string; expires_at: number }>(sql`
        SELECT salt, toUnixTimestamp(expires_at) AS expires_at
        FROM salts
        WHERE date = toDate(${bind("UInt32", day)}) AND salts.expires_at > ${seconds(now())}
        ORDER BY expires_at, salt
        LIMIT 1`);
      if (row === undefined) return undefined;
      return { day, salt: row.salt, expiresAtMs: row.expires_at * 1000 };
    },

    async add({ day, salt, expiresAtMs }, attempt) {
      // A day's salt may be made again once the last one is gone. It then expires on a later day,
      // as one that is made again lives for a day. If a clock that was ahead has destroyed it, it
      // expires on the same day, and is another attempt.
      const token = `salt:${day}:${Math.floor(expiresAtMs / dayMs)}${suffixOf(attempt)}`;
      const row = { date: day, salt, expires_at: Math.floor(expiresAtMs / 1000) };
      await insertRow(db, sql`salts`, row, token);
    },

    async destroyExpired(timeMs) {
      const expired = sql`expires_at <= ${seconds(timeMs)}`;
      const rows = await db.rows(sql`SELECT 1 FROM salts WHERE ${expired} LIMIT 1`);
      if (rows.length === 0) return;
      await db.run(sql`
        ALTER TABLE salts
        DELETE WHERE ${expired}
        SETTINGS mutations_sync = 1`);
      // The old part is still on the disk. In a table as idle as this one, ClickHouse looks for old
      // parts minutes later; dropping a partition, even one that does not exist, makes it look now.
      await delay(oldPartLifetimeMs, undefined, { ref: false });
      await db.run(sql`ALTER TABLE salts DROP PARTITION ID 'none'`);
    },
  };
}

function seconds(timeMs: number) {
  return bind("DateTime", Math.floor(timeMs / 1000));
}
