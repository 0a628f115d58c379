import { isAscii } from "node:buffer";

const lineBytesMax = 64 * 1024;
const lineFeed = 10;
const carriageReturn = 13;

/**
 * Cuts bytes into lines, as UTF-8, without their LF or CRLF. A line over 64 KiB is cut to its first
 * 64 KiB. Between two calls it holds the start of one line, never over the limit.
 *
 * Every line is a string of its own, not a slice of its block. A cache that holds a part of one
 * line, such as a user agent, must not hold a whole block in memory with it.
 */
export class LineSplitter {
  /**
   * Start of a line whose end has not arrived. It may exceed the limit by one byte, so that the
   * carriage return of a full line is found.
   */
  #lineStart = Buffer.alloc(0);

  push(bytes: Buffer): string[] {
    const lines: string[] = [];
    // Nearly all logs are ASCII, and Latin-1 is decoded faster than UTF-8.
    const encoding = isAscii(bytes) ? "latin1" : "utf8";
    let start = 0;
    let end = bytes.indexOf(lineFeed);
    if (end !== -1 && this.#lineStart.length > 0) {
      this.#append(bytes.subarray(0, end));
      lines.push(decodeLine(this.#lineStart, 0, this.#lineStart.length, "utf8"));
      this.#lineStart = Buffer.alloc(0);
      start = end + 1;
      end = bytes.indexOf(lineFeed, start);
    }
    while (end !== -1) {
      lines.push(decodeLine(bytes, start, end, encoding));
      start = end + 1;
      end = bytes.indexOf(lineFeed, start);
    }
    this.#append(bytes.subarray(start));
    return lines;
  }

  /** Returns the last line if it has no line feed. */
  end(): string | undefined {
    if (this.#lineStart.length === 0) return undefined;
    return decodeLine(this.#lineStart, 0, this.#lineStart.length, "utf8");
  }

  #append(bytes: Buffer): void {
    const room = lineBytesMax + 1 - this.#lineStart.length;
    if (room > 0 && bytes.length > 0) {
      this.#lineStart = Buffer.concat([this.#lineStart, bytes.subarray(0, room)]);
    }
  }
}

function decodeLine(
  bytes: Buffer,
  start: number,
  feed: number,
  encoding: "latin1" | "utf8",
): string {
  const end = bytes[feed - 1] === carriageReturn && feed > start ? feed - 1 : feed;
  return bytes.toString(encoding, start, Math.min(end, start + lineBytesMax));
}
