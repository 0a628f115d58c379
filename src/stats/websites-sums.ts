import type { Database } from "../clickhouse/database.ts";
import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import type { DayRange } from "../counting/website-days.ts";
import { archivedRollupsSql, hasTotals } from "../rollups/archived-rollups.ts";
import { dayRollupsSql, isTrue, provenDaysSql } from "../rollups/day-sql.ts";
import { type DayOfWebsites, inDays } from "../rollups/rollup-sql.ts";
import { countingSettings } from "./counting-settings.ts";
import type { Sums } from "./numbers.ts";
import type { TakeTurn } from "./query-scheduler.ts";
import { rollupTotalsSql, visitorDayTotalsSql } from "./totals.ts";

/** A query for the summaries of some websites of a shard. */
export interface WebsitesQuery extends DayRange {
  readonly websiteIds: readonly number[];
  readonly excludesImports?: boolean;
  /** Whether the sums of each day are asked for. */
  readonly byDay?: boolean;
}

/** The sums of a website over all days, or over one of them. */
export interface WebsiteSums extends Sums {
  readonly websiteId: number;
  /** `YYYY-MM-DD`, or anything if the query is not by day. */
  readonly date: string;
}

/** The sums of some websites, and those that have to be asked alone, as their day is busy. */
export interface CountedWebsites {
  readonly sums: readonly WebsiteSums[];
  readonly alone: readonly number[];
}

/** A day of a website with events. */
interface WebsiteDay {
  readonly websiteId: number;
  readonly date: string;
  readonly events: number;
  readonly isRolledUp: 0 | 1;
}

/** A day takes some 25 bytes of the address of a request, which may have 1 MiB. */
const countedDaysMax = 10_000;
/** ClickHouse takes no bound value of more than 128 KiB, and an id has up to ten digits. */
const websitesAtOnce = 5_000;

/** Counts the sums of websites. A day of `openDayEventsMin` events may be counted ahead. */
export async function countWebsites(
  db: Database,
  query: WebsitesQuery,
  openDayEventsMin: number,
  takeTurn: TakeTurn,
): Promise<CountedWebsites> {
  const all: WebsiteSums[] = [];
  const alone: number[] = [];
  for (let i = 0; i < query.websiteIds.length; i += websitesAtOnce) {
    const some = { ...query, websiteIds: query.websiteIds.slice(i, i + websitesAtOnce) };
    const days = await takeTurn("light", (limits) => db.rows<WebsiteDay>(daysSql(some), limits));
    const counted = days.filter(({ isRolledUp }) => isRolledUp === 0);
    const busy = new Set(
      counted.filter(({ events }) => events >= openDayEventsMin).map(({ websiteId }) => websiteId),
    );
    alone.push(...busy);
    const others = some.websiteIds.filter((id) => !busy.has(id));
    for (const part of partsOf(others, counted)) {
      const events = part.days.reduce((sum, day) => sum + day.events, 0);
      const statement = sumsSql({ ...some, websiteIds: part.ids }, part.days);
      const rows = await takeTurn(events > lightEventsMax ? "heavy" : "light", (limits) =>
        db.rows<WebsiteSums>(statement, limits),
      );
      for (const row of rows) all.push(row);
    }
  }
  return { sums: all, alone };
}

const lightEventsMax = 100_000;

/** Returns websites in parts that have few days to count. */
function partsOf(ids: readonly number[], days: readonly WebsiteDay[]) {
  const daysOf = new Map<number, WebsiteDay[]>();
  for (const day of days) daysOf.set(day.websiteId, [...(daysOf.get(day.websiteId) ?? []), day]);
  const parts: { ids: number[]; days: WebsiteDay[] }[] = [];
  for (const id of ids) {
    const own = daysOf.get(id) ?? [];
    const last = parts.at(-1);
    if (last === undefined || last.days.length + own.length > countedDaysMax) {
      parts.push({ ids: [id], days: [...own] });
    } else {
      last.ids.push(id);
      last.days.push(...own);
    }
  }
  return parts;
}

function withinWebsites({ websiteIds, from, to }: WebsitesQuery): Sql {
  return sql`website_id IN ${bind("Array(UInt32)", websiteIds)}
        AND date >= ${bind("Date", from)}
        AND date <= ${bind("Date", to)}`;
}

/** Returns the days that have events, but for those whose events are on their way out. */
function daysSql(query: WebsitesQuery): Sql {
  const condition = withinWebsites(query);
  return sql`
    SELECT
      counted.website_id AS websiteId,
      counted.date AS date,
      counted.events AS events,
      ${isTrue} AS isRolledUp
    FROM (${provenDaysSql(condition)}) AS counted
    LEFT JOIN (${dayRollupsSql(condition)}) AS rolled USING (website_id, date)
    WHERE (counted.website_id, counted.date) NOT IN (
        SELECT
          website_id,
          date
        FROM (${archivedRollupsSql(condition)}) AS archived
        WHERE archived.gone = 0
      )`;
}

/**
 * Returns the sums of each website, given the days that no roll-up stands for. The other days are
 * read from the newest roll-up, and from archived ones. One that came meanwhile is whole, too.
 */
function sumsSql(query: WebsitesQuery, days: readonly WebsiteDay[]): Sql {
  const condition = withinWebsites(query);
  const by = query.byDay === true ? sql`website_id, date` : sql`website_id`;
  const date = query.byDay === true ? sql`toString(part.date)` : sql`''`;
  const pairs = days.map(
    ({ date, websiteId }): DayOfWebsites => ({ date, websiteIds: [websiteId] }),
  );
  const isCounted = inDays(pairs);
  const archived = sql`
          SELECT rollup_id
          FROM archived_rollups
          WHERE ${condition} AND archived_rollups.gone < 2${hasTotals({ websiteId: 0, ...query })}`;
  const others = pairs.length === 0 ? condition : sql`${condition} AND NOT (${isCounted})`;
  const newest = sql`
          SELECT rollupId
          FROM (${dayRollupsSql(others)})`;
  const rolledUp = rollupTotalsSql(
    sql`rollup_values`,
    sql`${condition} AND (rollup_id IN (${newest}) OR rollup_id IN (${archived}))`,
    by,
  );
  const counted =
    pairs.length === 0
      ? sql``
      : sql`
      UNION ALL
      ${visitorDayTotalsSql([], { table: "events", condition: isCounted }, by)}`;
  return sql`
    SELECT
      part.website_id AS websiteId,
      ${date} AS date,
      sum(part.visitors) AS visitors,
      sum(part.pageviews) AS pageviews,
      sum(part.visits) AS visits,
      sum(part.bounces) AS bounces,
      sum(part.visit_ms) AS visit_ms,
      sum(part.engaged_visitors) AS engaged_visitors,
      sum(part.engagement_ms) AS engagement_ms,
      sum(part.depths) AS depths
    FROM (${rolledUp}${counted}
    ) AS part
    GROUP BY ${query.byDay === true ? sql`part.website_id, part.date` : sql`part.website_id`}
    SETTINGS
      max_block_size = 8192,
      ${countingSettings([{ date: "", events: 0, removals: 0, rollupId: undefined }])}`;
}
