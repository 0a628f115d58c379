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
  const cut = cutLongLines(withoutReturns(bytes));
  return Lines.ofBytes(isUtf8(cut) ? cut : Buffer.from(cut.toString()));
}

/** Returns the bytes with LF in place of each CRLF. */
function withoutReturns(bytes: Buffer): Buffer {
  if (!bytes.includes(carriageReturn)) return bytes;
  // Latin-1 has a character for each byte.
  return Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

function cutLongLines(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let kept = 0;
  for (let start = 0; start < bytes.length; ) {
    // All lines up to this line feed are short.
    const feed = bytes.lastIndexOf(lineFeed, start + lineBytesMax);
    if (feed >= start) {
      start = feed + 1;
      continue;
    }
    const end = bytes.indexOf(lineFeed, start);
    parts.push(bytes.subarray(kept, start + lineBytesMax));
    kept = end;
    start = end + 1;
  }
  return parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(kept)]);
}
