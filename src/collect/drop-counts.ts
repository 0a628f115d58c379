import type { EventLog } from "../log/event-log.ts";
import type { DropReason } from "./draft.ts";
import { DropTally } from "./drop-tally.ts";

/** How often what was counted goes to the event log: a process that is killed loses no more than that. */
export const dropsFlushedEveryMs = 10_000;

/**
 * Counts dropped events in memory until `flush` hands the counts to the event log, from where on they
 * are as safe as events and reach the table `drops` once.
 *
 * Memory is bounded by the number of websites: an event of now is of one of two days. While the log
 * refuses, counts add up and go with the next flush.
 */
export class DropCounts {
  readonly #log: Pick<EventLog, "appendParts">;
  #tally = new DropTally();
  #flushing: Promise<void> = Promise.resolve();

  constructor(log: Pick<EventLog, "appendParts">) {
    this.#log = log;
  }

  add(websiteId: number, day: number, reason: DropReason): void {
    this.#tally.add(websiteId, day, reason);
  }

  /** Resolves when what is counted now is on the disk. Throws what the log throws; nothing is lost then. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    const tally = this.#tally;
    this.#tally = new DropTally();
    try {
      await this.#log.appendParts(tally.parts());
    } catch (error) {
      this.#tally.addAll(tally);
      throw error;
    }
  }
}
