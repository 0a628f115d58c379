import { earliestLocalDay, isoDay, localDay } from "../../base/calendar.ts";
import type { Database } from "../../clickhouse/database.ts";
import { bind, sql } from "../../clickhouse/sql.ts";
import { removalsSql } from "../archived-rollups.ts";
import { arrivesWithinMs } from "../arrival.ts";
import { nameOf } from "../day-failures.ts";
import { dayCountsSql, storedCountSettings } from "../day-sql.ts";
import type { LongStatement } from "../long-statement.ts";
import type { RollupCounts, RollupLimits, RollupPlanner, RollupTask } from "../rollup-worker.ts";
import { Slicing } from "../slices.ts";
import type { WebsiteClock } from "../waiting-days.ts";
import { incrementEventsSql, incrementSql } from "./increment-sql.ts";
import { type Day, withinDay } from "./later-effect.ts";
import {
  acceptIncrementsSql,
  countLater,
  isProven,
  isUsable,
  type OpenDayRollup,
  readOpenDayRollups,
} from "./open-day-rollups.ts";

export interface OpenDayPlannerOptions {
  readonly db: Database;
  readonly websites: () => readonly WebsiteClock[];
  /** Days with fewer events have no open-day roll-up. */
  readonly eventsMin: number;
  readonly now: () => number;
}

/**
 * Minimum time before a day is counted from midnight again; it doubles each time that late events
 * have invalidated the result.
 */
const recountAfterMsMin = 10 * 60_000;
const recountAfterMsMax = 160 * 60_000;

/** The last time that a day was counted from midnight. */
interface Recount {
  readonly waitMs: number;
  readonly againMs: number;
}

/** Increments of a generation: each of them makes an answer read a little more. */
const incrementsMax = 100;
/**
 * A slice of an increment is this many times as large as one of a closed day, as answers add up the
 * values of all slices.
 */
const sliceFactor = 2;
/**
 * An increment reads the whole day, so events that are a smaller part of it are left to the
 * answers.
 */
const newerShareMin = 1 / 1000;

/**
 * Plans the roll-ups of busy open days.
 *
 * An increment exists once a row of `open_day_rollups` names it, which is written after all its
 * rows are on disk. The planner reads the number of events before they are counted: an event that
 * comes in between makes the number too small, and nobody believes the roll-up.
 */
export class OpenDayPlanner implements RollupPlanner {
  readonly logLevel = "debug";
  readonly counts: RollupCounts = { days: 0, failures: 0, seconds: 0 };
  readonly #options: OpenDayPlannerOptions;
  readonly #recounts = new Map<string, Recount>();

  constructor(options: OpenDayPlannerOptions) {
    this.#options = options;
  }

