import type { Database } from "../clickhouse/database.ts";
import { bind, sql } from "../clickhouse/sql.ts";
import { removalsSql } from "./archived-rollups.ts";
import type { LongStatement } from "./long-statement.ts";
import { acceptRollUpSql, type DayRemovals, inDays, type RollUp, rollUpSql } from "./rollup-sql.ts";
import type { RollupCounts, RollupPlanner, RollupTask } from "./rollup-worker.ts";
import {
  findWaitingDays,
  type WaitingDay,
  type WebsiteClock,
  websitesAtOnceMax,
} from "./waiting-days.ts";

export interface ClosedDayPlannerOptions {
  readonly db: Database;
  readonly websites: () => readonly WebsiteClock[];
  readonly now: () => number;
}

/** Small days of a month are rolled up together, so that years of a small website take seconds. */
const eventsAtOnce = 1_000_000;
/** The waiting days are read again after this many tasks, as newer ones come first. */
const tasksPerPlan = 10;

/**
 * Plans the roll-ups of closed days, the newest first.
 *
 * A roll-up exists once its row in `rollup_days` does. The planner writes that row after all values
 * are on disk, so rows of an interrupted roll-up are never read.
 */
export class ClosedDayPlanner implements RollupPlanner {
  readonly logLevel = "info";
  readonly counts: RollupCounts = { days: 0, failures: 0, seconds: 0 };
  readonly #options: ClosedDayPlannerOptions;
  #waiting = 0;

  constructor(options: ClosedDayPlannerOptions) {
    this.#options = options;
  }

  /** Website days that waited when that was last read, less those rolled up since. */
  get waiting(): number {
    return this.#waiting;
  }

  async *tasks(mustWait: (dayName: string) => boolean): AsyncGenerator<RollupTask> {
    const { db, websites, now } = this.#options;
    while (true) {
      const days = await findWaitingDays(db, websites(), now());
      this.#waiting = countWebsiteDays(days);
      const groups = groupDays(days.filter(({ date }) => !mustWait(date)));
      if (groups.length === 0) return;
      for (const group of groups.slice(0, tasksPerPlan)) yield this.#taskOf(group);
    }
  }

  #taskOf(group: readonly WaitingDay[]): RollupTask {
    const dates = group.map(({ date }) => date);
    const days = countWebsiteDays(group);
    return {
      dayNames: dates,
      fields: { from: dates.at(-1), to: dates[0], days },
      days,
      run: async (statement) => {
        await this.#rollUp(group, statement);
        this.#waiting -= days;
        return group.reduce((sum, day) => sum + day.events, 0);
      },
    };
  }

  async #rollUp(days: readonly WaitingDay[], statement: LongStatement): Promise<void> {
    const { db } = this.#options;
    // A UUID of version 7 begins with the time, which tells an abandoned roll-up from a running
    // one.
    const made = await db.rows<{ id: string; database: string }>(sql`
      SELECT
        generateUUIDv7() AS id,
        currentDatabase() AS database
      FROM numbers(${bind("UInt32", days.length)})`);
    const rollUps = days.map(({ date, websiteIds }, i): RollUp => {
      const rollupId = made[i]?.id;
      if (rollupId === undefined) throw new Error("ClickHouse made too few UUIDs");
      return { date, websiteIds, rollupId };
    });
    const queryId = `footfall-rollup-${made[0]?.database}-${days[0]?.date.slice(0, 7)}`;
    // Read before anything is counted: a removal meanwhile makes the roll-up untrue.
    const removed = await db.rows<DayRemovals>(removalsSql(inDays(days)));
    for (const each of rollUpSql(rollUps)) await statement.run(each, queryId);
    await db.run(acceptRollUpSql(rollUps, removed));
  }
}

function countWebsiteDays(days: readonly WaitingDay[]): number {
  return days.reduce((sum, { websiteIds }) => sum + websiteIds.length, 0);
}

/**
 * Returns groups of adjacent days of one month. A group has one day, or few events and websites.
 */
function groupDays(days: readonly WaitingDay[]): WaitingDay[][] {
  const groups: WaitingDay[][] = [];
  let [events, websites] = [0, 0];
  for (const day of days) {
    const last = groups.at(-1);
    events += day.events;
    websites += day.websiteIds.length;
    const fits = events <= eventsAtOnce && websites <= websitesAtOnceMax;
    if (fits && last !== undefined && canJoin(day, last)) {
      last.push(day);
    } else {
      groups.push([day]);
      events = day.events;
      websites = day.websiteIds.length;
    }
  }
  return groups;
}

/** A statement has one roll-up of a date, and writes to one month. */
function canJoin({ date }: WaitingDay, group: readonly WaitingDay[]): boolean {
  const last = group.at(-1)?.date ?? "";
  return last !== date && last.slice(0, 7) === date.slice(0, 7);
}
