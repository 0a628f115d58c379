import { type WebsiteDays, withinDays } from "../counting/website-days.ts";
import type { Database, QueryLimits } from "../store/database.ts";
import { type Sql, sql } from "../store/sql.ts";

/** A roll-up whose events retention deletes or has deleted. */
export interface ArchivedRollup {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly rollupId: string;
  /** Number of events that it counted. */
  readonly events: number;
  /**
   * 0 while its events are being deleted: it is the whole day then, whatever `events` still holds.
   */
  readonly gone: 0 | 1;
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
    WHERE ${condition}
    GROUP BY website_id, date, rollup_id`;
}

/**
 * Returns the ids of archived roll-ups whose events are deleted. They say nothing about the events
 * that are there.
 */
export function archivedIdsSql(condition: Sql): Sql {
  return sql`
      SELECT rollup_id
      FROM archived_rollups
      WHERE ${condition} AND gone = 1`;
}

/**
 * Returns the first day from which `events` holds everything, if retention has deleted events of
 * the range; otherwise undefined.
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
    WHERE ${withinDays(days)}
    HAVING count() > 0`,
    limits,
  );
  return row?.first_day;
}
