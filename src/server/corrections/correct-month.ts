import type { DayRange } from "../../base/calendar.ts";
import type { Database } from "../../clickhouse/database.ts";
import { bind, type Sql, sql } from "../../clickhouse/sql.ts";
import type { ValueFilter } from "../../counting/filters.ts";
import type { CorrectionChange, CorrectionMonth } from "../../definitions/correction.ts";
import { archiveBatches } from "../../rollups/retention/due-months.ts";
import { withinMonth } from "../../rollups/retention/month.ts";
import { markChanged } from "../../rollups/totals.ts";
import { countChange } from "../../stats/corrections/correction-numbers.ts";
import { type RowChange, rowChangeOf } from "../../stats/corrections/row-change.ts";
import { correctRows, type DayVisitors, isOfVisitorDays } from "../../tables/corrected-events.ts";

/** Visitors whose numbers one statement has, if they are of several days. */
const visitorsAtOnce = 200_000;

export interface MonthCorrection extends DayRange {
  readonly db: Database;
  readonly websiteId: number;
  readonly month: number;
  readonly change: CorrectionChange;
  /** The filters of the change, read. */
  readonly filters: readonly ValueFilter[];
}

/** Counts what the correction changes in the month. */
export async function countMonth(
  correction: MonthCorrection,
): Promise<Pick<CorrectionMonth, "numbers" | "days">> {
  const { within, change } = rowsOf(correction);
  const { dates, ...numbers } = await countChange(correction.db, change, within);
  return { numbers, days: dates };
}

/**
 * Changes the events of the month. Doing it twice is the same as once, so it can be cut off at any
 * moment. Each day is as it was, or as it is to be.
 *
 * Answers and roll-ups from before must never hold afterwards, although a day may have as many
 * events as before. So `days`, which change, are marked before and afterwards, as by an undone
 * import.
 */
export async function correctMonth(
  correction: MonthCorrection,
  days: readonly string[],
  run: <T>(step: Promise<T>) => Promise<T>,
): Promise<void> {
  const { db, websiteId, month } = correction;
  const { within, change } = rowsOf(correction);
  // A request or a piece of a log that comes again finds its batch by the rows. It must not bring
  // back those that are about to go.
  if (change.assignments === undefined) await archiveBatches(db, "events", month);
  await markChanged(db, { websiteId, importId: 0 }, days);
  for (const affected of await conditionsOf(db, change, within)) {
    await run(correctRows(db, month, within, { ...change, affected }));
  }
  await markChanged(db, { websiteId, importId: 0 }, days);
}

function rowsOf({ websiteId, month, from, to, change, filters }: MonthCorrection): {
  readonly within: Sql;
  readonly change: RowChange;
} {
  const within = sql`website_id = ${bind("UInt32", websiteId)}
        AND ${withinMonth(month)}
        AND date >= ${bind("Date", from)}
        AND date <= ${bind("Date", to)}`;
  return { within, change: rowChangeOf(change, filters, within) };
}

/**
 * Returns the condition of each statement. A statement about visitor days names the visitors: it
 * must mean the same when half of the rows are gone. All visitors of a day are in one of them.
 */
async function conditionsOf(
  db: Database,
  { affected, visitorDays }: RowChange,
  within: Sql,
): Promise<readonly Sql[]> {
  if (visitorDays === undefined) return [affected];
  const found = await db.rows<DayVisitors>(sql`
    SELECT
      date,
      groupArray(toString(visitor)) AS visitors
    FROM (${visitorDays(within)})
    GROUP BY date
    ORDER BY date`);
  const groups: DayVisitors[][] = [];
  let room = 0;
  for (const day of found) {
    room -= day.visitors.length;
    if (room < 0) {
      groups.push([]);
      room = visitorsAtOnce - day.visitors.length;
    }
    groups.at(-1)?.push(day);
  }
  return groups.map(isOfVisitorDays);
}
