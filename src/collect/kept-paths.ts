import { hash } from "node:crypto";
import { otherReader, type Reader, unnamedReader } from "../reads/reader.ts";

/** Pairs of reader and path that are kept of a website's hour. */
export const pairsMax = 5_000;
/** Names of a website's day that are not in the list of readers. */
export const unlistedNamesMax = 1_000;
/** Pairs and names of all websites that are known at once, in some 40 MB. */
export const knownMax = 500_000;
/** An hour or a day takes as much memory as so many of its pairs or names. */
const entrySize = 3;

/** The path of reads beyond the pairs that are kept. */
export const otherPath = "(other)";

/**
 * Limits how many readers and paths the reads of a website can have: whoever sends requests chooses
 * them. Those that come first are kept, and the others are counted together.
 *
 * Each process has its own limits. The hour that was not read for longest makes room, so an hour to
 * which a process comes back may have more.
 */
export class KeptPaths {
  /** The pairs of each hour and the names of each day, those of the latest read at the end. */
  readonly #known = new Map<string, Set<string>>();
  #size = 0;

  /** Returns the path under which the read counts. */
  pathOf(websiteId: number, hour: number, { name }: Reader, path: string): string {
    const pair = hash("md5", `${name}\n${path}`, "base64");
    return this.#keeps(`${websiteId} ${hour}`, pair, pairsMax) ? path : otherPath;
  }

  /** Returns the reader under which a reader counts that is not in the list. */
  unlisted(websiteId: number, day: number, reader: Reader): Reader {
    if (reader.name === unnamedReader.name) return reader;
    const isKept = this.#keeps(`${websiteId} names ${day}`, reader.name, unlistedNamesMax);
    return isKept ? reader : otherReader;
  }

  #keeps(entry: string, text: string, max: number): boolean {
    const known = this.#used(entry);
    if (known.has(text)) return true;
    if (known.size >= max) return false;
    known.add(text);
    this.#size += 1;
    this.#makeRoom();
    return true;
  }

  /** Returns the pairs or names of an entry, which is the latest one then. */
  #used(entry: string): Set<string> {
    const known = this.#known.get(entry) ?? new Set<string>();
    if (!this.#known.delete(entry)) this.#size += entrySize;
    this.#known.set(entry, known);
    return known;
  }

  #makeRoom(): void {
    for (const [entry, { size }] of this.#known) {
      if (this.#size <= knownMax) return;
      this.#known.delete(entry);
      this.#size -= entrySize + size;
    }
  }
}
