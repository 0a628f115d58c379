const lineBytesMax = 64 * 1024;
const lineFeed = 10;
const carriageReturn = 13;

/**
 * Cuts bytes into lines, as UTF-8, without their LF or CRLF; a line over 64 KiB is cut to its first 64 KiB. Between two
 * calls it keeps the start of one line, never over the limit.
 *
 * Every line is a string of its own, not a slice of its block: whoever keeps a part of one line, a
 * cache of user agents say, must not keep a whole block alive by it.
 */
export class LineSplitter {
  /** One byte more than a line may have, so that the carriage return of a full line is still seen. */
  #started = Buffer.alloc(0);

  push(bytes: Buffer): string[] {
    const lines: string[] = [];
    let start = 0;
    let end = bytes.indexOf(lineFeed);
    if (end !== -1 && this.#started.length > 0) {
      this.#keep(bytes.subarray(0, end));
      lines.push(decodeLine(this.#started, 0, this.#started.length));
      this.#started = Buffer.alloc(0);
      start = end + 1;
      end = bytes.indexOf(lineFeed, start);
    }
    while (end !== -1) {
      lines.push(decodeLine(bytes, start, end));
      start = end + 1;
      end = bytes.indexOf(lineFeed, start);
    }
    this.#keep(bytes.subarray(start));
    return lines;
  }

  /** The last line, when it has no line feed. */
  end(): string | undefined {
    if (this.#started.length === 0) return undefined;
    return decodeLine(this.#started, 0, this.#started.length);
  }

  #keep(bytes: Buffer): void {
    const room = lineBytesMax + 1 - this.#started.length;
    if (room > 0 && bytes.length > 0) {
      this.#started = Buffer.concat([this.#started, bytes.subarray(0, room)]);
    }
  }
}

function decodeLine(bytes: Buffer, start: number, feed: number): string {
  const end = bytes[feed - 1] === carriageReturn && feed > start ? feed - 1 : feed;
  return bytes.toString("utf8", start, Math.min(end, start + lineBytesMax));
}
