import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * The format of the log's files, version 3. All integers are little-endian.
 *
 *     log file: header, zeros up to 4096, the header again, then records, one after the other
 *     header:  "FFLOG3\r\n" (8 bytes; the digit is the version), the offset at which the log file
 *              before ends (uint32), CRC-32 of these 12 bytes (uint32), nonce (8 bytes), CRC-32 of
 *              these 24 bytes (uint32)
 *     record:  the log file's nonce (8 bytes), length of the payload (uint32), CRC-32 of length,
 *              nonce and payload (uint32), payload
 *     payload: time in milliseconds since the epoch (uint64), parts, one after the other
 *     part:    table (uint32; see `tableNumbers`), month such as 202611 (uint32), number
 *              of rows (uint32), bytes (uint32), rows
 *
 * A record holds all appends between two fsyncs: it is on the disk as a whole or not at all, as its
 * CRC tells. Its time says how long it has been waiting, and nothing else. The rows of a part are
 * RowBinary, exactly as ClickHouse gets them. A length of 0 is no record: the bytes after it were
 * never written.
 *
 * Events hold whatever their senders like, also the bytes of a record, and a reader looks for
 * records behind damage. So a record begins with a value that no sender can know: its log file's
 * random nonce.
 *
 * Without the nonce no record of the log file can be read. So a log file has its header twice, as
 * the cursor file has the cursor: so far apart that one bad sector leaves one of the copies. Both
 * are in the first write of the log file, with its first record.
 *
 * Footfall reads earlier versions, and does not write them. Rows of `events` lack the column
 * `marks` in version 2. Version 1 also has no nonce, and one header, of the first 16 bytes.
 */
const magics = ["FFLOG1\r\n", "FFLOG2\r\n", "FFLOG3\r\n"].map((magic) =>
  Buffer.from(magic, "latin1"),
);
const magicBytes = 8;
const versionAt = 5;
const firstHeaderBytes = 16;
const nonceBytes = 8;
const noNonce = Buffer.alloc(0);
export const headerCopyBytes = firstHeaderBytes + nonceBytes + 4;
export const headerCopyOffsets = [0, 4_096] as const;
/** Bytes before the first record. */
export const logFileHeaderBytes = headerCopyOffsets[1] + headerCopyBytes;

export interface LogFileHeader {
  /** The version of its format. */
  readonly version: number;
  /** The offset at which the log file before ends. */
  readonly previousEnd: number;
  /** The bytes that each of its records begins with. */
  readonly nonce: Buffer;
  /** The offset of the first record. */
  readonly recordsAt: number;
}

/** Returns bytes that nobody can guess. */
export function newNonce(): Buffer {
  return randomBytes(nonceBytes);
}

/** Returns both copies of the header, with the zeros between them. */
export function encodeLogFileHeader(previousEnd: number, nonce: Buffer): Buffer {
  const header = Buffer.alloc(logFileHeaderBytes);
  const copy = header.subarray(0, headerCopyBytes);
  magics.at(-1)?.copy(copy);
  copy.writeUInt32LE(previousEnd, 8);
  copy.writeUInt32LE(crc32(copy.subarray(0, 12)), 12);
  nonce.copy(copy, firstHeaderBytes);
  copy.writeUInt32LE(crc32(copy.subarray(0, 24)), 24);
  copy.copy(header, headerCopyOffsets[1]);
  return header;
}

/**
 * Returns the header that these bytes are a copy of; undefined if they are none.
 * Throws if the header is of a version that this program does not know.
 */
export function decodeLogFileHeader(copy: Buffer): LogFileHeader | undefined {
  if (copy.length < firstHeaderBytes) return undefined;
  if (copy.readUInt32LE(12) !== crc32(copy.subarray(0, 12))) return undefined;
  const previousEnd = copy.readUInt32LE(8);
  const version = 1 + magics.findIndex((magic) => magic.equals(copy.subarray(0, magicBytes)));
  if (version === 0) {
    const newer = copy.toString("latin1", versionAt, versionAt + 1);
    throw new Error(`the log has format version ${newer}, which needs a newer Footfall`);
  }
  if (version === 1) return { version, previousEnd, nonce: noNonce, recordsAt: firstHeaderBytes };
  if (copy.length < headerCopyBytes) return undefined;
  if (copy.readUInt32LE(24) !== crc32(copy.subarray(0, 24))) return undefined;
  const nonce = copy.subarray(firstHeaderBytes, firstHeaderBytes + nonceBytes);
  return { version, previousEnd, nonce, recordsAt: logFileHeaderBytes };
}

/** The tables whose rows go through the log. Their numbers in a part never change. */
const tableNumbers = { events: 1, drops: 2, reads: 3 } as const;
export type Table = keyof typeof tableNumbers;
export const tables = Object.keys(tableNumbers) as Table[];

