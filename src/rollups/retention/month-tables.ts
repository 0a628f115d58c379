import type { Database } from "../../clickhouse/database.ts";
import { bind, identifier, literals, type Sql, sql } from "../../clickhouse/sql.ts";
import { archivedIdsSql, archivedRollupsSql, insertArchivedSql } from "../archived-rollups.ts";
import { type Month, withinMonth } from "./month.ts";

/**
 * The stages of a month on its way out, which the name of its table tells; `Retention` has what
 * happens in each.
 *
 * - `leaving`: the events may come back.
 * - `deletable`: they will be deleted.
 */
const prefixes = { leaving: "events_leaving_", deletable: "events_left_" } as const;
export type Stage = keyof typeof prefixes;

/**
 * Makes the table that the events of a month are moved to. It copies the structure of `events` each
 * time, so that no change of the schema has to know about it.
 */
function tableOf(month: Month, stage: Stage): Sql {
  return identifier(`${prefixes[stage]}${month}`);
}

/**
 * Returns the months whose events are on their way out: there is a table, or an archived roll-up
 * that stands for the whole day.
 */
export async function findLeavingMonths(db: Database): Promise<Month[]> {
  const rows = await db.rows<{ month: Month }>(sql`
    SELECT DISTINCT month
    FROM (
      SELECT toUInt32OrZero(extract(name, '^events_(?:leaving|left)_([0-9]{6})$')) AS month
      FROM system.tables
      WHERE database = currentDatabase() AND month > 0
      UNION ALL
      SELECT toYYYYMM(date) AS month
      FROM (${archivedRollupsSql(sql`true`)})
      WHERE gone = 0
    )`);
  return rows.map(({ month }) => month);
}

/** Returns how far the month is; undefined if there is no table of it. */
export async function findStage(db: Database, month: Month): Promise<Stage | undefined> {
  const rows = await db.rows<{ name: string }>(sql`
    SELECT name
    FROM system.tables
    WHERE database = currentDatabase()
      AND name IN ${bind("Array(String)", [`${prefixes.leaving}${month}`, `${prefixes.deletable}${month}`])}`);
  const names = new Set(rows.map(({ name }) => name));
  if (names.has(`${prefixes.deletable}${month}`)) return "deletable";
  return names.has(`${prefixes.leaving}${month}`) ? "leaving" : undefined;
}

/** Throws if the table exists: its creator owns the month. */
export function makeTable(db: Database, month: Month): Promise<void> {
  return db.run(sql`CREATE TABLE ${tableOf(month, "leaving")} AS events`);
}

/** Moves the parts that are there at this moment; events that are inserted meanwhile stay. */
export function moveOut(db: Database, month: Month): Promise<void> {
  return move(db, sql`events`, tableOf(month, "leaving"), month);
}

export async function moveBack(db: Database, month: Month): Promise<void> {
  await removeRepeated(db, month);
  await move(db, tableOf(month, "leaving"), sql`events`, month);
}

function move(db: Database, from: Sql, to: Sql, month: Month): Promise<void> {
  return db.run(
    sql`
    ALTER TABLE ${from}
    MOVE PARTITION ID ${bind("String", String(month))} TO TABLE ${to}`,
    { isLong: true },
  );
}

/**
 * Removes from `events` the rows that the month's table has, too. An interrupted move may have left
 * parts in both, and a batch that was not found may have been sent again. A website's events of one
 * batch and day are in one part, so a table has them all or none. Those of two websites may be in
 * two parts where `src/move` has added them from another store.
 */
export async function removeRepeated(db: Database, month: Month): Promise<void> {
  const partition = sql`_partition_id = ${bind("String", String(month))}`;
  const [found] = await db.rows<{ count: number }>(sql`
    SELECT count() AS count
    FROM events
    WHERE ${partition}`);
  if (found === undefined || found.count === 0) return;
  const key = sql`(website_id, date, batch)`;
  const repeated = await db.rows<{ website_id: number; date: string; batch: string }>(sql`
    SELECT DISTINCT
      website_id,
      date,
      batch
    FROM events
    WHERE ${partition} AND ${key} IN (SELECT ${key} FROM ${tableOf(month, "leaving")})`);
  for (let i = 0; i < repeated.length; i += keysAtOnce) {
    const some = repeated.slice(i, i + keysAtOnce);
    const websiteIds = some.map((row) => row.website_id);
    const dates = some.map(({ date }) => date);
    const batches = some.map(({ batch }) => batch);
    await db.run(
      sql`
      ALTER TABLE events
      DELETE IN PARTITION ID ${bind("String", String(month))}
      WHERE ${key} IN arrayZip(${literals("UInt32", websiteIds)}, ${literals("Date", dates)}, ${literals("UUID", batches)})
      SETTINGS mutations_sync = 1`,
      { isLong: true, queryBytesMax: keysAtOnce * keyBytes },
    );
  }
}

