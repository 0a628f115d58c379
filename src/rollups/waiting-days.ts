import { isoDay, latestLocalDay, localDay } from "../base/calendar.ts";
import type { Database } from "../clickhouse/database.ts";
import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import { arrivesWithinMs } from "./arrival.ts";
import { dayRollupsSql, isTrue, provenDaysSql } from "./day-sql.ts";
import type { DayOfWebsites } from "./rollup-sql.ts";

/** A website and its time zone. */
export interface WebsiteClock {
  readonly id: number;
  /** IANA name. */
  readonly timezone: string;
}

/** A day of websites for which no roll-up is true. */
export interface WaitingDay extends DayOfWebsites {
  /** Number of their events. */
  readonly events: number;
}

/** A day that keeps getting late events is rolled up again after this time at the earliest. */
const againAfterMs = 10 * 60_000;
const pairsMax = 100_000;
/**
 * Websites of a day that are rolled up together: their ids have to fit into the address of a
 * request.
 */
export const websitesAtOnceMax = 5_000;

/**
 * Returns the closed days that wait for a roll-up, the newest first. A day of very many websites
 * comes in parts.
 */
export async function findWaitingDays(
  db: Database,
  websites: readonly WebsiteClock[],
  nowMs: number,
): Promise<WaitingDay[]> {
  const closedMs = nowMs - arrivesWithinMs;
  const lastDay = isoDay(latestLocalDay(closedMs) - 1);
  const pairs = await db.rows<{ website_id: number; date: string; events: number }>(
    waitingDaysSql(lastDay, nowMs - againAfterMs),
  );
  const zones = new Map(websites.map(({ id, timezone }) => [id, timezone]));
  const days: { date: string; websiteIds: number[]; events: number }[] = [];
  for (const { website_id, date, events } of pairs) {
    const zone = zones.get(website_id);
    if (zone === undefined || date >= isoDay(localDay(zone, closedMs))) continue;
    let day = days.at(-1);
    if (day?.date !== date || day.websiteIds.length >= websitesAtOnceMax) {
      day = { date, websiteIds: [], events: 0 };
      days.push(day);
    }
    day.websiteIds.push(website_id);
    day.events += events;
  }
  return days;
}

function waitingDaysSql(lastDay: string, rolledBeforeMs: number): Sql {
  const closed = sql`date <= ${bind("Date", lastDay)}`;
  return sql`
    SELECT
      website_id,
      date,
      counted.events AS events
    FROM (${provenDaysSql(closed)}) AS counted
    LEFT JOIN (${dayRollupsSql(closed)}) AS rolled USING (website_id, date)
    WHERE NOT ${isTrue}
      AND rolled.rolled_at < ${bind("DateTime64(3)", rolledBeforeMs / 1000)}
    ORDER BY date DESC, website_id ASC
    LIMIT ${bind("UInt32", pairsMax)}`;
}
