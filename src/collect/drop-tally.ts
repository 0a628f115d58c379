import { writeDrop } from "../events/drop-row.ts";
import { RowBinaryWriter } from "../events/row-binary.ts";
import type { Part } from "../log/record.ts";
import { monthOf } from "./calendar.ts";
import type { DropReason } from "./draft.ts";

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
    const months = new Map<number, { writer: RowBinaryWriter; rowCount: number }>();
    for (const { websiteId, day, counts } of this.#days.values()) {
      const month = monthOf(day);
      const rows = months.get(month) ?? { writer: new RowBinaryWriter(), rowCount: 0 };
      months.set(month, rows);
      for (const [reason, count] of counts) {
        writeDrop(rows.writer, { websiteId, date: day, reason, count });
        rows.rowCount += 1;
      }
    }
    return [...months].map(([month, { writer, rowCount }]) => ({
      table: "drops",
      month,
      rowCount,
      rows: writer.take(),
    }));
  }
}
