import { crc32 } from "node:zlib";

/**
 * The format of the log's files, version 1. All integers are little-endian.
 *
 *     segment: header, then records, one behind the other
 *     header:  "FFLOG1\r\n" (8 bytes; the digit is the version), the offset at which the segment before
 *              ends (uint32), CRC-32 of these 12 bytes (uint32)
 *     record:  length of the payload (uint32), CRC-32 of length and payload (uint32), payload
 *     payload: time in milliseconds since the epoch (uint64), parts, one behind the other
 *     part:    table (uint32; 1 is `events`, 2 is `drops`), month such as 202611 (uint32), number of
 *              rows (uint32), bytes (uint32), rows
 *
 * A record is what was appended between two fsyncs: it is on the disk as a whole or not at all, as
 * its CRC tells. Its time says how long it has been waiting, and nothing else. The rows of a part are
 * RowBinary, exactly as they are sent to ClickHouse. A length of 0 is no record: what follows was never
 * written.
 */
const magic = Buffer.from("FFLOG1\r\n", "latin1");
const versionAt = 5;
export const segmentHeaderBytes = 16;

export function encodeSegmentHeader(previousEnd: number): Buffer {
  const header = Buffer.alloc(segmentHeaderBytes);
  magic.copy(header);
  header.writeUInt32LE(previousEnd, 8);
  header.writeUInt32LE(crc32(header.subarray(0, 12)), 12);
  return header;
}

/**
 * The offset at which the segment before ends; undefined when these bytes are no header.
 * Throws when it is one of a version that this program does not know.
 */
export function decodeSegmentHeader(header: Buffer): number | undefined {
  if (header.length < segmentHeaderBytes) return undefined;
  if (header.readUInt32LE(12) !== crc32(header.subarray(0, 12))) return undefined;
  if (!header.subarray(0, magic.length).equals(magic)) {
    const version = header.toString("latin1", versionAt, versionAt + 1);
    throw new Error(`the log has format version ${version}, which needs a newer Footfall`);
  }
  return header.readUInt32LE(8);
}

/** The tables whose rows go through the log. Their numbers in a part never change. */
const tableNumbers = { events: 1, drops: 2 } as const;
export type Table = keyof typeof tableNumbers;
export const tables = Object.keys(tableNumbers) as Table[];

/** Rows of one table and month. */
export interface Part {
  readonly table: Table;
  readonly month: number;
  readonly rowCount: number;
  readonly rows: Buffer;
}

const recordHeaderBytes = 8;
const timeBytes = 8;
const partHeaderBytes = 16;
/** A length beyond this is damage: no such record is written. */
const payloadBytesMax = 256 * 1024 ** 2;

/** What a part takes in a record. */
export function partBytes({ rows }: Part): number {
  return partHeaderBytes + rows.length;
}

/** Throws `RangeError` when that is too much for one record. */
export function encodeRecord(parts: readonly Part[], timeMs: number): Buffer {
  const payloadBytes = parts.reduce((sum, part) => sum + partBytes(part), timeBytes);
  if (payloadBytes > payloadBytesMax) throw new RangeError(`a record of ${payloadBytes} bytes`);
  const record = Buffer.allocUnsafe(recordHeaderBytes + payloadBytes);
  record.writeUInt32LE(payloadBytes, 0);
  let position = record.writeBigUInt64LE(BigInt(timeMs), recordHeaderBytes);
  for (const { table, month, rowCount, rows } of parts) {
    position = record.writeUInt32LE(tableNumbers[table], position);
    position = record.writeUInt32LE(month, position);
    position = record.writeUInt32LE(rowCount, position);
    position = record.writeUInt32LE(rows.length, position);
    position += rows.copy(record, position);
  }
  record.writeUInt32LE(checksum(record, payloadBytes), 4);
  return record;
}

export type Decoded =
  | {
      readonly kind: "record";
      readonly timeMs: number;
      readonly parts: readonly Part[];
      readonly bytes: number;
    }
  /** The bytes end within the record: more are needed, or the writer died here. */
  | { readonly kind: "incomplete"; readonly bytesNeeded: number }
  /** `bytes` is what it says to be long, where that can be. */
  | { readonly kind: "damaged"; readonly bytes?: number };

/** Reads the record that begins at `position`. The parts share memory with `bytes`. */
export function decodeRecord(bytes: Buffer, position: number): Decoded {
  if (bytes.length < position + recordHeaderBytes) {
    return { kind: "incomplete", bytesNeeded: recordHeaderBytes };
  }
  const payloadBytes = bytes.readUInt32LE(position);
  if (payloadBytes === 0 || payloadBytes > payloadBytesMax) return { kind: "damaged" };
  const end = position + recordHeaderBytes + payloadBytes;
  if (bytes.length < end) return { kind: "incomplete", bytesNeeded: end - position };
  const record = bytes.subarray(position, end);
  // The parts first: they are quick to see through where a search tries every offset.
  const parts = decodeParts(record);
  const isWhole = parts !== undefined && record.readUInt32LE(4) === checksum(record, payloadBytes);
  if (!isWhole) return { kind: "damaged", bytes: record.length };
  const timeMs = Number(record.readBigUInt64LE(recordHeaderBytes));
  return { kind: "record", timeMs, parts, bytes: record.length };
}

function decodeParts(record: Buffer): Part[] | undefined {
  const parts: Part[] = [];
  let position = recordHeaderBytes + timeBytes;
  while (position + partHeaderBytes <= record.length) {
    const number = record.readUInt32LE(position);
    const table = tables.find((name) => tableNumbers[name] === number);
    if (table === undefined) return undefined;
    const month = record.readUInt32LE(position + 4);
    const rowCount = record.readUInt32LE(position + 8);
    const start = position + partHeaderBytes;
    position = start + record.readUInt32LE(position + 12);
    parts.push({ table, month, rowCount, rows: record.subarray(start, position) });
  }
  return position === record.length ? parts : undefined;
}

/** Over the length too: a wrong length must not find a right payload. */
function checksum(record: Buffer, payloadBytes: number): number {
  return crc32(record.subarray(recordHeaderBytes), payloadBytes);
}
