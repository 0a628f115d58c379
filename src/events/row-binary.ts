const initialBytes = 4_096;
/** Up to this length a loop over ASCII is faster than a call into the runtime, as measured. */
const loopCharactersMax = 48;

/**
 * Writes ClickHouse's RowBinary into a buffer that grows as needed.
 * Format: https://clickhouse.com/docs/interfaces/formats/RowBinary
 */
export class RowBinaryWriter {
  #buffer = Buffer.allocUnsafe(initialBytes);
  /** A view of the same bytes, which writes 64 bits several times as fast as Buffer does. */
  #view = viewOf(this.#buffer);
  #length = 0;

  /** Number of bytes written since the last `take`. */
  get length(): number {
    return this.#length;
  }

  /** Returns a copy of the written bytes, and empties the writer. */
  take(): Buffer {
    const bytes = Buffer.from(this.#buffer.subarray(0, this.#length));
    this.#length = 0;
    return bytes;
  }

  /** Takes back the bytes beyond this length. */
  cut(length: number): void {
    this.#length = length;
  }

  uint8(value: number): void {
    this.#length = this.#room(1).writeUInt8(value, this.#length);
  }

  uint16(value: number): void {
    this.#length = this.#room(2).writeUInt16LE(value, this.#length);
  }

  uint32(value: number): void {
    this.#length = this.#room(4).writeUInt32LE(value, this.#length);
  }

  uint64(value: bigint): void {
    this.#room(8);
    this.#view.setBigUint64(this.#length, value, true);
    this.#length += 8;
  }

  /** Writes an Int64, of a whole number that is exact as a JavaScript number. */
  int53(value: number): void {
    const buffer = this.#room(8);
    const high = Math.floor(value / 0x1_0000_0000);
    buffer.writeUInt32LE(value - high * 0x1_0000_0000, this.#length);
    this.#length = buffer.writeInt32LE(high, this.#length + 4);
  }

  int64(value: bigint): void {
    this.#room(8);
    this.#view.setBigInt64(this.#length, value, true);
    this.#length += 8;
  }

  /** Writes the length of the text in bytes, then the text as UTF-8. */
  string(text: string): void {
    if (text.length <= loopCharactersMax && this.#shortAscii(text)) return;
    const bytes = Buffer.byteLength(text);
    this.#varUint(bytes);
    this.#room(bytes).write(text, this.#length);
    this.#length += bytes;
  }

  /** Writes a `Map(String, String)`. */
  map(entries: readonly (readonly [string, string])[]): void {
    this.#varUint(entries.length);
    for (const [key, value] of entries) {
      this.string(key);
      this.string(value);
    }
  }

  /**
   * Writes the text if it is ASCII, and returns whether it is. The next write overwrites the start
   * of any other text.
   */
  #shortAscii(text: string): boolean {
    const { length } = text;
    const buffer = this.#room(length + 1);
    let position = this.#length;
    buffer[position++] = length;
    for (let i = 0; i < length; i += 1) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) return false;
      buffer[position++] = code;
    }
    this.#length = position;
    return true;
  }

  /** Writes seven bits a byte, the lowest first. The high bit says that more bytes follow. */
  #varUint(value: number): void {
    const buffer = this.#room(5);
    let rest = value;
    while (rest > 0x7f) {
      buffer[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    buffer[this.#length++] = rest;
  }

  /** Returns the buffer, grown to have room for this many more bytes. */
  #room(bytes: number): Buffer {
    const needed = this.#length + bytes;
    if (needed > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
      this.#buffer.copy(grown, 0, 0, this.#length);
      this.#buffer = grown;
      this.#view = viewOf(grown);
    }
    return this.#buffer;
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
