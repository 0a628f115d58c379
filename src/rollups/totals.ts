import type { Database } from "../clickhouse/database.ts";
import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import { insertArchivedSql } from "./archived-rollups.ts";

/** An import of a website, whose rows are told from others by it. */
export interface ImportName {
  readonly websiteId: number;
  readonly importId: number;
}

/** Days that an import has added as totals, and the roll-up that has their numbers. */
export interface ImportedTotals extends ImportName {
  readonly rollupId: string;
  /** `YYYY-MM-DD`, oldest first. */
  readonly days: readonly string[];
}

/** A statement that writes to many months is one insert all the same. */
const anyMonths = sql`SETTINGS max_partitions_per_insert_block = 0`;

/**
 * Writes values of a roll-up, which count only when `acceptTotals` has been called. `rows` selects
 * dimension, date, value and the measures, with rows of the same value added up here.
 */
export function writeTotals(
  db: Database,
  { websiteId, rollupId }: Pick<ImportedTotals, "websiteId" | "rollupId">,
  rows: Sql,
): Promise<void> {
  return db.run(
    sql`
    INSERT INTO rollup_values (website_id, dimension, date, value, visitors, pageviews, occurrences, amount, visits, bounces, visit_ms, rollup_id)
    SELECT
      ${bind("UInt32", websiteId)} AS website_id,
      dimension,
      date,
      value,
      sum(staged.visitors) AS visitors,
      sum(staged.pageviews) AS pageviews,
      sum(staged.occurrences) AS occurrences,
      sum(staged.amount) AS amount,
      sum(staged.visits) AS visits,
      sum(staged.bounces) AS bounces,
      sum(staged.visit_ms) AS visit_ms,
      ${bind("UUID", rollupId)} AS rollup_id
    FROM (${rows}) AS staged
    GROUP BY date, dimension, value
    SETTINGS max_threads = 1, optimize_aggregation_in_order = 1`,
    { isLong: true },
  );
}

/** Makes the roll-up the numbers of these days. */
export async function acceptTotals(db: Database, totals: ImportedTotals): Promise<void> {
  const { websiteId, importId, rollupId, days } = totals;
  const dayOfRollup = sql`
      ${bind("UInt32", websiteId)} AS website_id,
      arrayJoin(${bind("Array(Date)", days)}) AS date,
      ${bind("UUID", rollupId)} AS rollup_id`;
  // The row keeps the values from being removed as those of an unfinished roll-up.
  await db.run(sql`
    INSERT INTO rollup_days (website_id, date, rollup_id, definition, events, rolled_at)
    SELECT
      ${dayOfRollup},
      0 AS definition,
      0 AS events,
      now64(3) AS rolled_at
    ${anyMonths}`);
  await db.run(
    insertArchivedSql(sql`
    SELECT
      ${dayOfRollup},
      0 AS events,
      1 AS gone,
      ${bind("UInt32", importId)} AS import_id
    ${anyMonths}`),
  );
}

/** Returns whether the roll-up is the numbers of all these days. */
export async function areTotalsAccepted(
  db: Database,
  { websiteId, importId, rollupId, days }: ImportedTotals,
): Promise<boolean> {
  const [found] = await db.rows<{ days: number }>(sql`
    SELECT uniqExact(date) AS days
    FROM archived_rollups
    WHERE website_id = ${bind("UInt32", websiteId)}
      AND import_id = ${bind("UInt32", importId)}
      AND rollup_id = ${bind("UUID", rollupId)}
      AND gone = 1`);
  return days.length > 0 && Number(found?.days) === days.length;
}

/**
 * Makes the days that an import has added as totals empty again. `rollupId` is the roll-up that
 * has them, if it is known.
 */
export async function removeTotals(
  db: Database,
  { websiteId, importId }: ImportName,
  rollupId: string | null,
): Promise<void> {
  const website = sql`website_id = ${bind("UInt32", websiteId)}`;
  const isOwn = sql`${website} AND import_id = ${bind("UInt32", importId)} AND gone = 1`;
  await removeSome(db, sql`archived_rollups`, isOwn);
  if (rollupId === null) return;
  // A query may still be reading the values. They are removed as those of an unfinished roll-up.
  await removeSome(db, sql`rollup_days`, sql`${website} AND rollup_id = ${bind("UUID", rollupId)}`);
}

/**
 * Marks days as changed, with the time in the id of the mark: nothing that was made of their events
 * before holds any more, see `removalsSql`. Whoever takes events out of days, or changes them,
 * calls it before and afterwards.
 */
export async function markChanged(
  db: Database,
  { websiteId, importId }: ImportName,
  days: readonly string[],
): Promise<void> {
  if (days.length === 0) return;
  await db.run(
    insertArchivedSql(sql`
    SELECT
      ${bind("UInt32", websiteId)} AS website_id,
      arrayJoin(${bind("Array(Date)", days)}) AS date,
      generateUUIDv7(date) AS rollup_id,
      0 AS events,
      2 AS gone,
      ${bind("UInt32", importId)} AS import_id
    ${anyMonths}`),
  );
}

/**
 * Removes the totals of days whose events retention has deleted, where it has deleted all that
 * they count.
 */
export async function removeArchived(
  db: Database,
  websiteId: number,
  days: readonly { readonly date: string; readonly events: number }[],
): Promise<void> {
  const dates = bind(
    "Array(Date)",
    days.map(({ date }) => date),
  );
  const counts = bind(
    "Array(UInt32)",
    days.map(({ events }) => events),
  );
  const isOwn = sql`website_id = ${bind("UInt32", websiteId)}
      AND import_id = 0
      AND gone < 2
      AND has(arrayZip(${dates}, ${counts}), (date, toUInt32(events)))`;
  // A roll-up has two rows, the earlier of which says that its events are on their way out. Both go
  // at once, as the earlier one alone would stand for the whole day.
  await removeSome(db, sql`archived_rollups`, isOwn);
}

/** Deletes rows, if there are some, and waits for the end. */
async function removeSome(db: Database, table: Sql, condition: Sql): Promise<void> {
  const found = await db.rows(sql`
    SELECT 1
    FROM ${table}
    WHERE ${condition}
    LIMIT 1`);
  if (found.length === 0) return;
  await db.run(
    sql`
    ALTER TABLE ${table}
    DELETE WHERE ${condition}
    SETTINGS mutations_sync = 1`,
    { isLong: true },
  );
}
