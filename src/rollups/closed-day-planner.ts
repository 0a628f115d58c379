import type { Database } from "../clickhouse/database.ts";
import { bind, sql } from "../clickhouse/sql.ts";
import { type ConditionsByWebsite, conditionsOn, keyOn } from "../counting/conditions.ts";
import type { Condition } from "../counting/filters.ts";
import { removalsSql } from "./archived-rollups.ts";
import { nameOf } from "./day-failures.ts";
import type { LongStatement } from "./long-statement.ts";
import {
  acceptRollUpSql,
  copiedVisitorDaysSql,
  type DayRemovals,
  inDays,
  type RollUp,
  type StandingOn,
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
  /** Resolves with the standing conditions of all websites that have some; none has without it. */
  readonly findConditions?: () => Promise<ConditionsByWebsite>;
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
    const findConditions = this.#options.findConditions ?? (async () => new Map());
    while (true) {
      const conditions = await findConditions();
      const days = await findWaitingDays(db, websites(), now(), conditions);
      this.#waiting = days.length;
      const groups = groupDays(
        days.filter((day) => !limits.failures.mustWait(nameOf(day))),
        limits,
        conditions,
      );
      if (groups.length === 0) return;
      for (const group of groups.slice(0, tasksPerPlan)) yield this.#taskOf(group, limits);
    }
  }

  #taskOf(group: DayGroup, limits: RollupLimits, slicing = new Slicing()): RollupTask {
    const { days } = group;
    const [newest] = days;
    const events = days.reduce((sum, day) => sum + day.events, 0);
    const half = Math.ceil(days.length / 2);
    return {
      dayNames: days.map(nameOf),
      fields: { from: days.at(-1)?.date, to: newest?.date, days: days.length },
      smaller: () => {
        if (days.length === 1) return slicing.cut() ? [this.#taskOf(group, limits, slicing)] : [];
        const halves = [days.slice(0, half), days.slice(half)];
        return halves.map((some) => this.#taskOf({ ...group, days: some }, limits));
      },
      run: async (statement) => {
        const { eventsAtOnce } = limits;
        await this.#rollUp({ ...group, events, eventsAtOnce, slicing }, statement);
        this.#waiting -= days.length;
        return events;
      },
    };
  }

  async #rollUp(
    { days, standing, events, eventsAtOnce, slicing }: Counting,
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
    if (areCopiable(days, removed)) {
      const copiedIds = days.map(({ rollupId }) => rollupId);
      await statement.run(copiedVisitorDaysSql(rollUps, copiedIds), queryId);
    } else {
      await slicing.run(events, eventsAtOnce, (slice) =>
        statement.run(visitorDaysOfRollUpSql(rollUps, slice), queryId),
      );
    }
    await statement.run(valuesOfRollUpSql(rollUps, standing), queryId);
    await db.run(acceptRollUpSql(rollUps, removed, standing));
  }
}

/**
 * Returns whether the visitor days of these days' roll-ups are still true. A day that was changed
 * since it was planned has had more removals.
 */
function areCopiable(days: readonly WaitingDay[], removed: readonly DayRemovals[]): boolean {
  const nameOfDay = (websiteId: number, date: string) => `${websiteId} ${date}`;
  const now = new Map(
    removed.map(({ website_id, date, removals }) => [nameOfDay(website_id, date), removals]),
  );
  return days.every(({ websiteId, date, rollupId, removals }) => {
    return rollupId !== "" && removals === (now.get(nameOfDay(websiteId, date)) ?? 0);
  });
}

/** Days that are counted together. */
interface Counting extends DayGroup, Pick<RollupLimits, "eventsAtOnce"> {
  /** Number of their events. */
  readonly events: number;
  readonly slicing: Slicing;
}

/** Days that one task rolls up, and the conditions that stand on all of them. */
interface DayGroup {
  readonly days: readonly WaitingDay[];
  readonly standing: StandingOn;
}

/**
 * Returns groups of days of one month and of the same conditions, in the order of their first days.
 * A group has one large day, one that has failed alone, or small ones. What fails alone holds back
 * nobody else. Days whose visitor days are true are in groups of their own.
 */
function groupDays(
  days: readonly WaitingDay[],
  { failures, eventsAtOnce }: RollupLimits,
  conditions: ConditionsByWebsite,
): DayGroup[] {
  const groups: { days: WaitingDay[]; events: number; standing: StandingOn }[] = [];
  const open = new Map<string, (typeof groups)[number]>();
  for (const day of days) {
    const standing = standingOn(day, conditions.get(day.websiteId) ?? []);
    const kind = [day.date.slice(0, 7), standing.key, day.rollupId === ""].join(" ");
    const isAlone = day.events > eventsAtOnce || failures.isAlone(nameOf(day));
    let group = isAlone ? undefined : open.get(kind);
    const fits =
      group !== undefined &&
      group.events + day.events <= eventsAtOnce &&
      group.days.length < daysAtOnceMax;
    if (group === undefined || !fits) {
      group = { days: [], events: 0, standing };
      groups.push(group);
      if (!isAlone) open.set(kind, group);
    }
    group.events += day.events;
    group.days.push(day);
  }
  return groups;
}

/** Returns the conditions of the day's website that stand on it. */
function standingOn({ date }: WaitingDay, all: readonly Condition[]): StandingOn {
  return { key: keyOn(all, date), conditions: conditionsOn(all, date) };
}
