import { SingleFlight } from "../single-flight.ts";
import { bind, sql } from "../store/sql.ts";
import { LongStatement, type LongStatementOptions } from "./long-statement.ts";
import { acceptRollUpSql, type RollUp, rollUpSql } from "./rollup-sql.ts";
import {
  findWaitingDays,
  type WaitingDay,
  type WebsiteClock,
  websitesAtOnceMax,
} from "./waiting-days.ts";

export interface ClosedDayRollerOptions extends LongStatementOptions {
  readonly websites: () => readonly WebsiteClock[];
  readonly now: () => number;
}

/** What has been done since the start, in days of a website. */
export interface RollupCounts {
  /** Days that waited when it was last looked, less those done since. */
  waiting: number;
  /** Days that were rolled up, again ones included. */
  days: number;
  failures: number;
  seconds: number;
}

/** A day whose roll-up failed, as it does not fit into memory, would fail again at once. */
const failedForMs = 10 * 60_000;
/** Small days of a month are rolled up together, so that years of a small website take seconds. */
const eventsAtOnce = 1_000_000;
/** After so many statements it is looked anew what waits. */
const statementsPerLook = 10;

/**
 * Rolls up days that are over, the newest first.
 *
 * - A roll-up is there when its row in `rollup_days` is, which is written after all its values are on
 *   disk. What a process leaves that dies before is read by nobody.
 * - Roll-ups change no answer, so nothing has to wait for them, and to write one twice does no harm. Lest two
 *   processes on the same database do the same work, the id of a statement is its month.
 */
export class ClosedDayRoller {
  readonly counts: RollupCounts = { waiting: 0, days: 0, failures: 0, seconds: 0 };
  readonly #options: ClosedDayRollerOptions;
  readonly #failedUntilMs = new Map<string, number>();
  readonly #runs = new SingleFlight(() => this.#rollUpAll());
  readonly #statement: LongStatement;

  constructor(options: ClosedDayRollerOptions) {
    this.#options = options;
    this.#statement = new LongStatement(options);
  }

  /** Resolves when every day that waited is rolled up, but those that failed. */
  rollUp(): Promise<void> {
    return this.#runs.run();
  }

  /** Ends the statement under way, and begins no other. */
  async stop(): Promise<void> {
    const ended = this.#runs.stop();
    await this.#statement.stop();
    await ended;
  }

  get #isStopping(): boolean {
    return this.#runs.signal.aborted;
  }

  async #rollUpAll(): Promise<void> {
    while (!this.#isStopping) {
      const days = await this.#findWaiting();
      const groups = groupDays(days.filter(({ date }) => !this.#hasFailed(date)));
      if (groups.length === 0) return;
      for (const group of groups.slice(0, statementsPerLook)) {
        if (!this.#isStopping) await this.#attempt(group);
      }
    }
  }

  async #findWaiting(): Promise<WaitingDay[]> {
    const { db, websites, now } = this.#options;
    const days = await findWaitingDays(db, websites(), now());
    this.counts.waiting = days.reduce((sum, { websiteIds }) => sum + websiteIds.length, 0);
    return days;
  }

  #hasFailed(date: string): boolean {
    return (this.#failedUntilMs.get(date) ?? 0) > this.#options.now();
  }

  async #attempt(days: readonly WaitingDay[]): Promise<void> {
    const { log, now } = this.#options;
    const dates = days.map(({ date }) => date);
    const begunMs = performance.now();
    try {
      await this.#rollUpDays(days);
      const seconds = (performance.now() - begunMs) / 1000;
      const done = days.reduce((sum, { websiteIds }) => sum + websiteIds.length, 0);
      const events = days.reduce((sum, day) => sum + day.events, 0);
      this.counts.waiting -= done;
      this.counts.days += done;
      this.counts.seconds += seconds;
      for (const date of dates) this.#failedUntilMs.delete(date);
      log.info({ from: dates.at(-1), to: dates[0], days: done, events, seconds }, "rolled up");
    } catch (error) {
      if (this.#isStopping) return;
      this.counts.failures += 1;
      for (const date of dates) this.#failedUntilMs.set(date, now() + failedForMs);
      log.warn({ err: error, dates }, "days are not rolled up; their answers come from events");
    }
  }

  async #rollUpDays(days: readonly WaitingDay[]): Promise<void> {
    const { db } = this.#options;
    // Their first bits are the time, by which one that was left behind is told from one under way.
    const made = await db.rows<{ run: string; database: string }>(sql`
      SELECT
        generateUUIDv7() AS run,
        currentDatabase() AS database
      FROM numbers(${bind("UInt32", days.length)})`);
    const rollUps = days.map(({ date, websiteIds }, i): RollUp => {
      const run = made[i]?.run;
      if (run === undefined) throw new Error("ClickHouse made too few UUIDs");
      return { date, websiteIds, run };
    });
    const queryId = `footfall-rollup-${made[0]?.database}-${days[0]?.date.slice(0, 7)}`;
    await this.#statement.run(rollUpSql(rollUps), queryId);
    await db.run(acceptRollUpSql(rollUps));
  }
}

/** Days side by side that lie in one month and have not too many events and websites together, at least one each. */
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

/** A statement has one run for a date, and writes to one month. */
function canJoin({ date }: WaitingDay, group: readonly WaitingDay[]): boolean {
  const last = group.at(-1)?.date ?? "";
  return last !== date && last.slice(0, 7) === date.slice(0, 7);
}
