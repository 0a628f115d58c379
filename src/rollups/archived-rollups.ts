import { type WebsiteDays, withinDays } from "../counting/website-days.ts";
import type { Database, QueryLimits } from "../store/database.ts";
import { type Sql, sql } from "../store/sql.ts";

/** A roll-up of a day whose events are not in `events`. */
export interface ArchivedRollup {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly rollupId: string;
  /** Number of events that it counted. */
  readonly events: number;
  /**
   * 0 while retention deletes its events: it is the whole day then, whatever `events` still holds.
   */
  readonly gone: 0 | 1;
  /** The import that brought the totals of the day; 0 if retention deleted its events. */
  readonly importId: number;
}

/** Returns the statement that inserts the selected rows: all columns, in the order of the table. */
export function insertArchivedSql(rows: Sql): Sql {
  return sql`
    INSERT INTO archived_rollups (website_id, date, rollup_id, events, gone, import_id)${rows}`;
}

/** Returns the archived roll-ups, one row each. */
export function archivedRollupsSql(condition: Sql): Sql {
  return sql`
    SELECT
      website_id,
      date,
      rollup_id,
      max(archived_rollups.events) AS events,
      max(archived_rollups.gone) AS gone
    FROM archived_rollups
    WHERE ${condition} AND archived_rollups.gone < 2
    GROUP BY website_id, date, rollup_id`;
}

/**
 * Returns how often events were taken out of each day by undoing imports, for days that had some:
 * each undo counts once when it begins and once when it ends.
 */
export function removalsSql(condition: Sql): Sql {
  return sql`
    SELECT
      website_id,
      date,
      uniqExact(rollup_id) AS removals
    FROM archived_rollups
    WHERE ${condition} AND gone = 2
    GROUP BY website_id, date`;
}

/** Returns the condition that leaves out imported totals, after others, if a query wants that. */
export function hasTotals({ excludesImports = false }: WebsiteDays): Sql {
  return excludesImports ? sql` AND (import_id = 0 OR archived_rollups.gone = 2)` : sql``;
}

/**
 * Returns the ids of archived roll-ups whose events are deleted. They say nothing about the events
 * that are there.
 */
export function archivedIdsSql(condition: Sql): Sql {
  return sql`
      SELECT rollup_id
      FROM archived_rollups
      WHERE ${condition} AND gone > 0`;
}

/**
 * Returns the day after the last one of the range that has totals without events: retention has
 * deleted its events, or it was imported as totals. Returns undefined if there is none.
 */
export async function firstDayWithEvents(
  db: Database,
  days: WebsiteDays,
  limits: QueryLimits,
): Promise<string | undefined> {
  const [row] = await db.rows<{ first_day: string }>(
    sql`
    SELECT max(date) + 1 AS first_day
    FROM archived_rollups
    WHERE ${withinDays(days)} AND gone < 2${hasTotals(days)}
    HAVING count() > 0`,
    limits,
  );
  return row?.first_day;
}
