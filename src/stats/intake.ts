import { dayMs, isoDay } from "../calendar.ts";
import { type WebsiteDays, withinDays } from "../counting/website-days.ts";
import { type DropReason, dropReasons } from "../model/drop-reason.ts";
import { archivedRollupsSql } from "../rollups/archived-rollups.ts";
import type { Database, QueryLimits } from "../store/database.ts";
import { type Sql, sql } from "../store/sql.ts";

/** What became of the events of a day. */
export interface DayIntake {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Stored: page views, custom events and engagement. */
  readonly accepted: number;
  readonly dropped: Readonly<Record<DropReason, number>>;
}

/** Every day of the range, oldest first, also those on which nothing came. */
export async function intake(
  db: Database,
  query: WebsiteDays,
  limits: QueryLimits,
): Promise<DayIntake[]> {
  type Row = { date: string; fate: string; events: number };
  const rows = await db.rows<Row>(intakeSql(query), limits);
  const counts = new Map(rows.map(({ date, fate, events }) => [`${date} ${fate}`, events]));
  const days: DayIntake[] = [];
  for (let timeMs = Date.parse(query.from); timeMs <= Date.parse(query.to); timeMs += dayMs) {
    const date = isoDay(timeMs / dayMs);
    const countOf = (fate: string): number => counts.get(`${date} ${fate}`) ?? 0;
    const dropped = dropReasons.map((reason) => [reason, countOf(reason)]);
    days.push({
      date,
      accepted: acceptedOf(countOf),
      dropped: Object.fromEntries(dropped) as Record<DropReason, number>,
    });
  }
  return days;
}

/** Events that are on their way out are counted by the roll-up that stands for them, and maybe still in `events`. */
function acceptedOf(countOf: (fate: string) => number): number {
  const leaving = countOf("leaving");
  return countOf("gone") + (leaving > 0 ? leaving : countOf("accepted"));
}

/**
 * The statement behind `intake`. The projection `events_per_day` has what was accepted, but for what was dropped
 * since, for which roll-ups stand.
 */
export function intakeSql(query: WebsiteDays): Sql {
  return sql`
    SELECT
      date,
      'accepted' AS fate,
      count() AS events
    FROM events
    WHERE ${withinDays(query)}
    GROUP BY date
    UNION ALL
    SELECT
      date,
      if(gone = 1, 'gone', 'leaving') AS fate,
      sum(kept.events) AS events
    FROM (${archivedRollupsSql(withinDays(query))}) AS kept
    GROUP BY date, fate
    UNION ALL
    SELECT
      date,
      toString(reason) AS fate,
      sum(count) AS events
    FROM drops
    WHERE ${withinDays(query)}
    GROUP BY date, reason`;
}
