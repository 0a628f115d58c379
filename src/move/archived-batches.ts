import { randomUUID } from "node:crypto";
import type { Database } from "../clickhouse/database.ts";
import { bind, identifier, sql } from "../clickhouse/sql.ts";
import { batchesOf as batchesIn } from "../collect/idempotency.ts";
import type { Ends } from "./table-copy.ts";
import { ofWebsite, queryIdsOf } from "./tables.ts";

const batchesAtOnce = 2_000;
const table = identifier("archived_batches");

/** Copies the archived batches of a website, which have no column that says whose they are. */
export async function copyArchivedBatches(
  { source, target }: Ends,
  websiteId: number,
): Promise<void> {
  for (const some of await batchesOf(source, websiteId)) {
    const there = await readBatches(source, some);
    const here = new Set(await readBatches(target, some));
    const missing = there.filter((batch) => !here.has(batch));
    if (missing.length === 0) continue;
    await target.insert({
      statement: sql`INSERT INTO ${table} (batch) FORMAT JSONEachRow`,
      rows: Buffer.from(missing.map((batch) => JSON.stringify({ batch })).join("\n")),
      queryId: `${queryIdsOf(websiteId)}${randomUUID()}`,
      deduplicationToken: randomUUID(),
    });
  }
}

/** Removes them, before the records that name them. */
export async function removeArchivedBatches(db: Database, websiteId: number): Promise<void> {
  for (const some of await batchesOf(db, websiteId)) {
    if ((await readBatches(db, some)).length === 0) continue;
    await db.run(
      sql`
      ALTER TABLE ${table}
      DELETE WHERE batch IN ${bind("Array(UUID)", some)}
      SETTINGS mutations_sync = 1`,
      { isLong: true },
    );
  }
}

async function readBatches(db: Database, some: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ batch: string }>(sql`
    SELECT DISTINCT batch
    FROM archived_batches
    WHERE batch IN ${bind("Array(UUID)", some)}`);
  return rows.map(({ batch }) => batch);
}

/** Returns the batches that the website's idempotency records name, some at a time. */
async function batchesOf(db: Database, websiteId: number): Promise<string[][]> {
  const records = await db.rows<{ batch: string; outcome: string }>(sql`
    SELECT
      batch,
      outcome
    FROM idempotency_records
    WHERE ${ofWebsite(websiteId)}
    UNION ALL
    SELECT
      batch,
      outcome
    FROM followed_logs FINAL
    WHERE ${ofWebsite(websiteId)} AND part != 'none'`);
  const batches = records.flatMap((record) => batchesIn(record).map(({ id }) => id));
  const some: string[][] = [];
  for (let i = 0; i < batches.length; i += batchesAtOnce) {
    some.push(batches.slice(i, i + batchesAtOnce));
  }
  return some;
}
