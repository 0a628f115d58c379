import type { Database } from "../clickhouse/database.ts";
import { bind, sql } from "../clickhouse/sql.ts";
import { removalsSql } from "./archived-rollups.ts";
import { nameOf } from "./day-failures.ts";
import type { LongStatement } from "./long-statement.ts";
import {
  acceptRollUpSql,
  type DayRemovals,
  inDays,
  type RollUp,
  valuesOfRollUpSql,
  visitorDaysOfRollUpSql,
} from "./rollup-sql.ts";
import type { RollupCounts, RollupLimits, RollupPlanner, RollupTask } from "./rollup-worker.ts";
import { Slicing } from "./slices.ts";
import { findWaitingDays, type WaitingDay, type WebsiteClock } from "./waiting-days.ts";

export interface ClosedDayPlannerOptions {
  readonly db: Database;
  readonly websites: () => readonly WebsiteClock[];
  readonly now: () => number;
}

/** Days of a task: their websites' ids have to fit into the address of a request. */
const daysAtOnceMax = 5_000;
/** The waiting days are read again after this many tasks, as newer ones come first. */
const tasksPerPlan = 40;

/**
 * Plans the roll-ups of closed days, the newest first. Small days of a month are rolled up
 * together, so that a day of a thousand websites takes seconds. A large one is counted in slices of
 * its visitors, so that the memory does not grow with the day.
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

  async *tasks(limits: RollupLimits): AsyncGenerator<RollupTask> {
    const { db, websites, now } = this.#options;
    while (true) {
      const days = await findWaitingDays(db, websites(), now());
      this.#waiting = days.length;
      const groups = groupDays(
        days.filter((day) => !limits.failures.mustWait(nameOf(day))),
        limits,
      );
      if (groups.length === 0) return;
      for (const group of groups.slice(0, tasksPerPlan)) yield this.#taskOf(group, limits);
    }
  }

  #taskOf(days: readonly WaitingDay[], limits: RollupLimits, slicing = new Slicing()): RollupTask {
    const [newest] = days;
    const events = days.reduce((sum, day) => sum + day.events, 0);
    const half = Math.ceil(days.length / 2);
    return {
      dayNames: days.map(nameOf),
      fields: { from: days.at(-1)?.date, to: newest?.date, days: days.length },
      smaller: () => {
        if (days.length === 1) return slicing.cut() ? [this.#taskOf(days, limits, slicing)] : [];
        return [days.slice(0, half), days.slice(half)].map((some) => this.#taskOf(some, limits));
      },
      run: async (statement) => {
        const { eventsAtOnce } = limits;
        await this.#rollUp({ days, events, eventsAtOnce, slicing }, statement);
        this.#waiting -= days.length;
        return events;
      },
    };
  }

  async #rollUp(
    { days, events, eventsAtOnce, slicing }: Counting,
    statement: LongStatement,
  ): Promise<void> {
    const { db } = this.#options;
    const dates = [...new Set(days.map(({ date }) => date))];
    // A UUID of version 7 begins with the time, which tells an abandoned roll-up from a running
    // one.
    const made = await db.rows<{ id: string; database: string }>(sql`
      SELECT
        generateUUIDv7() AS id,
        currentDatabase() AS database
      FROM numbers(${bind("UInt32", dates.length)})`);
    const rollUps = dates.map((date, i): RollUp => {
      const rollupId = made[i]?.id;
      if (rollupId === undefined) throw new Error("ClickHouse made too few UUIDs");
      const ofDate = days.filter((day) => day.date === date);
      return { date, websiteIds: ofDate.map(({ websiteId }) => websiteId), rollupId };
    });
    const queryId = `footfall-rollup-${made[0]?.database}-${dates[0]?.slice(0, 7)}`;
    // Read before anything is counted: a removal meanwhile makes the roll-up untrue.
    const removed = await db.rows<DayRemovals>(removalsSql(inDays(rollUps)));
    await slicing.run(events, eventsAtOnce, (slice) =>
      statement.run(visitorDaysOfRollUpSql(rollUps, slice), queryId),
    );
    await statement.run(valuesOfRollUpSql(rollUps), queryId);
    await db.run(acceptRollUpSql(rollUps, removed));
  }
}

/** Days that are counted together. */
interface Counting extends Pick<RollupLimits, "eventsAtOnce"> {
  readonly days: readonly WaitingDay[];
  /** Number of their events. */
  readonly events: number;
  readonly slicing: Slicing;
}

/**
 * Returns groups of days of one month, in the order of their first days. A group has one large day,
 * one that has failed alone, or small ones. What fails alone holds back nobody else.
 */
function groupDays(
  days: readonly WaitingDay[],
  { failures, eventsAtOnce }: RollupLimits,
): WaitingDay[][] {
  const groups: WaitingDay[][] = [];
  let open: { month: string; events: number; days: WaitingDay[] } | undefined;
  for (const day of days) {
    if (day.events > eventsAtOnce || failures.isAlone(nameOf(day))) {
      groups.push([day]);
      continue;
    }
    const month = day.date.slice(0, 7);
    const fits =
      open?.month === month &&
      open.events + day.events <= eventsAtOnce &&
      open.days.length < daysAtOnceMax;
    if (open === undefined || !fits) {
      open = { month, events: 0, days: [] };
      groups.push(open.days);
    }
    open.events += day.events;
    open.days.push(day);
  }
  return groups;
}