/** A statement has the keys as text. */
const keysAtOnce = 20_000;
const keyBytes = 100;

/** Counts over the website days that are in either of the two. */
interface Comparison {
  readonly days: number;
  readonly events: number;
  /** Website days for which the two have another number of events. */
  readonly wrongDays: number;
}

/** Compares the month's table with the archived roll-ups that are to stand for it. */
export async function compare(db: Database, month: Month): Promise<Comparison> {
  const [found] = await db.rows<Comparison>(sql`
    SELECT
      count() AS days,
      sum(moved.events) AS events,
      countIf(moved.events != rolled.events) AS wrongDays
    FROM (
      SELECT
        website_id,
        date,
        count() AS events
      FROM ${tableOf(month, "leaving")}
      GROUP BY website_id, date
    ) AS moved
    FULL JOIN (
      SELECT
        website_id,
        date,
        sum(archived.events) AS events
      FROM (${archivedRollupsSql(withinMonth(month))}) AS archived
      WHERE archived.gone = 0
      GROUP BY website_id, date
    ) AS rolled USING (website_id, date)`);
  if (found === undefined) throw new Error("ClickHouse compared nothing");
  return found;
}

/** Marks the events for deletion: from now on they do not come back. */
export function markForDeletion(db: Database, month: Month): Promise<void> {
  return db.run(sql`RENAME TABLE ${tableOf(month, "leaving")} TO ${tableOf(month, "deletable")}`);
}

/** Notes that the events are gone, so that archived roll-ups count beside what `events` has. */
export function acceptGone(db: Database, month: Month): Promise<void> {
  return db.run(
    insertArchivedSql(sql`
    SELECT
      website_id,
      date,
      rollup_id,
      events,
      1 AS gone,
      0 AS import_id
    FROM (${archivedRollupsSql(withinMonth(month))}) AS archived
    WHERE archived.gone = 0
    ${onePart}`),
  );
}

/** Forgets the archived roll-ups, so that they are ordinary roll-ups again. */
export async function forgetLeaving(db: Database, month: Month): Promise<void> {
  const within = withinMonth(month);
  const leaving = await db.rows<{ rollup_id: string }>(sql`
    SELECT DISTINCT rollup_id
    FROM archived_rollups
    WHERE ${within} AND rollup_id NOT IN (${archivedIdsSql(within)})`);
  if (leaving.length === 0) return;
  const ids = leaving.map((row) => row.rollup_id);
  await db.run(
    sql`
    ALTER TABLE archived_rollups
    DELETE WHERE ${within} AND rollup_id IN ${literals("UUID", ids)}
    SETTINGS mutations_sync = 1`,
    { isLong: true, queryBytesMax: (ids.length + 10) * keyBytes },
  );
}

export function removeTable(db: Database, month: Month, stage: Stage): Promise<void> {
  return db.run(
    sql`
    DROP TABLE IF EXISTS ${tableOf(month, stage)}
    SYNC
    SETTINGS max_table_size_to_drop = 0`,
    { isLong: true },
  );
}

/** Removes the reads of a month, of all websites. */
export function dropReadsOf(db: Database, month: Month): Promise<void> {
  return db.run(
    sql`
    ALTER TABLE reads
    DROP PARTITION ID ${bind("String", String(month))}
    SETTINGS max_partition_size_to_drop = 0`,
    { isLong: true },
  );
}

/** Settings that write the rows of a month in one block, which makes them one part. */
export const onePart = sql`
    SETTINGS
      max_threads = 1,
      max_block_size = 1000000000,
      max_insert_block_size = 1000000000,
      min_insert_block_size_rows = 1000000000,
      min_insert_block_size_bytes = 0`;
