import type { FastifyBaseLogger as Logger } from "fastify";

import { acceptRollUpSql, type RollUp, rollUpSql } from "../stats/rollup-sql.ts";
import type { Database } from "../store/database.ts";
import { bind, sql } from "../store/sql.ts";
import { findWaitingDays, type WaitingDay, type WebsiteClock } from "./waiting-days.ts";

export interface RollerOptions {
  readonly db: Database;
  readonly websites: () => readonly WebsiteClock[];
  /** What the statement of a roll-up may take; half of it, and it goes on on the disk. */
  readonly memoryBytesMax: number;
  readonly log: Logger;
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
/** After so many dates it is looked anew what waits. */
const datesAtOnce = 20;

/**
 * Rolls up days that are over, one after the other, the newest first.
 *
 * - A roll-up is there when its row in `rollup_days` is, which is written after all its values are on
 *   disk. What a process leaves that dies before is read by nobody.
 * - Roll-ups change no answer, so nothing has to wait for them, and to write one twice does no harm. Lest two
 *   processes on the same server do the same work, the id of a statement is its date.
 */
export class Roller {
  readonly counts: RollupCounts = { waiting: 0, days: 0, failures: 0, seconds: 0 };
  readonly #options: RollerOptions;
  readonly #failedUntilMs = new Map<string, number>();
  #stopped = false;
  #running: Promise<void> | undefined;
  #queryId: string | undefined;

  constructor(options: RollerOptions) {
    this.#options = options;
  }

  /** Resolves when every day that waited is rolled up, but those that failed. */
  rollUp(): Promise<void> {
    this.#running ??= this.#rollUpAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Ends the statement under way, and begins no other. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#queryId !== undefined) await this.#kill(this.#queryId);
    await this.#running?.catch(() => {});
  }

  async #rollUpAll(): Promise<void> {
    while (!this.#stopped) {
      const days = await this.#findWaiting();
      const due = days.filter(({ date }) => !this.#hasFailed(date)).slice(0, datesAtOnce);
      if (due.length === 0) return;
      for (const day of due) {
        if (!this.#stopped) await this.#attempt(day);
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

  async #attempt(day: WaitingDay): Promise<void> {
    const { log, now } = this.#options;
    const { date, websiteIds } = day;
    const begunMs = performance.now();
    try {
      await this.#rollUpDay(day);
      const seconds = (performance.now() - begunMs) / 1000;
      this.counts.waiting -= websiteIds.length;
      this.counts.days += websiteIds.length;
      this.counts.seconds += seconds;
      this.#failedUntilMs.delete(date);
      log.info({ date, websites: websiteIds.length, seconds }, "a day is rolled up");
    } catch (error) {
      if (this.#stopped) return;
      this.counts.failures += 1;
      this.#failedUntilMs.set(date, now() + failedForMs);
      log.warn({ err: error, date }, "a day is not rolled up; its answers come from its events");
    }
  }

  async #rollUpDay({ date, websiteIds }: WaitingDay): Promise<void> {
    const { db, memoryBytesMax } = this.#options;
    // Its first bits are the time, by which one that was left behind is told from one under way.
    const [made] = await db.rows<{ run: string }>(sql`SELECT generateUUIDv7() AS run`);
    if (made === undefined) throw new Error("ClickHouse made no UUID");
    const rollUp: RollUp = { date, websiteIds, run: made.run };
    this.#queryId = `footfall-rollup-${date}`;
    try {
      await db.run(rollUpSql(rollUp), { isLong: true, queryId: this.#queryId, memoryBytesMax });
    } finally {
      this.#queryId = undefined;
    }
    await db.run(acceptRollUpSql(rollUp));
  }

  async #kill(queryId: string): Promise<void> {
    const { db, log } = this.#options;
    try {
      await db.run(sql`KILL QUERY WHERE query_id = ${bind("String", queryId)} ASYNC`);
    } catch (error) {
      log.warn({ err: error }, "a roll-up could not be ended");
    }
  }
}
