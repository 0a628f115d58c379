import { monthOf } from "../calendar.ts";
import { writeDrop } from "../events/drop-row.ts";
import type { EventLog } from "../log/event-log.ts";
import { MonthRows } from "../log/month-rows.ts";
import type { RecordPart } from "../log/record.ts";
import type { DropReason } from "../model/drop-reason.ts";

/** The pause between two flushes to the event log: a process that is killed loses no more than that. */
export const dropsFlushedEveryMs = 10_000;

/** More than there are days in a `Date` of ClickHouse. */
const daysMax = 2 ** 16;

interface Day {
  readonly websiteId: number;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly counts: Map<DropReason, number>;
}

/**
 * Counts dropped events in memory by website, day and reason. Once the counts are in the event log,
 * they are as safe as events and reach the table `drops` once.
 *
 * There is one entry for each website and day, so the number of websites bounds the memory.
 */
export class DropCounter {
  #days = new Map<number, Day>();
  #flushing: Promise<void> = Promise.resolve();

  add(websiteId: number, day: number, reason: DropReason, count = 1): void {
    const key = websiteId * daysMax + day;
    let entry = this.#days.get(key);
    if (entry === undefined) {
      entry = { websiteId, day, counts: new Map() };
      this.#days.set(key, entry);
    }
    entry.counts.set(reason, (entry.counts.get(reason) ?? 0) + count);
  }

  /** Returns the counts by reason, those of all websites and days together. */
  totals(): Partial<Record<DropReason, number>> {
    const totals: Partial<Record<DropReason, number>> = {};
    for (const { counts } of this.#days.values()) {
      for (const [reason, count] of counts) totals[reason] = (totals[reason] ?? 0) + count;
    }
    return totals;
  }

  /** Returns the counts as rows of `drops`, by month. */
  parts(): RecordPart[] {
    const rows = new MonthRows("drops");
    for (const { websiteId, day, counts } of this.#days.values()) {
      for (const [reason, count] of counts) {
        rows.add(monthOf(day), (writer) =>
          writeDrop(writer, { websiteId, date: day, reason, count }),
        );
      }
    }
    return rows.parts();
  }

  /**
   * Moves the counts to the log. Resolves when they are on the disk. Throws what the log throws: the
   * counts stay then, and go with the next flush.
   */
  flush(eventLog: Pick<EventLog, "appendParts">): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write(eventLog));
    return this.#flushing;
  }

  async #write(eventLog: Pick<EventLog, "appendParts">): Promise<void> {
    const parts = this.parts();
    const days = this.#days;
    this.#days = new Map();
    try {
      await eventLog.appendParts(parts);
    } catch (error) {
      for (const { websiteId, day, counts } of days.values()) {
        for (const [reason, count] of counts) this.add(websiteId, day, reason, count);
      }
      throw error;
    }
  }
}
