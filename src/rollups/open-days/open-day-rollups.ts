import type { Database, QueryLimits } from "../../clickhouse/database.ts";
import { bind, join, moment, type Sql, sql } from "../../clickhouse/sql.ts";
import { type DayCount, dayCountsSql, storedCountSettings } from "../day-sql.ts";
import { definitionOf } from "../rollup-sql.ts";
import { incrementSql } from "./increment-sql.ts";

/** A roll-up of an open day up to a moment. */
export interface OpenDayRollup {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly generation: string;
  /** Ids of the increments, whose numbers add up. */
  readonly increments: readonly string[];
  /** Number of events that it counted. */
  readonly events: number;
  /** The number of the day's removals when its first increment began. */
  readonly removals: number;
  readonly untilMs: number;
}

/** An open day, and its newest roll-up. */
export interface OpenDay extends Omit<DayCount, "removals"> {
  readonly rollup: OpenDayRollup;
  /** Number of events after those that the roll-up counted. */
  readonly later: number;
}

/**
 * Reads the newest open-day roll-up of each day that the condition `days` picks. A roll-up that is
 * older than one of the whole day is left out, as it may be deleted by now.
 */
export function readOpenDayRollups(
  db: Database,
  days: Sql,
  limits?: QueryLimits,
): Promise<OpenDayRollup[]> {
  const definition = bind("UInt64", openDayDefinition());
  return db.rows<OpenDayRollup>(
    sql`
    SELECT
      date,
      argMax((found.generation, found.increments, found.events, toUnixTimestamp64Milli(found.until)), (found.removals, found.events, found.rolled_at)) AS newest,
      newest.1 AS generation,
      newest.2 AS increments,
      newest.3 AS events,
      newest.4 AS untilMs,
      max(found.removals) AS removals
    FROM open_day_rollups AS found
    LEFT JOIN (${rolledSinceSql(days)}) AS rolled USING (website_id, date)
    WHERE ${days} AND found.definition = ${definition} AND found.rolled_at > rolled.since
    GROUP BY date`,
    limits,
  );
}

/** Returns the time since which each day has had a roll-up of the whole day. */
export function rolledSinceSql(days: Sql): Sql {
  return sql`
      SELECT
        website_id,
        date,
        max(rolled_at) AS since
      FROM rollup_days
      WHERE ${days}
      GROUP BY website_id, date`;
}

/** Counts the events of the days of these roll-ups, and those after the roll-up. */
export async function countLater(
  db: Database,
  websiteId: number,
  rollups: readonly OpenDayRollup[],
  limits?: QueryLimits,
): Promise<OpenDay[]> {
  if (rollups.length === 0) return [];
  const counts = await db.rows<Omit<OpenDay, "rollup">>(laterSql(websiteId, rollups), limits);
  return counts.flatMap((count) => {
    const rollup = rollups.find(({ date }) => date === count.date);
    return rollup === undefined ? [] : [{ ...count, rollup }];
  });
}

/**
 * Whether the roll-up counted every event until its moment: then these and the later ones are all
 * events of the day. Without removals meanwhile, events are only ever added to a day, so the same
 * number is the same events.
 */
export function isProven({ events, later, rollup }: OpenDay): boolean {
  return rollup.events + later === events;
}

/**
 * Whether the later events are so few that counting them is less work than counting the day, and
 * fits into the memory of a query.
 */
export function isUsable({ events, later }: OpenDay): boolean {
  return later <= events * laterShareMax;
}

const laterShareMax = 1 / 8;

/** Returns a statement that reads both numbers of a day from one snapshot of the table. */
function laterSql(websiteId: number, rollups: readonly OpenDayRollup[]): Sql {
  const website = sql`website_id = ${bind("UInt32", websiteId)}`;
  const dates = rollups.map(({ date }) => date);
  const later = rollups.map(
    ({ date, untilMs }) => sql`
      SELECT
        ${bind("Date", date)} AS date,
        0 AS events,
        count() AS later
      FROM events
      WHERE ${website} AND date = ${bind("Date", date)} AND time > ${moment(untilMs)}`,
  );
  return sql`
    SELECT
      date,
      sum(day.events) AS events,
      sum(day.later) AS later
    FROM (
      SELECT
        date,
        events,
        0 AS later
      FROM (${dayCountsSql(sql`${website} AND date IN ${bind("Array(Date)", dates)}`)})
      UNION ALL ${join(later, "\n      UNION ALL")}
    ) AS day
    GROUP BY date
    SETTINGS ${storedCountSettings}`;
}

/** Returns the statement that makes the increments together the roll-up of their day. */
export function acceptIncrementsSql(
  websiteId: number,
  { date, generation, increments, events, removals, untilMs }: OpenDayRollup,
): Sql {
  return sql`
    INSERT INTO open_day_rollups (website_id, date, increments, definition, events, removals, until, rolled_at, generation)
    SELECT
      ${bind("UInt32", websiteId)},
      ${bind("Date", date)},
      ${bind("Array(UUID)", increments)},
      ${bind("UInt64", openDayDefinition())},
      ${bind("UInt64", events)},
      ${bind("UInt32", removals)},
      ${moment(untilMs)},
      now64(3),
      ${bind("UUID", generation)}`;
}

let definition: string | undefined;

/**
 * Returns a number that stands for how open-day roll-ups are counted, as `rollupDefinition` does.
 */
export function openDayDefinition(): string {
  const first = { websiteId: 0, date: "", untilMs: 0, generation: "", increment: "" };
  const before = { increments: [], untilMs: 0 };
  definition ??= definitionOf(
    [undefined, before].flatMap((each) => incrementSql({ ...first, before: each })),
  );
  return definition;
}
