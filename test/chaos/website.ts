import { isoDay, localDay } from "../../src/base/calendar.ts";
import type { Database } from "../../src/clickhouse/database.ts";
import { bind, moment, sql } from "../../src/clickhouse/sql.ts";
import { apiKey, type Target } from "./target.ts";

export const domain = "chaos.example";
/** The part of a page before its event's id. Each event has an id of its own. */
export const pagePrefix = "/e/";
const minuteMs = 60_000;

/** The website that receives the load. */
export interface Website {
  readonly id: number;
  readonly domain: string;
  /** The website's day when it was stored, `YYYY-MM-DD`. */
  readonly today: string;
}

/** Returns a time zone in which no day ends soon. */
export function quietTimezone(): string {
  const hour = new Date().getUTCHours();
  return hour >= 4 && hour < 20 ? "UTC" : "Asia/Tokyo";
}

/** Stores the website, in a time zone in which no day ends soon. */
export async function storeWebsite(target: Target): Promise<Website> {
  const timezone = quietTimezone();
  const reply = await fetch(`${await target.url()}/api/v1/websites`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}` },
    body: new URLSearchParams({ domain, timezone }),
  });
  if (reply.status !== 201) throw new Error(`the website was answered with ${reply.status}`);
  const { data } = (await reply.json()) as { data: { id: number } };
  return { id: data.id, domain, today: isoDay(localDay(timezone, Date.now())) };
}

/** Page views of one day, as many as the load would bring in hours. */
export interface History {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly events: number;
  /** Time of the last of them; the first was two hours before. */
  readonly untilMs: number;
}

/**
 * Returns a history of the last hours: the open-day roll-up of a day that only begins saves too
 * little to be used.
 */
export function historyOfToday({ today }: Website, events: number): History {
  return { day: today, events, untilMs: Date.now() - 3 * minuteMs };
}

/** Inserts the events, past the API. */
export async function insertHistory(
  target: Target,
  { id }: Website,
  { day, events, untilMs }: History,
): Promise<void> {
  const sinceMs = untilMs - 120 * minuteMs;
  const insert = sql`
    INSERT INTO events
      (website_id, date, visitor, time, name, hostname, page, referrer, browser, language)
    SELECT
      ${bind("UInt32", id)},
      ${bind("Date", day)},
      cityHash64(number % 20000),
      ${moment(sinceMs)} + toIntervalMillisecond(intDiv(number * 7200000, ${bind("UInt64", events)})),
      'pageview',
      ${bind("String", domain)},
      concat('/before/', toString(number % 997)),
      ['', 'google.com', 'news.example'][number % 3 + 1],
      ['Chrome', 'Firefox', 'Safari'][number % 3 + 1],
      ['de', 'en', 'fr', 'ja'][number % 4 + 1]
    FROM numbers(${bind("UInt64", events)})`;
  await target.inEngine((db) => db.run(insert, { isLong: true }));
}

/** Resolves with the number of times that each event id is counted, straight from ClickHouse. */
export async function countById(db: Database, { id }: Website): Promise<Map<number, number>> {
  const rows = await db.rows<{ page: string; count: number }>(sql`
    SELECT page, count() AS count
    FROM events
    WHERE website_id = ${bind("UInt32", id)} AND startsWith(page, ${bind("String", pagePrefix)})
    GROUP BY page`);
  return new Map(rows.map(({ page, count }) => [Number(page.slice(pagePrefix.length)), count]));
}
