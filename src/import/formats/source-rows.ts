import type { ReadContext, SourceEvent } from "../format.ts";
import type { SkipReason } from "../run/row-counter.ts";

/** The event of a row, all events of a row that has several, or the reason why it has none. */
export type RowEvents = SourceEvent | readonly SourceEvent[] | SkipReason;

/**
 * Returns the events of some rows, and counts the rows without events by their reasons. A row that
 * is undefined could not be read, and counts as broken.
 */
export function readRows<Row>(
  rows: readonly (Row | undefined)[],
  { counter }: ReadContext,
  readRow: (row: Row) => RowEvents,
): SourceEvent[] {
  return rows.flatMap((row) => {
    const events = row === undefined ? "broken" : readRow(row);
    if (typeof events !== "string") return events;
    counter.skip(events);
    return [];
  });
}
