import { type Import, takenDays } from "../definitions/import.ts";
import type { Database } from "../store/database.ts";
import { bind, type Sql, sql } from "../store/sql.ts";
import { batchesOf, type ImportName } from "./batches.ts";
import { StagedEvents, stagingName } from "./staged-events.ts";

/** Batches that one statement names. */
const batchesAtOnce = 1_000;

/**
 * Takes away everything that an import has brought. Doing it twice does no harm, so it can be cut
 * off at any moment.
 *
 * Answers and roll-ups from before must never hold afterwards, although a day may come to have as
 * many events again. So the days are marked before events are removed, and once more when they are
 * gone: see schema/0006-imports.sql.
 */
export async function removeImported(
  db: Database,
  name: ImportName,
  content: Import,
): Promise<void> {
  await new StagedEvents(db, stagingName(name.websiteId, name.importId)).drop();
  if (content.kind === "totals") await removeTotals(db, name);
  else await removeEvents(db, name, content);
}

/** Makes days that were imported as totals empty again. */
export async function removeTotals(
  db: Database,
  { websiteId, importId }: ImportName,
): Promise<void> {
  const isOwn = sql`website_id = ${bind("UInt32", websiteId)} AND import_id = ${bind("UInt32", importId)} AND gone = 1`;
  const own = await db.rows<{ id: string }>(sql`
    SELECT DISTINCT toString(rollup_id) AS id
    FROM archived_rollups
    WHERE ${isOwn}`);
  await remove(db, sql`archived_rollups`, isOwn);
  // A query may still be reading the values. They are removed with abandoned roll-ups, a day later.
  const ids = bind(
    "Array(UUID)",
    own.map(({ id }) => id),
  );
  const days = sql`website_id = ${bind("UInt32", websiteId)} AND rollup_id IN ${ids}`;
  if (own.length > 0) await remove(db, sql`rollup_days`, days);
}

async function removeEvents(db: Database, name: ImportName, content: Import): Promise<void> {
  const dates = takenDays(content);
  const days = dates.map((date, nth) => ({ date, events: content.takenEvents[nth] ?? 0 }));
  const batches = batchesOf(name, days);
  if (batches.length === 0) return;
  await endInserts(
    db,
    batches.map(({ id }) => id),
  );
  await markRemoval(db, name, dates);
  for (const month of new Set(batches.map((batch) => batch.month))) {
    const ids = batches.filter((batch) => batch.month === month).map(({ id }) => id);
    await removeBatches(db, name.websiteId, month, ids);
  }
  await removeDropped(db, name.websiteId, days);
  await markRemoval(db, name, dates);
}

/** Ends inserts that an import has left running. */
export async function endInserts(db: Database, ids: readonly string[]): Promise<void> {
  for (let i = 0; i < ids.length; i += batchesAtOnce) {
    const some = bind("Array(String)", ids.slice(i, i + batchesAtOnce));
    await db.run(sql`KILL QUERY WHERE query_id IN ${some} SYNC`, { isLong: true });
  }
}

/** Adds to the days' removals. */
export async function markRemoval(
  db: Database,
  { websiteId, importId }: ImportName,
  dates: readonly string[],
): Promise<void> {
  if (dates.length === 0) return;
  await db.run(sql`
    INSERT INTO archived_rollups (website_id, date, rollup_id, events, gone, import_id)
    SELECT
      ${bind("UInt32", websiteId)},
      arrayJoin(${bind("Array(Date)", dates)}) AS day,
      generateUUIDv4(),
      0,
      2,
      ${bind("UInt32", importId)}
    SETTINGS max_partitions_per_insert_block = 0`);
}

/** Removes the rows of these batches from `events`, if there are some. */
export async function removeBatches(
  db: Database,
  websiteId: number,
  month: string,
  ids: readonly string[],
): Promise<void> {
  for (let i = 0; i < ids.length; i += batchesAtOnce) {
    const some = bind("Array(UUID)", ids.slice(i, i + batchesAtOnce));
    const isOwn = sql`website_id = ${bind("UInt32", websiteId)} AND batch IN ${some}`;
    const found = await db.rows(sql`
      SELECT 1
      FROM events
      WHERE _partition_id = ${bind("String", month)} AND ${isOwn}
      LIMIT 1`);
    if (found.length === 0) continue;
    await db.run(
      sql`
      ALTER TABLE events
      DELETE IN PARTITION ID ${bind("String", month)}
      WHERE ${isOwn}
      SETTINGS mutations_sync = 1`,
      { isLong: true },
    );
  }
}

/**
 * Removes the totals of days whose events retention has deleted meanwhile, where these were the
 * import's alone. Other events of such a day can no longer be told from them, and stay.
 */
async function removeDropped(
  db: Database,
  websiteId: number,
  days: readonly { readonly date: string; readonly events: number }[],
): Promise<void> {
  const counts = sql`arrayZip(${bind(
    "Array(Date)",
    days.map(({ date }) => date),
  )}, ${bind(
    "Array(UInt32)",
    days.map(({ events }) => events),
  )})`;
  const isOwn = sql`website_id = ${bind("UInt32", websiteId)} AND import_id = 0 AND gone = 1 AND has(${counts}, (date, toUInt32(events)))`;
  const found = await db.rows(sql`SELECT 1 FROM archived_rollups WHERE ${isOwn} LIMIT 1`);
  if (found.length > 0) await remove(db, sql`archived_rollups`, isOwn);
}

/** Deletes rows and waits for the end. */
function remove(db: Database, table: Sql, condition: Sql): Promise<void> {
  return db.run(
    sql`
    ALTER TABLE ${table}
    DELETE WHERE ${condition}
    SETTINGS mutations_sync = 1`,
    { isLong: true },
  );
}
