import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger as Logger } from "fastify";

import { SingleFlight } from "../../base/async/single-flight.ts";
import type { Database } from "../../clickhouse/database.ts";
import {
  archiveBatches,
  archiveRollups,
  findDueMonths,
  findDueReadMonths,
  hasSalts,
} from "./due-months.ts";
import { firstDayOf, type Month } from "./month.ts";
import {
  acceptGone,
  compare,
  dropReadsOf,
  findLeavingMonths,
  findStage,
  forgetLeaving,
  makeTable,
  markForDeletion,
  moveBack,
  moveOut,
  removeRepeated,
  removeTable,
} from "./month-tables.ts";

export interface RetentionOptions {
  readonly db: Database;
  /** The database with the salts. */
  readonly saltDb: Database;
  /** Minimum number of days that events stay; undefined means for ever. */
  readonly retentionDays: number | undefined;
  /**
   * Resolves when the store has all events that are accepted by now, and no restart sends them
   * again.
   */
  readonly shipped: () => Promise<void>;
  /**
   * Resolves with true while the events of a month must not leave: a website is being moved, an
   * import brings events of the month or is undone, or a correction changes some.
   */
  readonly isHeld?: (month: Month) => Promise<boolean>;
  readonly logger: Logger;
  readonly now: () => number;
  /** Time between archiving the roll-ups and moving the events, in which earlier queries finish. */
  readonly graceMs?: number;
}

/** A query may wait 10 s and run 20 s after it has read the states of its days. */
const queriesEndWithinMs = 60_000;
/** Far longer than retention takes for a month: the process that began with it is gone. */
const abandonedAfterMs = 5 * 60_000;

/**
 * Deletes the events of old months when roll-ups hold all that is counted of them, and the reads.
 *
 * Create the month's table, archive roll-ups, wait for queries, move events, compare, rename the
 * table, set `gone`, drop the table:
 *
 * | stage | table of the month | `gone` | an interrupted deletion |
 * | --- | --- | --- | --- |
 * | `leaving` | `events_leaving_MONTH`; only one process can create it | 0 | is compared again |
 * | `deletable` | `events_left_MONTH`: the comparison was right | 0, then 1 | is finished |
 * | none | dropped | 1 | is over |
 *
 * - Only counted events leave. Retention deletes them only if the archived roll-ups counted the
 *   same of every day; otherwise it moves them back and forgets the archived roll-ups. Events that
 *   are inserted meanwhile stay in `events` and are counted beside the roll-ups.
 * - During deletion, answers read only the archived roll-ups, so it does not matter where the
 *   events are. A later run, of any process, brings an interrupted deletion to one of its two ends.
 */
export class Retention {
  readonly #options: RetentionOptions;
  readonly #runs = new SingleFlight(() => this.#run());
  readonly #leavingSinceMs = new Map<Month, number>();
  readonly #logged = new Set<Month>();

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** Resolves when every month that can be deleted now is deleted. */
  run(): Promise<void> {
    return this.#runs.run();
  }

  /** Starts nothing else. A month may stay on its way out. */
  stop(): void {
    void this.#runs.stop();
  }

  get #isStopping(): boolean {
    return this.#runs.signal.aborted;
  }

  async #run(): Promise<void> {
    await this.#settleAbandoned();
    const { db, retentionDays, now, logger } = this.#options;
    if (retentionDays === undefined) return;
    for (const { month, openDays } of await findDueMonths(db, retentionDays, now())) {
      if (this.#isStopping) return;
      if (openDays === 0) {
        await this.#drop(month);
      } else if (!this.#logged.has(month)) {
        this.#logged.add(month);
        const text = "the events of a month stay until all of its days are rolled up";
        logger.info({ month: nameOf(month), openDays }, text);
      }
    }
    for (const month of await findDueReadMonths(db, retentionDays, now())) {
      if (this.#isStopping) return;
      await this.#dropReads(month);
    }
  }

  /** Nothing is kept of reads: no roll-up stands for them. */
  async #dropReads(month: Month): Promise<void> {
    const { db, shipped, logger } = this.#options;
    if (await this.#isHeld(month)) return;
    await shipped();
    await archiveBatches(db, "reads", month);
    await dropReadsOf(db, month);
    logger.info({ month: nameOf(month) }, "the reads of a month are dropped");
  }

  async #drop(month: Month): Promise<void> {
    const { db, saltDb, shipped, now } = this.#options;
    if (await hasSalts(saltDb, month, now())) return;
    if (await this.#isHeld(month)) return;
    // A batch whose arrival is uncertain could not be found any more.
    await shipped();
    if (this.#isStopping || (await findStage(db, month)) !== undefined) return;
    await this.#takeOut(month);
  }

  async #takeOut(month: Month): Promise<void> {
    const { db, saltDb, now, graceMs = queriesEndWithinMs } = this.#options;
    await makeTable(db, month);
    // A move or an undo that has begun before sees the table, one begun since is seen here.
    if (await this.#isHeld(month)) return removeTable(db, month, "leaving");
    await archiveRollups(db, month);
    await archiveBatches(db, "events", month);
    // Read again, as roll-ups may have been written since.
    if (!(await hasSalts(saltDb, month, now()))) {
      await delay(graceMs, undefined, { signal: this.#runs.signal });
      await moveOut(db, month);
    }
    await this.#settle(month);
  }

  async #isHeld(month: Month): Promise<boolean> {
    const { isHeld = async () => false } = this.#options;
    return isHeld(month);
  }

  /** Brings a month on its way out to an end: it is deleted, or as it was. */
  async #settle(month: Month): Promise<void> {
    const { db, logger } = this.#options;
    let stage = await findStage(db, month);
    if (stage === "leaving") {
      await removeRepeated(db, month);
      const { days, events, wrongDays } = await compare(db, month);
      if (days > 0 && wrongDays === 0) {
        await markForDeletion(db, month);
        stage = "deletable";
        logger.info({ month: nameOf(month), days, events }, "the events of a month are dropped");
      } else {
        await moveBack(db, month);
      }
    }
    await (stage === "deletable" ? acceptGone(db, month) : forgetLeaving(db, month));
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
