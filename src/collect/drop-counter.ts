import { monthOf } from "../base/calendar.ts";
import { writeDrop } from "../events/drop-row.ts";
import type { EventLog } from "../log/event-log.ts";
import { MonthRows } from "../log/month-rows.ts";
import type { RecordPart } from "../log/record.ts";
import type { DropReason } from "../model/drop-reason.ts";

/**
 * Pause between two flushes to the event log. A killed process loses at most the drops of one
 * pause.
 */
export const dropsFlushedEveryMs = 10_000;

/** Exceeds the number of days that a `Date` of ClickHouse can hold. */
const daysMax = 2 ** 16;

interface Day {
  readonly websiteId: number;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly counts: Map<DropReason, number>;
}

/**
 * Counts dropped events in memory by website, day and reason. Counts in the event log are as safe
 * as events, and reach the table `drops` once.
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

  /** Returns the counts by reason, summed over all websites and days. */
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
   * Moves the counts to the event log. Resolves when they are on disk. Rejects with the log's
   * error; the counts then stay in memory, and the next flush writes them.
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
