import { type WebsiteDays, withinDays } from "../counting/website-days.ts";
import type { Database, QueryLimits } from "../store/database.ts";
import { type Sql, sql } from "../store/sql.ts";

/** A roll-up that stands for events which were dropped. */
export interface ArchivedRollup {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly run: string;
  /** Number of events that it counted. */
  readonly events: number;
  /** 0 while they are on their way out: then it is the whole day, whatever `events` holds of it. */
  readonly gone: 0 | 1;
}

/** Roll-ups that stand for dropped events, one row each. */
export function archivedRollupsSql(condition: Sql): Sql {
  return sql`
    SELECT
      website_id,
      date,
      run,
      max(archived_rollups.events) AS events,
      max(archived_rollups.gone) AS gone
    FROM archived_rollups
    WHERE ${condition}
    GROUP BY website_id, date, run`;
}

/** Those of them whose events are out for sure, by `run`: they say nothing of the events that are there. */
export function archivedRunsSql(condition: Sql): Sql {
  return sql`
      SELECT run
      FROM archived_rollups
      WHERE ${condition} AND gone = 1`;
}

/**
 * The first day that questions which only events can answer may be asked from, where some of the range's events
 * were dropped; undefined where all of them are there.
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
