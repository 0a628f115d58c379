import { isUtf8 } from "node:buffer";

import { Lines } from "./lines.ts";

const lineBytesMax = 64 * 1024;
const lineFeed = 10;
const carriageReturn = 13;

/**
 * Cuts bytes into lines, as UTF-8, without their LF or CRLF. A line over 64 KiB is cut to its first
 * 64 KiB. Between two calls it holds the start of one line, never over the limit.
 */
export class LineSplitter {
  /**
   * Start of a line whose end has not arrived. It may exceed the limit by one byte, so that the
   * carriage return of a full line is found.
   */
  #lineStart: Buffer = Buffer.alloc(0);

  /** Returns the lines that end in the bytes, which the caller may overwrite then. */
  push(bytes: Buffer): Lines {
    const end = bytes.lastIndexOf(lineFeed) + 1;
    const whole =
      end === 0 ? bytes.subarray(0, 0) : Buffer.concat([this.#lineStart, bytes.subarray(0, end)]);
    if (end > 0) this.#lineStart = Buffer.alloc(0);
    const room = lineBytesMax + 1 - this.#lineStart.length;
    this.#lineStart = Buffer.concat([this.#lineStart, bytes.subarray(end).subarray(0, room)]);
    return toLines(whole);
  }

  /** Returns the last line if it has no line feed. */
  end(): Lines {
    const last = this.#lineStart;
    return toLines(last.length === 0 ? last : Buffer.concat([last, Buffer.of(lineFeed)]));
  }
}

/** Takes over bytes that end with a line feed, if there are any. */
function toLines(bytes: Buffer): Lines {
  const lines = Lines.ofBytes(bytes);
  const isClean =
    isUtf8(bytes) && !bytes.includes(carriageReturn) && lines.longestBytes <= lineBytesMax;
  return isClean ? lines : Lines.ofBytes(Buffer.concat([...cleanLines(bytes)]));
}

/** Yields the lines as they should be, each with a line feed behind it. */
function* cleanLines(bytes: Buffer): Generator<Buffer> {
  const feed = Buffer.of(lineFeed);
  for (let start = 0; start < bytes.length; ) {
    const feedAt = bytes.indexOf(lineFeed, start);
    const end = bytes[feedAt - 1] === carriageReturn && feedAt > start ? feedAt - 1 : feedAt;
    const line = bytes.subarray(start, Math.min(end, start + lineBytesMax));
    yield isUtf8(line) ? line : Buffer.from(line.toString());
    yield feed;
    start = feedAt + 1;
  }
}
