import { hash } from "node:crypto";
import { otherReader, type Reader } from "../reads/reader.ts";

/** Pairs of reader and path that are kept of a website's hour. */
export const pairsMax = 5_000;
/** Names of a website's day that are not in the list of readers. */
export const unlistedNamesMax = 1_000;
/** Hours and days whose pairs and names are known at once: some 40 MB if all are full. */
const entriesMax = 200;

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
  readonly #known = new Map<string, Set<string>>();

  /** Returns the path under which the read counts. */
  pathOf(websiteId: number, hour: number, { name }: Reader, path: string): string {
    const pair = hash("md5", `${name}\n${path}`, "base64");
    return this.#keeps(`${websiteId} ${hour}`, pair, pairsMax) ? path : otherPath;
  }

  /** Returns the reader under which a reader counts that is not in the list. */
  unlisted(websiteId: number, day: number, reader: Reader): Reader {
    const isKept = this.#keeps(`${websiteId} names ${day}`, reader.name, unlistedNamesMax);
    return isKept ? reader : otherReader;
  }

  #keeps(entry: string, text: string, max: number): boolean {
    const known = this.#known.get(entry) ?? new Set<string>();
    if (known.has(text)) return true;
    if (known.size >= max) return false;
    known.add(text);
    this.#known.delete(entry);
    this.#known.set(entry, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > entriesMax && oldest !== undefined) this.#known.delete(oldest);
    return true;
  }
}
