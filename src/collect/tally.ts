import { monthOf } from "../base/calendar.ts";
import { writeDrop } from "../events/drop-row.ts";
import { markerOf, type ReadRow, writeRead } from "../events/read-row.ts";
import type { EventLog } from "../log/event-log.ts";
import { MonthRows } from "../log/month-rows.ts";
import type { RecordPart } from "../log/record.ts";
import type { DropReason } from "../model/drop-reason.ts";
import type { Read } from "./read.ts";

/**
 * Pause between two flushes to the event log. A killed process loses at most the drops and reads of
 * one pause.
 */
export const tallyFlushedEveryMs = 10_000;

interface Drops {
  readonly websiteId: number;
  readonly day: number;
  readonly reason: DropReason;
  count: number;
}

/**
 * Counts drops and reads in memory, by all that tells them apart. Counts in the event log are as
 * safe as events, and reach the tables `drops` and `reads` once.
 *
 * Drops have an entry for each website, day and reason; of reads, `KeptPaths` limits the number.
 */
export class Tally {
  #drops = new Map<string, Drops>();
  #reads = new Map<string, ReadRow>();
  #flushing: Promise<void> = Promise.resolve();

  /** `day` is in days since 1970-01-01. */
  addDrop(websiteId: number, day: number, reason: DropReason, count = 1): void {
    const key = `${websiteId} ${day} ${reason}`;
    const drops = this.#drops.get(key);
    if (drops === undefined) this.#drops.set(key, { websiteId, day, reason, count });
    else drops.count += count;
  }

  addRead(read: Read, reads = 1): void {
    const key = keyOf(read);
    const before = this.#reads.get(key)?.reads ?? 0;
    this.#reads.set(key, { ...read, reads: before + reads });
  }

  /** Returns the drops by reason, summed over all websites and days. */
  drops(): Partial<Record<DropReason, number>> {
    const totals: Partial<Record<DropReason, number>> = {};
    for (const { reason, count } of this.#drops.values()) {
      totals[reason] = (totals[reason] ?? 0) + count;
    }
    return totals;
  }

  /** Returns the number of all reads. */
  reads(): number {
    let sum = 0;
    for (const { reads } of this.#reads.values()) sum += reads;
    return sum;
  }

  /** Returns the counts as rows of `drops` and `reads`, by month. */
  parts(): RecordPart[] {
    return [...this.#dropParts(), ...this.#readParts()];
  }

  /**
   * Moves the counts to the event log, in one record. Resolves when they are on disk. Rejects with
   * the log's error; the counts then stay in memory, and the next flush writes them.
   */
  flush(eventLog: Pick<EventLog, "appendParts">): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write(eventLog));
    return this.#flushing;
  }

  async #write(eventLog: Pick<EventLog, "appendParts">): Promise<void> {
    const parts = this.parts();
    const [drops, reads] = [this.#drops, this.#reads];
    this.#drops = new Map();
    this.#reads = new Map();
    try {
      await eventLog.appendParts(parts);
    } catch (error) {
      for (const { websiteId, day, reason, count } of drops.values()) {
        this.addDrop(websiteId, day, reason, count);
      }
      for (const { reads: count, ...read } of reads.values()) this.addRead(read, count);
      throw error;
    }
  }

  #dropParts(): RecordPart[] {
    const rows = new MonthRows("drops");
    for (const { websiteId, day, reason, count } of this.#drops.values()) {
      rows.add(monthOf(day), (writer) =>
        writeDrop(writer, { websiteId, date: day, reason, count }),
      );
    }
    return rows.parts();
  }

  /** Each website of a month has a marker as well. */
  #readParts(): RecordPart[] {
    const rows = new MonthRows("reads");
    const marked = new Set<string>();
    for (const row of this.#reads.values()) {
      const { websiteId, date } = row;
      const month = monthOf(date);
      rows.add(month, (writer) => writeRead(writer, row));
      const mark = `${websiteId} ${month}`;
      if (marked.has(mark)) continue;
      marked.add(mark);
      rows.add(month, (writer) => writeRead(writer, markerOf(websiteId, date)));
    }
    return rows.parts();
  }
}

/** Operator and purpose follow from the reader. */
function keyOf({ websiteId, date, hour, reader, verified, path, status, door, importId }: Read) {
  return `${websiteId} ${date} ${hour} ${verified} ${status} ${door} ${importId} ${reader}\n${path}`;
}
