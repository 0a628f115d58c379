import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger as Logger } from "fastify";

import { SingleFlight } from "../single-flight.ts";
import type { Database } from "../store/database.ts";
import { archiveBatches, archiveRollups, findDueMonths, hasSalts } from "./due-months.ts";
import {
  acceptGone,
  compare,
  decide,
  findLeavingMonths,
  findStage,
  forgetLeaving,
  makeTable,
  moveBack,
  moveOut,
  removeRepeated,
  removeTable,
} from "./leaving-events.ts";
import { firstDayOf, type Month } from "./month.ts";

export interface RetentionOptions {
  readonly db: Database;
  /** Events stay for so many days at least; undefined: for ever. */
  readonly keptDays: number | undefined;
  /** Resolves when everything that was accepted by now is in the store, and no restart sends it again. */
  readonly shipped: () => Promise<void>;
  readonly logger: Logger;
  readonly now: () => number;
  /** Between keeping the roll-ups and moving the events: those who looked before must have read them. */
  readonly graceMs?: number;
}

/** A report may wait 10 s and run 20 s from looking what is there on. */
const reportsEndWithinMs = 60_000;
/** Far longer than a month takes on its way out; whoever began with it is gone. */
const abandonedAfterMs = 5 * 60_000;

/**
 * Drops the events of months that are past their time, when roll-ups say all that is counted of them.
 *
 * - What leaves is what was counted. The month's parts are moved to a table of its own, counted there, and thrown
 *   away only when the roll-ups that stand for them counted the same of every day; otherwise they come back. What
 *   is inserted meanwhile stays in `events`, and is counted beside them.
 * - While events are on their way out the roll-ups alone are the day, so it does not matter to an answer where the
 *   events are. Whatever is cut off is brought to one of the two ends by a later run, of another process, too.
 * - The order is: the table, which only one can make; the roll-ups; time for reports that were asked before; the
 *   move; the comparison; another name of the table, which decides it; `gone`; and the end of the table.
 */
export class Retention {
  readonly #options: RetentionOptions;
  readonly #runs = new SingleFlight(() => this.#run());
  readonly #leavingSinceMs = new Map<Month, number>();
  readonly #told = new Set<Month>();

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** Resolves when every month that can be dropped now is. */
  run(): Promise<void> {
    return this.#runs.run();
  }

  /** Begins with nothing else; a month on its way out is where it may stay. */
  stop(): void {
    void this.#runs.stop();
  }

  get #isStopping(): boolean {
    return this.#runs.signal.aborted;
  }

  async #run(): Promise<void> {
    await this.#settleAbandoned();
    const { db, keptDays, now, logger } = this.#options;
    if (keptDays === undefined) return;
    for (const { month, openDays } of await findDueMonths(db, keptDays, now())) {
      if (this.#isStopping) return;
      if (openDays === 0) {
        await this.#drop(month);
      } else if (!this.#told.has(month)) {
        this.#told.add(month);
        const text = "the events of a month stay until all of its days are rolled up";
        logger.info({ month: nameOf(month), openDays }, text);
      }
    }
  }

  async #drop(month: Month): Promise<void> {
    const { db, shipped, now } = this.#options;
    if (await hasSalts(db, month, now())) return;
    // A batch of which it is not known whether it arrived could not be found any more.
    await shipped();
    if (this.#isStopping || (await findStage(db, month)) !== undefined) return;
    await this.#takeOut(month);
  }

  async #takeOut(month: Month): Promise<void> {
    const { db, now, graceMs = reportsEndWithinMs } = this.#options;
    await makeTable(db, month);
    await archiveRollups(db, month);
    await archiveBatches(db, month);
    // Looked at again, as roll-ups may have been written since.
    if (!(await hasSalts(db, month, now()))) {
      await delay(graceMs, undefined, { signal: this.#runs.signal });
      await moveOut(db, month);
    }
    await this.#settle(month);
  }

  /** Brings a month on its way out to an end: it is gone, or as it was. */
  async #settle(month: Month): Promise<void> {
    const { db, logger } = this.#options;
    let stage = await findStage(db, month);
    if (stage === "leaving") {
      await removeRepeated(db, month);
      const { days, events, wrongDays } = await compare(db, month);
      if (days > 0 && wrongDays === 0) {
        await decide(db, month);
        stage = "left";
        logger.info({ month: nameOf(month), days, events }, "the events of a month are dropped");
      } else {
        await moveBack(db, month);
      }
    }
    await (stage === "left" ? acceptGone(db, month) : forgetLeaving(db, month));
    if (stage !== undefined) await removeTable(db, month, stage);
  }

  async #settleAbandoned(): Promise<void> {
    const nowMs = this.#options.now();
    const leaving = await findLeavingMonths(this.#options.db);
    for (const month of this.#leavingSinceMs.keys()) {
      if (!leaving.includes(month)) this.#leavingSinceMs.delete(month);
    }
    for (const month of leaving) {
      const sinceMs = this.#leavingSinceMs.get(month) ?? nowMs;
      this.#leavingSinceMs.set(month, sinceMs);
      if (nowMs - sinceMs < abandonedAfterMs) continue;
      await this.#settle(month);
      this.#leavingSinceMs.delete(month);
    }
  }
}

/** `2026-11` */
function nameOf(month: Month): string {
  return firstDayOf(month).slice(0, 7);
}
