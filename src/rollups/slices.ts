import { bind, type Sql, sql } from "../clickhouse/sql.ts";

/**
 * A part of the visitors, by their hashes, both inclusive. Hashes are spread evenly, and `events`
 * is sorted by them within a day. So statements about all slices read about as much as one about
 * everyone.
 */
export interface Slice {
  readonly first: bigint;
  readonly last: bigint;
}

/**
 * Memory of a statement for each of its events. A visitor day of five events takes 2.3 kB until it
 * is written. So with four events a visitor day or more, nothing has to spill to disk, which takes
 * half as long again.
 */
const bytesPerEvent = 1_500;

/** Returns how many events a statement counts that has this much memory: 357,913 by default. */
export function eventsAtOnce(memoryBytesMax: number): number {
  return Math.floor(memoryBytesMax / bytesPerEvent);
}

const hashes = 2n ** 64n;

export const everyone: Slice = { first: 0n, last: hashes - 1n };

/** Returns this many slices of about the same size, which together have every visitor once. */
export function slicesOf(count: number, { first, last }: Slice = everyone): Slice[] {
  const size = last - first + 1n;
  const border = (nth: number) => first + (size * BigInt(nth)) / BigInt(count);
  return Array.from({ length: count }, (_, nth) => ({
    first: border(nth),
    last: border(nth + 1) - 1n,
  }));
}

/** Slices that fail are cut into this many, and once more if these fail. */
const partsOfFailed = 4;
const cutsMax = 2;

/** The slices in which days are counted, one after the other. A failed attempt begins anew. */
export class Slicing {
  #slices: readonly Slice[] = [];
  #done = 0;
  #cuts = 0;

  /** Counts slices of at most about this many events. Rejects if one fails. */
  async run(
    events: number,
    eventsMax: number,
    count: (slice: Slice) => Promise<void>,
  ): Promise<void> {
    if (this.#slices.length === 0) this.#slices = slicesOf(Math.ceil(events / eventsMax));
    for (this.#done = 0; this.#done < this.#slices.length; this.#done += 1) {
      await count(this.#slices[this.#done] ?? everyone);
    }
  }

  /**
   * Cuts the slice that failed and those after it. Returns false if they are small already, or if
   * no slice failed.
   */
  cut(): boolean {
    if (this.#done === this.#slices.length) return false;
    this.#cuts += 1;
    this.#slices = this.#slices.flatMap((slice, nth) =>
      nth < this.#done ? [slice] : slicesOf(partsOfFailed, slice),
    );
    return this.#cuts <= cutsMax;
  }
}

/** Returns the condition, with ` AND ` in front, that rows of `events` are of the slice. */
export function withinSlice({ first, last }: Slice = everyone): Sql {
  if (first === everyone.first && last === everyone.last) return sql``;
  return sql`
        AND visitor BETWEEN ${bind("UInt64", first.toString())} AND ${bind("UInt64", last.toString())}`;
}
