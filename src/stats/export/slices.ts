import type { DayRange } from "../../base/calendar.ts";
import type { DayCount } from "../../rollups/day-sql.ts";

type DayEvents = Omit<DayCount, "removals">;

/** A part of an export that one statement reads. */
export interface Slice extends DayRange {
  /** Number of its events when the export was planned; that of an even share in a part of a day. */
  readonly events: number;
  /** The visitors of a part of a day, both inclusive; all of them if undefined. */
  readonly visitors?: { readonly first: bigint; readonly last: bigint };
}

const visitorsEnd = 2n ** 64n;

/**
 * Returns the slices of the days, in their order, each of about `eventsMax` events at most, and of
 * one month: ClickHouse holds some megabytes for each part that it reads, and a month has its own.
 *
 * A large day is cut by visitors. Their numbers are hashes, so equal ranges of them have about as
 * many events each, and `events` is sorted by them. No visitor day is in two slices.
 */
export function slicesOf(days: readonly DayEvents[], eventsMax: number): Slice[] {
  const slices: Slice[] = [];
  for (const { date, events } of days) {
    const last = slices.at(-1);
    const sum = (last?.events ?? 0) + events;
    const isOfMonth = last?.visitors === undefined && last?.from.slice(0, 7) === date.slice(0, 7);
    if (last !== undefined && isOfMonth && sum <= eventsMax) {
      slices[slices.length - 1] = { from: last.from, to: date, events: sum };
    } else if (events <= eventsMax) {
      slices.push({ from: date, to: date, events });
    } else {
      slices.push(...partsOf({ date, events }, Math.ceil(events / eventsMax)));
    }
  }
  return slices;
}

function partsOf({ date, events }: DayEvents, count: number): Slice[] {
  const beginning = (nth: number) => (visitorsEnd * BigInt(nth)) / BigInt(count);
  return Array.from({ length: count }, (_, nth) => ({
    from: date,
    to: date,
    events: events / count,
    visitors: { first: beginning(nth), last: beginning(nth + 1) - 1n },
  }));
}