/** Rows of one table and month. */
export interface RecordPart {
  readonly table: Table;
  readonly month: number;
  readonly rowCount: number;
  readonly rows: Buffer;
}

/** Bytes of length and CRC, which follow the nonce. */
const lengthAndCrcBytes = 8;
const timeBytes = 8;
const partHeaderBytes = 16;
/** The longest payload that is written. A length beyond this is damage. */
const payloadBytesMax = 256 * 1024 ** 2;

/** Returns how many bytes the part takes in a record. */
export function partBytes({ rows }: RecordPart): number {
  return partHeaderBytes + rows.length;
}

/** Returns the record's bytes. Throws `RangeError` if the parts are too large for one record. */
export function encodeRecord(parts: readonly RecordPart[], timeMs: number, nonce: Buffer): Buffer {
  const payloadBytes = parts.reduce((sum, part) => sum + partBytes(part), timeBytes);
  if (payloadBytes > payloadBytesMax) throw new RangeError(`a record of ${payloadBytes} bytes`);
  const payloadAt = nonce.length + lengthAndCrcBytes;
  const record = Buffer.allocUnsafe(payloadAt + payloadBytes);
  nonce.copy(record);
  record.writeUInt32LE(payloadBytes, nonce.length);
  let position = record.writeBigUInt64LE(BigInt(timeMs), payloadAt);
  for (const { table, month, rowCount, rows } of parts) {
    position = record.writeUInt32LE(tableNumbers[table], position);
    position = record.writeUInt32LE(month, position);
    position = record.writeUInt32LE(rowCount, position);
    position = record.writeUInt32LE(rows.length, position);
    position += rows.copy(record, position);
  }
  record.writeUInt32LE(checksum(record.subarray(payloadAt), nonce), nonce.length + 4);
  return record;
}

export type Decoded =
  | {
      readonly kind: "record";
      readonly timeMs: number;
      readonly parts: readonly RecordPart[];
      readonly bytes: number;
    }
  /** The bytes end within the record: more are needed, or the writer died here. */
  | { readonly kind: "incomplete"; readonly bytesNeeded: number }
  /** `bytes` is the length that the record claims to have, where that is a possible one. */
  | { readonly kind: "damaged"; readonly bytes?: number };

/** Reads the record that begins at `position`. The parts share memory with `bytes`. */
export function decodeRecord(bytes: Buffer, position: number, nonce: Buffer): Decoded {
  const payloadAt = position + nonce.length + lengthAndCrcBytes;
  if (bytes.length < payloadAt) return { kind: "incomplete", bytesNeeded: payloadAt - position };
  if (!bytes.subarray(position, position + nonce.length).equals(nonce)) return { kind: "damaged" };
  const payloadBytes = bytes.readUInt32LE(payloadAt - 8);
  if (payloadBytes === 0 || payloadBytes > payloadBytesMax) return { kind: "damaged" };
  const end = payloadAt + payloadBytes;
  if (bytes.length < end) return { kind: "incomplete", bytesNeeded: end - position };
  const payload = bytes.subarray(payloadAt, end);
  // Parts before checksum: they are quicker to check where a search tries every offset.
  const parts = decodeParts(payload);
  const isWhole =
    parts !== undefined && bytes.readUInt32LE(payloadAt - 4) === checksum(payload, nonce);
  if (!isWhole) return { kind: "damaged", bytes: end - position };
  const timeMs = Number(payload.readBigUInt64LE(0));
  return { kind: "record", timeMs, parts, bytes: end - position };
}

function decodeParts(payload: Buffer): RecordPart[] | undefined {
  const parts: RecordPart[] = [];
  let position = timeBytes;
  while (position + partHeaderBytes <= payload.length) {
    const number = payload.readUInt32LE(position);
    const table = tables.find((name) => tableNumbers[name] === number);
    if (table === undefined) return undefined;
    const month = payload.readUInt32LE(position + 4);
    const rowCount = payload.readUInt32LE(position + 8);
    const start = position + partHeaderBytes;
    position = start + payload.readUInt32LE(position + 12);
    parts.push({ table, month, rowCount, rows: payload.subarray(start, position) });
  }
  return position === payload.length ? parts : undefined;
}

/** Returns a CRC-32 that covers the length too: a wrong length must not find a right payload. */
function checksum(payload: Buffer, nonce: Buffer): number {
  return crc32(payload, crc32(nonce, payload.length));
}

/** Returns one part for each table and month. */
export function mergeParts(parts: readonly RecordPart[]): RecordPart[] {
  const groups = new Map<string, RecordPart[]>();
  for (const part of parts) {
    const key = `${part.table} ${part.month}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [part]);
    else group.push(part);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const rowCount = group.reduce((sum, part) => sum + part.rowCount, 0);
    return { ...first, rowCount, rows: Buffer.concat(group.map(({ rows }) => rows)) };
  });
}
