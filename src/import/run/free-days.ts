import { isoDay, localDay } from "../../base/calendar.ts";
import type { Database } from "../../clickhouse/database.ts";
import { bind, sql } from "../../clickhouse/sql.ts";
import { hasTaken, type Import, type ImportDays, spansOf } from "../../definitions/import.ts";

/** The reason why an import leaves a day. */
export type DayReason = keyof ImportDays["leftBecause"];

/** Decides which days an import takes: those that are over, and on which there is nothing. */
export interface FreeDays {
  /** Returns the reason to leave the day; undefined if the import takes it. */
  reasonToLeave(day: string): DayReason | undefined;
}

export interface FreeDaysOptions {
  readonly db: Database;
  readonly website: { readonly id: number; readonly timezone: string };
  /** The import that asks. */
  readonly importId: number;
  /** The other imports of the website. */
  readonly others: readonly Import[];
  readonly nowMs: number;
}

/**
 * Reads which days have something. A day on which events were only dropped has nothing. Totals of
 * the import itself are those of an attempt that was cut off.
 */
export async function readFreeDays(options: FreeDaysOptions): Promise<FreeDays> {
  const { db, website, importId, others, nowMs } = options;
  const ofWebsite = sql`website_id = ${bind("UInt32", website.id)}`;
  const rows = await db.rows<{ date: string }>(sql`
    SELECT date
    FROM events
    WHERE ${ofWebsite}
    GROUP BY date
    UNION ALL
    SELECT DISTINCT date
    FROM archived_rollups
    WHERE ${ofWebsite} AND gone < 2 AND import_id != ${bind("UInt32", importId)}`);
  const collected = new Set(rows.map(({ date }) => date));
  const imports = others.filter(({ isDryRun }) => !isDryRun);
  const today = isoDay(localDay(website.timezone, nowMs));
  return {
    reasonToLeave(day) {
      if (day >= today) return "not_over";
      if (imports.some((each) => hasTaken(each, day))) return "imported";
      return collected.has(day) ? "collected" : undefined;
    },
  };
}

/** Counts the days by what becomes of them. */
export function shareOut(
  days: readonly string[],
  freeDays: FreeDays,
): { readonly days: ImportDays; readonly taken: Import["taken"] } {
  const leftBecause = { collected: 0, imported: 0, not_over: 0 };
  const taken: string[] = [];
  for (const day of [...days].sort()) {
    const reason = freeDays.reasonToLeave(day);
    if (reason === undefined) taken.push(day);
    else leftBecause[reason] += 1;
  }
  const left = days.length - taken.length;
  return { days: { taken: taken.length, left, leftBecause }, taken: spansOf(taken) };
}