  async *tasks({ failures, eventsAtOnce }: RollupLimits): AsyncGenerator<RollupTask> {
    const days = await this.#findBusy();
    const names = new Set(days.map(nameOf));
    for (const name of this.#recounts.keys()) if (!names.has(name)) this.#recounts.delete(name);
    for (const day of days) {
      const name = nameOf(day);
      if (failures.mustWait(name)) continue;
      yield this.#taskOf(day, sliceFactor * eventsAtOnce);
    }
  }

  #taskOf(day: Day, sliceEvents: number, slicing = new Slicing()): RollupTask {
    return {
      dayNames: [nameOf(day)],
      fields: { ...day },
      smaller: () => (slicing.cut() ? [this.#taskOf(day, sliceEvents, slicing)] : []),
      run: (statement) => this.#rollUp({ day, slicing, sliceEvents }, statement),
    };
  }

  /** Returns days with many events that are not over in the website's time zone. */
  async #findBusy(): Promise<Day[]> {
    const { db, websites, eventsMin, now } = this.#options;
    const arrivedMs = now() - arrivesWithinMs;
    const first = isoDay(earliestLocalDay(arrivedMs));
    const days = await db.rows<Day>(sql`
      SELECT
        website_id AS websiteId,
        date
      FROM (${dayCountsSql(sql`date >= ${bind("Date", first)}`)})
      WHERE events >= ${bind("UInt64", eventsMin)}
      SETTINGS ${storedCountSettings}`);
    const zones = new Map(websites().map(({ id, timezone }) => [id, timezone]));
    return days.filter(({ websiteId, date }) => {
      const zone = zones.get(websiteId);
      return zone !== undefined && date >= isoDay(localDay(zone, arrivedMs));
    });
  }

  /** Returns the number of events counted. */
  async #rollUp(attempt: Attempt, statement: LongStatement): Promise<number> {
    const { day } = attempt;
    const { db, eventsMin, now } = this.#options;
    const untilMs = now() - arrivesWithinMs;
    // Read before anything is counted, as in closed days.
    const removals = await this.#readRemovals(day);
    const rollups = await readOpenDayRollups(db, withinDay(day));
    const [found] = await countLater(db, day.websiteId, rollups);
    const holds = found !== undefined && found.rollup.removals === removals && isProven(found);
    if (holds && isUsable(found) && found.rollup.increments.length < incrementsMax) {
      const newerMin = found.events * newerShareMin;
      if (found.later < newerMin || untilMs <= found.rollup.untilMs) return 0;
      const begun = { ...attempt, removals, untilMs, before: found.rollup };
      return this.#write(begun, statement, newerMin);
    }
    const last = this.#recounts.get(nameOf(day));
    if (last !== undefined && last.againMs > now()) return 0;
    const begun = { ...attempt, removals, untilMs, before: undefined };
    const events = await this.#write(begun, statement, eventsMin);
    if (events > 0) {
      const longerMs = holds ? 0 : Math.min((last?.waitMs ?? 0) * 2, recountAfterMsMax);
      const waitMs = Math.max(longerMs, recountAfterMsMin);
      this.#recounts.set(nameOf(day), { waitMs, againMs: now() + waitMs });
    }
    return events;
  }

  async #readRemovals(day: Day): Promise<number> {
    const [row] = await this.#options.db.rows<{ removals: number }>(removalsSql(withinDay(day)));
    return row?.removals ?? 0;
  }

  /**
   * Writes the next increment of the roll-up, or the first one of a generation. Returns the number
   * of events counted; with fewer than `eventsMin` it writes nothing.
   */
  async #write(
    { day, slicing, sliceEvents, removals, untilMs, before }: Begun,
    statement: LongStatement,
    eventsMin: number,
  ): Promise<number> {
    const { db } = this.#options;
    const [made] = await db.rows<{ id: string; database: string }>(sql`
      SELECT
        generateUUIDv7() AS id,
        currentDatabase() AS database`);
    if (made === undefined) throw new Error("ClickHouse made no UUID");
    const generation = before?.generation ?? made.id;
    const increment = { ...day, generation, increment: made.id, untilMs, before };
    const [{ events } = { events: 0 }] = await db.rows<{ events: number }>(
      incrementEventsSql(increment),
    );
    if (events < eventsMin) return 0;
    const queryId = `footfall-open-day-${made.database}-${day.websiteId}-${day.date}`;
    await slicing.run(events, sliceEvents, async (slice) => {
      for (const insert of incrementSql({ ...increment, slice })) {
        await statement.run(insert, queryId);
      }
    });
    const rollup = {
      generation,
      date: day.date,
      increments: [...(before?.increments ?? []), made.id],
      events: (before?.events ?? 0) + events,
      removals,
      untilMs,
    };
    await db.run(acceptIncrementsSql(day.websiteId, rollup));
    return events;
  }
}

/** A day that is about to be counted. */
interface Attempt {
  readonly day: Day;
  readonly slicing: Slicing;
  /** Events of a slice. */
  readonly sliceEvents: number;
}

/** An increment of a day that is about to be counted. */
interface Begun extends Attempt {
  readonly removals: number;
  readonly untilMs: number;
  readonly before: OpenDayRollup | undefined;
}
