import { isoDay, latestLocalDay, localDay } from "../base/calendar.ts";
import type { Database } from "../clickhouse/database.ts";
import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import { arrivesWithinMs } from "./arrival.ts";
import { dayRollupsSql, isTrue, provenDaysSql } from "./day-sql.ts";

/** A website and its time zone. */
export interface WebsiteClock {
  readonly id: number;
  /** IANA name. */
  readonly timezone: string;
}

/** A day of a website for which no roll-up is true. */
export interface WaitingDay {
  readonly websiteId: number;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly events: number;
}

/** A day that keeps getting late events is rolled up again after this time at the earliest. */
const againAfterMs = 10 * 60_000;
const waitingDaysMax = 100_000;

/** Returns the closed days that wait for a roll-up, the newest first. */
export async function findWaitingDays(
  db: Database,
  websites: readonly WebsiteClock[],
  nowMs: number,
): Promise<WaitingDay[]> {
  const closedMs = nowMs - arrivesWithinMs;
  const lastDay = isoDay(latestLocalDay(closedMs) - 1);
  const days = await db.rows<WaitingDay>(waitingDaysSql(lastDay, nowMs - againAfterMs));
  const zones = new Map(websites.map(({ id, timezone }) => [id, timezone]));
  return days.filter(({ websiteId, date }) => {
    const zone = zones.get(websiteId);
    return zone !== undefined && date < isoDay(localDay(zone, closedMs));
  });
}

function waitingDaysSql(lastDay: string, rolledBeforeMs: number): Sql {
  const closed = sql`date <= ${bind("Date", lastDay)}`;
  return sql`
    SELECT
      website_id AS websiteId,
      date,
      counted.events AS events
    FROM (${provenDaysSql(closed)}) AS counted
    LEFT JOIN (${dayRollupsSql(closed)}) AS rolled USING (website_id, date)
    WHERE NOT ${isTrue}
      AND rolled.rolled_at < ${bind("DateTime64(3)", rolledBeforeMs / 1000)}
    ORDER BY date DESC, website_id ASC
    LIMIT ${bind("UInt32", waitingDaysMax)}`;
}
