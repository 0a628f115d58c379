import { monthOf } from "../calendar.ts";
import { writeDrop } from "../events/drop-row.ts";
import { MonthRows } from "../log/month-rows.ts";
import type { Part } from "../log/record.ts";
import type { DropReason } from "../model/drop-reason.ts";

interface Day {
  readonly websiteId: number;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly counts: Map<DropReason, number>;
}

/** More than there are days in a `Date` of ClickHouse. */
const daysMax = 2 ** 16;

/** How many events were dropped, by website, day and reason. */
export class DropTally {
  readonly #days = new Map<number, Day>();

  add(websiteId: number, day: number, reason: DropReason, count = 1): void {
    const key = websiteId * daysMax + day;
    let entry = this.#days.get(key);
    if (entry === undefined) {
      entry = { websiteId, day, counts: new Map() };
      this.#days.set(key, entry);
    }
    entry.counts.set(reason, (entry.counts.get(reason) ?? 0) + count);
  }

  addAll(other: DropTally): void {
    for (const { websiteId, day, counts } of other.#days.values()) {
      for (const [reason, count] of counts) this.add(websiteId, day, reason, count);
    }
  }

  /** The rows of `drops` that say the same, by month. */
  parts(): Part[] {
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
}
