import type { Database } from "../clickhouse/database.ts";
import { bind, identifier, join, type Sql, sql } from "../clickhouse/sql.ts";
import { columnNames } from "../events/row.ts";
import type { Table } from "../log/record.ts";

/** The columns of `events` but `batch`, which the id of an insert fills in. */
export const eventColumns = join(columnNames.map(identifier), ", ");

/** Batches that one statement names. */
const batchesAtOnce = 1_000;

/** A batch of events of one month. */
interface MonthBatch {
  readonly id: string;
  /** `202611` */
  readonly month: string;
}

/**
 * Inserts the rows that `rows` selects as one batch, unless the batch is there already. It is
 * stored as a whole or not at all.
 */
export async function insertImported(
  db: Database,
  { id, month }: MonthBatch,
  rows: Sql,
): Promise<void> {
  const [found] = await db.rows<{ count: number }>(sql`
    SELECT count() AS count
    FROM events
    WHERE _partition_id = ${bind("String", month)} AND batch = ${bind("UUID", id)}`);
  if (found !== undefined && found.count > 0) return;
  await db.run(
    sql`
    INSERT INTO events (${eventColumns})
    ${rows}
    SETTINGS
      max_threads = 1,
      max_block_size = 1000000,
      min_insert_block_size_rows = 1000000000,
      min_insert_block_size_bytes = 0`,
    { queryId: id, isLong: true },
  );
}

/** Ends inserts of batches that an import has left running. */
export async function endInserts(db: Database, ids: readonly string[]): Promise<void> {
  for (let i = 0; i < ids.length; i += batchesAtOnce) {
    const some = bind("Array(String)", ids.slice(i, i + batchesAtOnce));
    await db.run(sql`KILL QUERY WHERE query_id IN ${some} SYNC`, { isLong: true });
  }
}

/** Returns the days of a website that have events of these batches. */
export async function daysOfBatches(
  db: Database,
  websiteId: number,
  batches: readonly MonthBatch[],
): Promise<string[]> {
  const days = new Set<string>();
  for (let i = 0; i < batches.length; i += batchesAtOnce) {
    const some = batches.slice(i, i + batchesAtOnce).map(({ id }) => id);
    const rows = await db.rows<{ date: string }>(sql`
      SELECT DISTINCT date
      FROM events
      WHERE website_id = ${bind("UInt32", websiteId)} AND batch IN ${bind("Array(UUID)", some)}`);
    for (const { date } of rows) days.add(date);
  }
  return [...days].sort();
}

/** Removes the rows of batches of one website, if there are some. */
export async function removeBatches(
  db: Database,
  table: Table,
  websiteId: number,
  batches: readonly MonthBatch[],
): Promise<void> {
  for (const month of new Set(batches.map((batch) => batch.month))) {
    const ids = batches.filter((batch) => batch.month === month).map(({ id }) => id);
    for (let i = 0; i < ids.length; i += batchesAtOnce) {
      const some = bind("Array(UUID)", ids.slice(i, i + batchesAtOnce));
      await removeRows(
        db,
        identifier(table),
        month,
        sql`website_id = ${bind("UInt32", websiteId)} AND batch IN ${some}`,
      );
    }
  }
}

/** Removes the reads that an import has brought, and the markers of its batches. */
export async function removeReads(
  db: Database,
  { websiteId, importId }: { readonly websiteId: number; readonly importId: number },
  batches: readonly MonthBatch[],
): Promise<void> {
  await removeBatches(db, "reads", websiteId, batches);
  const isOwn = sql`website_id = ${bind("UInt32", websiteId)} AND import_id = ${bind("UInt32", importId)}`;
  for (const month of new Set(batches.map((batch) => batch.month))) {
    await removeRows(db, sql`reads`, month, isOwn);
  }
}

async function removeRows(db: Database, table: Sql, month: string, isOwn: Sql): Promise<void> {
  const found = await db.rows(sql`
    SELECT 1
    FROM ${table}
    WHERE _partition_id = ${bind("String", month)} AND ${isOwn}
    LIMIT 1`);
  if (found.length === 0) return;
  await db.run(
    sql`
    ALTER TABLE ${table}
    DELETE IN PARTITION ID ${bind("String", month)}
    WHERE ${isOwn}
    SETTINGS mutations_sync = 1`,
    { isLong: true },
  );
}
