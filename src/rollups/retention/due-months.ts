import { earliestLocalDay, monthOf } from "../../base/calendar.ts";
import type { Database } from "../../clickhouse/database.ts";
import { bind, identifier, type Sql, sql } from "../../clickhouse/sql.ts";
import { batchesOfMonth } from "../../collect/idempotency.ts";
import { insertArchivedSql } from "../archived-rollups.ts";
import { dayRollupsSql, isTrue, provenDaysSql, storedCountSettings } from "../day-sql.ts";
import { firstDayOf, type Month, withinMonth } from "./month.ts";
import { onePart } from "./month-tables.ts";

const batchesAtOnce = 10_000;

export interface DueMonth {
  readonly month: Month;
  /** Website days for which no roll-up is true. */
  readonly openDays: number;
}

/**
 * Returns the months with events whose last day is more than `retentionDays` before today in every
 * time zone, oldest first.
 */
export function findDueMonths(
  db: Database,
  retentionDays: number,
  nowMs: number,
): Promise<DueMonth[]> {
  const before = beforeRetained(retentionDays, nowMs);
  return db.rows(sql`
    SELECT
      toYYYYMM(date) AS month,
      countIf(NOT ${isTrue}) AS openDays
    FROM (${provenDaysSql(before)}) AS counted
    LEFT JOIN (${dayRollupsSql(before)}) AS rolled USING (website_id, date)
    GROUP BY month
    ORDER BY month
    SETTINGS ${storedCountSettings}`);
}

/** Returns the months with reads whose last day is as far back, oldest first. */
export async function findDueReadMonths(
  db: Database,
  retentionDays: number,
  nowMs: number,
): Promise<Month[]> {
  const rows = await db.rows<{ month: Month }>(sql`
    SELECT DISTINCT toYYYYMM(date) AS month
    FROM reads
    WHERE ${beforeRetained(retentionDays, nowMs)}
    ORDER BY month`);
  return rows.map(({ month }) => month);
}

/**
 * Returns the condition on days of months whose last day is more than `retentionDays` before today
 * in every time zone.
 */
function beforeRetained(retentionDays: number, nowMs: number): Sql {
  const firstRetainedDay = Math.max(0, earliestLocalDay(nowMs) - retentionDays);
  return sql`date < ${bind("Date", firstDayOf(monthOf(firstRetainedDay)))}`;
}

/**
 * Whether the salts of the month are still there, so that later events may belong to visitors who
 * were counted. After that, later events have visitors of their own, and numbers add up.
 */
export async function hasSalts(saltDb: Database, month: Month, nowMs: number): Promise<boolean> {
  const salts = await saltDb.rows(sql`
    SELECT 1
    FROM salts
    WHERE ${withinMonth(month)} AND expires_at > ${bind("DateTime", Math.floor(nowMs / 1000))}
    LIMIT 1`);
  return salts.length > 0;
}

/**
 * Archives the true roll-ups of the month, so that they stand for its days whatever becomes of the
 * events.
 */
export function archiveRollups(db: Database, month: Month): Promise<void> {
  const within = withinMonth(month);
  return db.run(
    insertArchivedSql(sql`
    SELECT
      website_id,
      date,
      rolled.rollupId AS rollup_id,
      rolled.events AS events,
      0 AS gone,
      0 AS import_id
    FROM (${provenDaysSql(within)}) AS counted
    INNER JOIN (${dayRollupsSql(within)}) AS rolled USING (website_id, date)
    WHERE ${isTrue}
    ${onePart}`),
  );
}

/**
 * Archives the ids of the month's batches that an idempotency record or a part of a followed log
 * names, so that they count as stored when their rows are gone.
 */
export async function archiveBatches(
  db: Database,
  table: "events" | "reads",
  month: Month,
): Promise<void> {
  const records = await db.rows<{ batch: string; outcome: string }>(sql`
    SELECT
      batch,
      outcome
    FROM (
      SELECT batch, outcome FROM idempotency_records
      UNION ALL
      SELECT batch, outcome FROM followed_logs FINAL
    )
    WHERE arrayExists(
      each -> JSONExtractUInt(each, 'month') = ${bind("UInt32", month)},
      JSONExtractArrayRaw(outcome, 'batches'))`);
  const batches = records.flatMap((record) => batchesOfMonth(record, table, month));
  for (let i = 0; i < batches.length; i += batchesAtOnce) {
    const some = bind("Array(UUID)", batches.slice(i, i + batchesAtOnce));
    await db.run(sql`
      INSERT INTO archived_batches (batch)
      SELECT DISTINCT batch
      FROM ${identifier(table)}
      WHERE _partition_id = ${bind("String", String(month))}
        AND batch IN ${some}
        AND batch NOT IN (SELECT batch FROM archived_batches WHERE batch IN ${some})`);
  }
}
