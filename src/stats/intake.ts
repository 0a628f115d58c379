import { dayMs, isoDay } from "../base/calendar.ts";
import type { Database, QueryLimits } from "../clickhouse/database.ts";
import { type Sql, sql } from "../clickhouse/sql.ts";
import { type WebsiteDays, withinDays } from "../counting/website-days.ts";
import { type DropReason, dropReasons } from "../model/drop-reason.ts";
import { archivedRollupsSql } from "../rollups/archived-rollups.ts";
import type { HiddenDay } from "./hidden.ts";

/** Numbers of accepted and dropped events of a day. */
export interface DayIntake {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Stored events: page views, custom events and engagement. */
  readonly accepted: number;
  readonly dropped: Readonly<Record<DropReason, number>>;
  /** Accepted events of visitor days that standing conditions hide. */
  readonly hidden: number;
}

/**
 * Returns every day of the range, oldest first, also days without events. `hidden` is what
 * conditions hide of days that have something to hide.
 */
export async function intake(
  db: Database,
  query: WebsiteDays,
  hidden: readonly HiddenDay[],
  limits: QueryLimits,
): Promise<DayIntake[]> {
  type Row = { date: string; fate: string; events: number };
  const rows = await db.rows<Row>(intakeSql(query), limits);
  const counts = new Map(rows.map(({ date, fate, events }) => [`${date} ${fate}`, events]));
  const hiddenOn = new Map(hidden.map(({ date, events }) => [date, events]));
  const days: DayIntake[] = [];
  for (let timeMs = Date.parse(query.from); timeMs <= Date.parse(query.to); timeMs += dayMs) {
    const date = isoDay(timeMs / dayMs);
    const countOf = (fate: string): number => counts.get(`${date} ${fate}`) ?? 0;
    const dropped = dropReasons.map((reason) => [reason, countOf(reason)]);
    days.push({
      date,
      accepted: acceptedOf(countOf),
      dropped: Object.fromEntries(dropped) as Record<DropReason, number>,
      hidden: hiddenOn.get(date) ?? 0,
    });
  }
  return days;
}

/**
 * Returns the number of accepted events of a day. While retention deletes events, the archived
 * roll-up has counted them and `events` may still hold them.
 */
function acceptedOf(countOf: (fate: string) => number): number {
  const leaving = countOf("leaving");
  return countOf("gone") + (leaving > 0 ? leaving : countOf("accepted"));
}

/**
 * Returns the statement of `intake`. The projection `events_per_day` has the accepted events,
 * except those that retention deleted, which archived roll-ups stand for.
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
      sum(archived.events) AS events
    FROM (${archivedRollupsSql(withinDays(query))}) AS archived
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
