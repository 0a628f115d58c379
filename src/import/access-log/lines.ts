import { isAscii } from "node:buffer";

const lineFeed = 10;

/**
 * Lines of a log. They stay bytes until somebody reads them. Otherwise tens of thousands of strings
 * would wait, and the garbage collector would take more time than reading them.
 */
export class Lines implements Iterable<string> {
  readonly length: number;
  readonly #bytes: Buffer;
  /** Where each line ends, and where the line before the first one does. */
  readonly #feeds: readonly number[];
  /** Nearly all logs are ASCII, and Latin-1 is decoded faster than UTF-8. */
  readonly #encoding: "latin1" | "utf8";

  private constructor(
    bytes: Buffer,
    feeds: readonly number[],
    encoding: "latin1" | "utf8" = isAscii(bytes) ? "latin1" : "utf8",
  ) {
    this.length = feeds.length - 1;
    this.#bytes = bytes;
    this.#feeds = feeds;
    this.#encoding = encoding;
  }

  /** Takes over lines in UTF-8, each with a line feed behind it. */
  static ofBytes(bytes: Buffer): Lines {
    const feeds = [-1];
    let feed = bytes.indexOf(lineFeed);
    while (feed !== -1) {
      feeds.push(feed);
      feed = bytes.indexOf(lineFeed, feed + 1);
    }
    return new Lines(bytes, feeds);
  }

  /** Returns the bytes of the lines in UTF-8, each with a line feed behind it. */
  get bytes(): Buffer {
    return this.#bytes.subarray(this.#feedBefore(0) + 1, this.#feedBefore(this.length) + 1);
  }

  /** Returns a line without its line feed, or "" if there is none of this number. */
  text(nth: number): string {
    return this.#bytes.toString(
      this.#encoding,
      this.#feedBefore(nth) + 1,
      this.#feedBefore(nth + 1),
    );
  }

  /** Returns how many lines have this many bytes together, or all if they have fewer. */
  countTo(bytes: number): number {
    if (this.bytes.length < bytes) return this.length;
    const before = this.#feedBefore(0);
    return this.#feeds.findIndex((feed) => feed - before >= bytes);
  }

  /** Returns some of the lines, as `Array.slice` does. They share their bytes with these. */
  slice(start: number, end = this.length): Lines {
    return new Lines(this.#bytes, this.#feeds.slice(start, end + 1), this.#encoding);
  }

  *[Symbol.iterator](): Generator<string> {
    for (let nth = 0; nth < this.length; nth += 1) yield this.text(nth);
  }

  #feedBefore(nth: number): number {
    return this.#feeds[nth] ?? -1;
  }
}
