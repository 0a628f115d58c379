import { isoDay, latestLocalDay, localDay } from "../base/calendar.ts";
import type { Database } from "../clickhouse/database.ts";
import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import { type ConditionsByWebsite, spansOf } from "../counting/conditions.ts";
import { arrivesWithinMs } from "./arrival.ts";
import { dayRollupsSql, isTrue, provenDaysSql, storedCountSettings } from "./day-sql.ts";

/** A website and its time zone. */
export interface WebsiteClock {
  readonly id: number;
  /** IANA name. */
  readonly timezone: string;
}

/** A day of a website for which no roll-up is true, or whose roll-up is of other conditions. */
export interface WaitingDay {
  readonly websiteId: number;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly events: number;
  /** The roll-up whose visitor days are true; "" if there is none. */
  readonly rollupId: string;
  /** The number of removals that the day had, for which that roll-up is true. */
  readonly removals: number;
}

/** A day that keeps getting late events is rolled up again after this time at the earliest. */
const againAfterMs = 10 * 60_000;
const waitingDaysMax = 100_000;

/** Returns the closed days that wait for a roll-up, the newest first. */
export async function findWaitingDays(
  db: Database,
  websites: readonly WebsiteClock[],
  nowMs: number,
  conditions: ConditionsByWebsite = new Map(),
): Promise<WaitingDay[]> {
  const closedMs = nowMs - arrivesWithinMs;
  const lastDay = isoDay(latestLocalDay(closedMs) - 1);
  const days = await db.rows<WaitingDay>(waitingDaysSql(lastDay, nowMs - againAfterMs, conditions));
  const zones = new Map(websites.map(({ id, timezone }) => [id, timezone]));
  return days.filter(({ websiteId, date }) => {
    const zone = zones.get(websiteId);
    return zone !== undefined && date < isoDay(localDay(zone, closedMs));
  });
}

function waitingDaysSql(
  lastDay: string,
  rolledBeforeMs: number,
  conditions: ConditionsByWebsite,
): Sql {
  const closed = sql`date <= ${bind("Date", lastDay)}`;
  return sql`
    SELECT
      website_id AS websiteId,
      date,
      counted.events AS events,
      counted.removals AS removals,
      if(${isTrue}, toString(rolled.rollupId), '') AS rollupId
    FROM (${provenDaysSql(closed)}) AS counted
    LEFT JOIN (${dayRollupsSql(closed)}) AS rolled USING (website_id, date)
    WHERE if(
      ${isTrue},
      rolled.conditions != ${keySql(conditions)},
      rolled.rolled_at < ${bind("DateTime64(3)", rolledBeforeMs / 1000)})
    ORDER BY date DESC, website_id ASC
    LIMIT ${bind("UInt32", waitingDaysMax)}
    SETTINGS ${storedCountSettings}`;
}

/** Returns the key of the conditions that stand on a website's day: 0 where none do. */
function keySql(conditions: ConditionsByWebsite): Sql {
  const spans = [...conditions].flatMap(([id, own]) =>
    spansOf(own).map((span, nth, all) => ({ id, ...span, next: all[nth + 1]?.from ?? "" })),
  );
  if (spans.length === 0) return sql`0`;
  const [ids, froms, nexts, keys] = [
    bind(
      "Array(UInt32)",
      spans.map(({ id }) => id),
    ),
    bind(
      "Array(Date)",
      spans.map(({ from }) => from || earliestDay),
    ),
    bind(
      "Array(Date)",
      spans.map(({ next }) => next || latestDay),
    ),
    bind(
      "Array(String)",
      spans.map(({ key }) => key),
    ),
  ];
  // An index of 0 gives '', which becomes 0.
  return sql`toUInt64OrZero(${keys}[arrayFirstIndex(
        (id, since, next) -> id = website_id AND date >= since AND date < next,
        ${ids},
        ${froms},
        ${nexts})])`;
}

/** The days that a `Date` of ClickHouse can hold. */
const [earliestDay, latestDay] = ["1970-01-01", "2149-06-06"];
