import { earliestLocalDay, isoDay, localDay } from "../../calendar.ts";
import { SingleRun } from "../../single-flight.ts";
import { bind, sql } from "../../store/sql.ts";
import { dayCountsSql } from "../day-sql.ts";
import { LongStatement, type LongStatementOptions } from "../long-statement.ts";
import { arrivesWithinMs, type WebsiteClock } from "../waiting-days.ts";
import { type Day, withinDay } from "./changes.ts";
import {
  acceptRunningSql,
  type RunningRun,
  runEventsSql,
  runningValuesSql,
  runningVisitorsSql,
} from "./increment-sql.ts";
import {
  countLater,
  isProven,
  isUsable,
  type RunningRollup,
  readRunningRollups,
} from "./open-day-rollups.ts";

export interface RunningRollerOptions extends LongStatementOptions {
  readonly websites: () => readonly WebsiteClock[];
  /** Days with fewer events are left alone. */
  readonly eventsMin: number;
  readonly now: () => number;
}

/** What has been done since the start. */
export interface RunningCounts {
  runs: number;
  failures: number;
  seconds: number;
}

/** So long after a failure a day is left alone. */
const failedForMs = 10 * 60_000;
/**
 * Not sooner a day is counted from midnight again, and twice as long after each time that it turned out not to hold, as
 * events keep coming late.
 */
const againAfterMs = 10 * 60_000;
const againAfterMsMax = 160 * 60_000;
/** The last time that a day was counted from midnight. */
interface Begun {
  readonly waitMs: number;
  readonly againMs: number;
}

/** So many runs are added to a generation: each makes an answer read a little more. */
const runsMax = 100;
/** What is newer is left to the answers while it is less than this part of the day, as a run looks at the whole day. */
const newerPartMin = 1 / 1000;

/**
 * Rolls up busy days while they go on, see schema/0010-running-rollups.sql.
 *
 * A run is there when a row in `running_rollups` names it, which is written after all its rows are on disk. The events that it
 * counts are numbered before they are counted: one that comes in between makes the number too small, and the roll-up
 * is not believed.
 */
export class RunningRoller {
  readonly counts: RunningCounts = { runs: 0, failures: 0, seconds: 0 };
  readonly #options: RunningRollerOptions;
  readonly #statement: LongStatement;
  readonly #runs = new SingleRun(() => this.#rollUpAll());
  readonly #failedUntilMs = new Map<string, number>();
  readonly #begun = new Map<string, Begun>();

  constructor(options: RunningRollerOptions) {
    this.#options = options;
    this.#statement = new LongStatement(options);
  }

  /** Resolves when every busy day is rolled up, but those that failed. */
  rollUp(): Promise<void> {
    return this.#runs.run();
  }

  /** Ends the statement under way, and begins no other. */
  async stop(): Promise<void> {
    const ended = this.#runs.stop();
    await this.#statement.stop();
    await ended;
  }

  async #rollUpAll(): Promise<void> {
    const days = await this.#findBusy();
    this.#forgetOthers(days);
    for (const day of days) {
      if (!this.#runs.signal.aborted) await this.#attempt(day);
    }
  }

  /** Those that go on in the website's time zone. */
  async #findBusy(): Promise<Day[]> {
    const { db, websites, eventsMin, now } = this.#options;
    const arrivedMs = now() - arrivesWithinMs;
    const first = isoDay(earliestLocalDay(arrivedMs));
    const days = await db.rows<Day>(sql`
      SELECT
        website_id AS websiteId,
        date
      FROM (${dayCountsSql(sql`date >= ${bind("Date", first)}`)})
      WHERE events >= ${bind("UInt64", eventsMin)}`);
    const zones = new Map(websites().map(({ id, timezone }) => [id, timezone]));
    return days.filter(({ websiteId, date }) => {
      const zone = zones.get(websiteId);
      return zone !== undefined && date >= isoDay(localDay(zone, arrivedMs));
    });
  }

  #forgetOthers(days: readonly Day[]): void {
    const keys = new Set(days.map(keyOf));
    for (const map of [this.#failedUntilMs, this.#begun]) {
      for (const key of map.keys()) if (!keys.has(key)) map.delete(key);
    }
  }

  async #attempt(day: Day): Promise<void> {
    const { log, now } = this.#options;
    if ((this.#failedUntilMs.get(keyOf(day)) ?? 0) > now()) return;
    const begunMs = performance.now();
    try {
      const events = await this.#rollUpDay(day);
      if (events === 0) return;
      const seconds = (performance.now() - begunMs) / 1000;
      this.counts.runs += 1;
      this.counts.seconds += seconds;
      log.debug({ ...day, events, seconds }, "rolled up a day that goes on");
    } catch (error) {
      if (this.#runs.signal.aborted) return;
      this.counts.failures += 1;
      this.#failedUntilMs.set(keyOf(day), now() + failedForMs);
      log.warn({ err: error, ...day }, "a day that goes on is not rolled up");
    }
  }

  /** Returns how many events it counted. */
  async #rollUpDay(day: Day): Promise<number> {
    const { db, eventsMin, now } = this.#options;
    const untilMs = now() - arrivesWithinMs;
    const rollups = await readRunningRollups(db, withinDay(day));
    const [found] = await countLater(db, day.websiteId, rollups);
    const holds = found !== undefined && isProven(found);
    if (holds && isUsable(found) && found.rollup.runs.length < runsMax) {
      const newerMin = found.events * newerPartMin;
      if (found.later < newerMin || untilMs <= found.rollup.untilMs) return 0;
      return this.#write(day, untilMs, found.rollup, newerMin);
    }
    const begun = this.#begun.get(keyOf(day));
    if (begun !== undefined && begun.againMs > now()) return 0;
    const events = await this.#write(day, untilMs, undefined, eventsMin);
    if (events > 0) {
      const waitMs = holds ? againAfterMs : Math.min((begun?.waitMs ?? 0) * 2, againAfterMsMax);
      const waits = Math.max(waitMs, againAfterMs);
      this.#begun.set(keyOf(day), { waitMs: waits, againMs: now() + waits });
    }
    return events;
  }

  /**
   * Writes a run after those of the roll-up, or the first of a generation. Returns how many events it counted; with fewer than
   * `atLeast` it does nothing.
   */
  async #write(
    day: Day,
    untilMs: number,
    before: RunningRollup | undefined,
    atLeast: number,
  ): Promise<number> {
    const { db } = this.#options;
    const [made] = await db.rows<{ id: string; database: string }>(sql`
      SELECT
        generateUUIDv7() AS id,
        currentDatabase() AS database`);
    if (made === undefined) throw new Error("ClickHouse made no UUID");
    const generation = before?.generation ?? made.id;
    const run: RunningRun = {
      ...day,
      generation,
      run: made.id,
      untilMs,
      before,
    };
    const [{ events } = { events: 0 }] = await db.rows<{ events: number }>(runEventsSql(run));
    if (events < atLeast) return 0;
    const queryId = `footfall-running-${made.database}-${day.websiteId}-${day.date}`;
    for (const statement of [...runningValuesSql(run), runningVisitorsSql(run)]) {
      await this.#statement.run(statement, queryId);
    }
    const rollup = {
      generation,
      date: day.date,
      runs: [...(before?.runs ?? []), made.id],
      events: (before?.events ?? 0) + events,
      untilMs,
    };
    await db.run(acceptRunningSql(day.websiteId, rollup));
    return events;
  }
}

function keyOf({ websiteId, date }: Day): string {
  return `${websiteId} ${date}`;
}
