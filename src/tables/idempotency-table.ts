import { dayMs } from "../base/calendar.ts";
import type { Database } from "../clickhouse/database.ts";
import { insertRow, suffixOf } from "../clickhouse/insert-row.ts";
import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import type { IdempotencyRecord, IdempotencyTable } from "../collect/idempotency.ts";

interface Row {
  website_id: number;
  key: string;
  batch: string;
  outcome: string;
  expires_at: number;
}

/** Returns the access to `idempotency_records`; schema/0001-baseline.sql says what a row is. */
export function idempotencyTable(db: Database, now: () => number = Date.now): IdempotencyTable {
  const select = async (websiteId: number, keys: Sql): Promise<IdempotencyRecord[]> => {
    const rows = await db.rows<Row>(sql`
      SELECT
        website_id,
        key,
        batch,
        outcome,
        toUnixTimestamp(idempotency_records.expires_at) AS expires_at
      FROM idempotency_records
      WHERE website_id = ${bind("UInt32", websiteId)}
        AND ${keys}
        AND idempotency_records.expires_at > ${bind("DateTime", Math.floor(now() / 1000))}
      ORDER BY key, expires_at`);
    return rows.map((row) => ({
      websiteId: row.website_id,
      key: row.key,
      batch: row.batch,
      outcome: row.outcome,
      expiresAtMs: row.expires_at * 1000,
    }));
  };
  return {
    find: async (websiteId, key) =>
      (await select(websiteId, sql`key = ${bind("String", key)}`)).at(0),

    list: (websiteId, prefix) => select(websiteId, sql`startsWith(key, ${bind("String", prefix)})`),

    async add({ websiteId, key, batch, outcome, expiresAtMs }, attempt = 0) {
      const row: Row = {
        website_id: websiteId,
        key,
        batch,
        outcome,
        expires_at: Math.floor(expiresAtMs / 1000),
      };
      // A key may be used again once its record has expired, a day later at the earliest.
      const token = `idempotency:${websiteId}:${key}:${Math.floor(now() / dayMs)}`;
      await insertRow(db, sql`idempotency_records`, row, token + suffixOf(attempt));
    },
  };
}

/** Records that one statement names. */
const recordsAtOnce = 1_000;

/** Removes the idempotency records of these keys, so that they count as new. */
export async function removeRecords(
  db: Database,
  websiteId: number,
  keys: readonly string[],
): Promise<void> {
  for (let i = 0; i < keys.length; i += recordsAtOnce) {
    await db.run(
      sql`
      ALTER TABLE idempotency_records
      DELETE WHERE website_id = ${bind("UInt32", websiteId)}
        AND key IN ${bind("Array(String)", keys.slice(i, i + recordsAtOnce))}
      SETTINGS mutations_sync = 1`,
      { isLong: true },
    );
  }
}
