import {
  earliestLocalDay,
  isoDay,
  latestLocalDay,
  localDay,
  localHour,
} from "../../base/calendar.ts";
import type { Database } from "../../clickhouse/database.ts";
import { bind, join, moment, type Sql, sql } from "../../clickhouse/sql.ts";
import type { ConditionsByWebsite } from "../../counting/conditions.ts";
import { isOfDaysSql } from "../../counting/hidden-rows.ts";
import { matchesSql } from "../../counting/matcher.ts";
import { conditionsByWebsite } from "../../counting/read-conditions.ts";
import { withinDays } from "../../counting/website-days.ts";
import type { Goal } from "../../definitions/goal.ts";
import { findDefinitions } from "../../tables/definition-table.ts";
import type { Website } from "../../websites/website.ts";

/** An interval of time: its end belongs to it, and its beginning does not. */
export interface Window {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A goal of a website, by its id. */
export interface WebsiteGoal {
  readonly websiteId: number;
  readonly goalId: number;
  readonly goal: Goal;
}

/** The numbers of a website in a window. */
export interface WindowCounts {
  /** Events of every kind. */
  readonly anything: number;
  readonly visitors: number;
  readonly pageviews: number;
  /** Custom events. */
  readonly events: number;
  /** Goal → the events that match it. */
  readonly goals: ReadonlyMap<number, number>;
}

const none = { anything: 0, visitors: 0, pageviews: 0, events: 0 };

/** Goals in one statement. ClickHouse takes 1,000 bound values, and a goal may have a dozen. */
const goalsAtOnce = 50;

interface Row {
  website_id: number;
  anything: number;
  visitors: number;
  pageviews: number;
  events: number;
  goals: number[];
}

/**
 * Counts the events of websites in a window, exactly, with one statement for all of them. With
 * more than fifty goals there is a statement for each fifty. Returns a function that finds the
 * numbers of a website. Visitor days that standing conditions hide count for nothing but
 * `anything`: a website is not silent while they come.
 */
export async function countWindow(
  db: Database,
  window: Window,
  websiteIds: readonly number[],
  goals: readonly WebsiteGoal[] = [],
): Promise<(websiteId: number) => WindowCounts> {
  const conditions = conditionsByWebsite(await findDefinitions(db, "condition"));
  const found = new Map<number, Omit<WindowCounts, "goals">>();
  const matching = new Map<number, Map<number, number>>();
  const note = ({ websiteId, goalId }: WebsiteGoal, number: number) => {
    const ofWebsite = matching.get(websiteId) ?? new Map<number, number>();
    matching.set(websiteId, ofWebsite.set(goalId, number));
  };
  for (const goal of goals) note(goal, 0);
  for (let at = 0; at === 0 || at < goals.length; at += goalsAtOnce) {
    const some = goals.slice(at, at + goalsAtOnce);
    const ids = at === 0 ? websiteIds : some.map(({ websiteId }) => websiteId);
    for (const { website_id: id, goals: numbers, ...counts } of await db.rows<Row>(
      windowSql(window, ids, some, conditions),
    )) {
      if (at === 0) found.set(id, counts);
      for (const [nth, goal] of some.entries()) {
        if (goal.websiteId === id) note(goal, numbers[nth] ?? 0);
      }
    }
  }
  return (websiteId) => {
    return { ...(found.get(websiteId) ?? none), goals: matching.get(websiteId) ?? new Map() };
  };
}

/** Returns the statement of `countWindow`: a row for each website that has events. */
export function windowSql(
  window: Window,
  websiteIds: readonly number[],
  goals: readonly WebsiteGoal[],
  conditions: ConditionsByWebsite = new Map(),
): Sql {
  const counts = countedSql(window, websiteIds, conditions);
  const matches = goals.map(
    ({ websiteId, goal }) =>
      sql`countIf(website_id = ${bind("UInt32", websiteId)} AND ${matchesSql(goal)}${counts})`,
  );
  return sql`
    SELECT
      website_id,
      toUInt32(count()) AS anything,
      toUInt32(uniqExactIf((date, visitor), name != 'engagement'${counts})) AS visitors,
      toUInt32(countIf(name = 'pageview'${counts})) AS pageviews,
      toUInt32(countIf(name NOT IN ('pageview', 'engagement')${counts})) AS events,
      CAST([${join(matches, ", ")}], 'Array(UInt32)') AS goals
    FROM events
    WHERE ${ofWebsites(websiteIds)} AND ${withinWindow(window)}
    GROUP BY website_id`;
}

/**
 * Counts the reads of a website in a window, of one reader or of all. The window begins with its
 * first hour, as reads are known by the hour of the website's clock.
 */
export async function countReads(
  db: Database,
  { fromMs }: Window,
  { id, timezone }: Pick<Website, "id" | "timezone">,
  reader: string | undefined,
): Promise<number> {
  const day = bind("Date", isoDay(localDay(timezone, fromMs)));
  const hour = bind("UInt8", localHour(timezone, fromMs));
  const isOf = reader === undefined ? sql`reader != ''` : sql`reader = ${bind("String", reader)}`;
  const [row] = await db.rows<{ reads: number }>(sql`
    SELECT toFloat64(sum(reads.reads)) AS reads
    FROM reads
    WHERE website_id = ${bind("UInt32", id)}
      AND date >= ${day}
      AND (date > ${day} OR hour >= ${hour})
      AND ${isOf}`);
  return row?.reads ?? 0;
}

/** Reads when the last event of each website came, if it came in a window. */
export async function lastEvents(
  db: Database,
  window: Window,
  websiteIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.rows<{ website_id: number; last_ms: number }>(sql`
    SELECT
      website_id,
      toUnixTimestamp64Milli(max(time)) AS last_ms
    FROM events
    WHERE ${ofWebsites(websiteIds)} AND ${withinWindow(window)}
    GROUP BY website_id`);
  return new Map(rows.map(({ website_id, last_ms }) => [website_id, Number(last_ms)]));
}

/** Reads the first day that each website has events of, from the projection of the days. */
export async function firstDays(
  db: Database,
  websiteIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.rows<{ website_id: number; first: string }>(sql`
    SELECT
      website_id,
      min(date) AS first
    FROM (
      SELECT
        website_id,
        date,
        count()
      FROM events
      WHERE ${ofWebsites(websiteIds)}
      GROUP BY website_id, date
    )
    GROUP BY website_id`);
  return new Map(rows.map(({ website_id, first }) => [website_id, first]));
}

/** Returns the condition, with ` AND ` in front, that a row is of no hidden visitor day. */
function countedSql(
  { fromMs, untilMs }: Window,
  websiteIds: readonly number[],
  all: ConditionsByWebsite,
): Sql {
  const range = { from: isoDay(earliestLocalDay(fromMs)), to: isoDay(latestLocalDay(untilMs)) };
  const hidden = [...new Set(websiteIds)].flatMap((websiteId) => {
    const conditions = all.get(websiteId);
    if (conditions === undefined) return [];
    const isHidden = { dimension: "conditions", conditions, selects: "hidden" } as const;
    const within = withinDays({ websiteId, ...range });
    const ofWebsite = sql`website_id = ${bind("UInt32", websiteId)}`;
    return [sql`(${ofWebsite} AND ${isOfDaysSql(within, [isHidden])})`];
  });
  return hidden.length === 0 ? sql`` : sql` AND NOT (${join(hidden, " OR ")})`;
}

function ofWebsites(websiteIds: readonly number[]): Sql {
  return sql`website_id IN ${bind("Array(UInt32)", [...new Set(websiteIds)])}`;
}

/** Returns the condition on events of a window, whatever the websites' time zones are. */
function withinWindow({ fromMs, untilMs }: Window): Sql {
  return sql`date >= ${bind("Date", isoDay(earliestLocalDay(fromMs)))}
      AND date <= ${bind("Date", isoDay(latestLocalDay(untilMs)))}
      AND time > ${moment(fromMs)}
      AND time <= ${moment(untilMs)}`;
}
