import { join } from "node:path";

import type { FileSystem, LogFile } from "./file-system.ts";
import { logStart, type Position, segmentName, segmentNumber } from "./position.ts";
import {
  decodeRecord,
  decodeSegmentHeader,
  headerCopyBytes,
  headerCopyOffsets,
  type RecordPart,
  type SegmentHeader,
  segmentHeaderBytes,
} from "./record.ts";

/** How far a log that is still written may be read. */
export interface ReadLimit {
  readonly end: Position;
}

/** Records that stand one behind the other in one segment. */
export interface Chunk {
  /** When the first of them was written. */
  readonly timeMs: number;
  readonly parts: readonly RecordPart[];
  readonly bytes: number;
  /** Where the next record begins. */
  readonly next: Position;
}

/** Bytes that are no record; none where a segment or its end is missing. */
export interface Damage {
  readonly segment: number;
  readonly offset: number;
  readonly bytes: Buffer;
  /** At the end of a log whose writer died: the record that it was writing, never acknowledged. */
  readonly tornTail: boolean;
}

export interface LogReaderOptions {
  readonly fs: FileSystem;
  readonly directory: string;
  /** Without it the writer is gone, and everything may be read. */
  readonly limit?: ReadLimit;
  readonly onDamage: (damage: Damage) => Promise<void>;
}

/**
 * Reads a log's records in their order.
 *
 * - What is damaged is handed to `onDamage` and passed over: the reading goes on at the next place where
 *   a record stands whole, so that one bad sector costs the records on it and no others.
 * - A segment ends where its writer says: at `limit`, or as the next segment's header has it. What stands
 *   behind was never acknowledged and is not looked at. Only the last segment of a dead writer ends
 *   where its file ends, and there a record that is cut off is no damage: it is torn.
 * - What an event says never becomes a record: where a search looks for one, it looks for the nonce of
 *   the segment. Version 1 has none, so nothing is searched behind a record that is cut off.
 * - Of a segment with no good header no record can be told from what an event says: it is damaged as
 *   a whole.
 */
export class LogReader {
  readonly #options: LogReaderOptions;

  constructor(options: LogReaderOptions) {
    this.#options = options;
  }

  /**
   * The records from `start` on, up to about `bytesMax` of them; undefined when there are none.
   * Throws when the format is of a version that this program does not know.
   */
  async read(start: Position, bytesMax: number): Promise<Chunk | undefined> {
    const { onDamage, limit } = this.#options;
    const last = limit?.end;
    let expected = Math.max(start.segment, logStart.segment);
    for (const segment of await this.#segments(last)) {
      if (segment < expected) continue;
      if (segment > expected) {
        await onDamage({ segment: expected, offset: 0, bytes: Buffer.alloc(0), tornTail: false });
      }
      expected = segment + 1;
      const offset = segment === start.segment ? start.offset : 0;
      const chunk = await this.#readSegment({ segment, offset }, last, bytesMax);
      if (chunk !== undefined) return chunk;
    }
    return undefined;
  }

  /** Bytes of the files from `start` on, whatever they hold. */
  async bytesFrom(start: Position): Promise<number> {
    let bytes = 0;
    for (const segment of await this.#segments()) {
      if (segment < start.segment) continue;
      const file = await this.#options.fs.open(this.#path(segment));
      try {
        bytes += (await file.size()) - (segment === start.segment ? start.offset : 0);
      } finally {
        await file.close();
      }
    }
    return bytes;
  }

  /** Deletes the segments before `position`. */
  async removeBefore(position: Position): Promise<void> {
    for (const segment of await this.#segments()) {
      if (segment < position.segment) await this.#options.fs.remove(this.#path(segment));
    }
  }

  async #segments(last?: Position): Promise<number[]> {
    const { fs, directory } = this.#options;
    const numbers = (await fs.list(directory)).flatMap((name) => segmentNumber(name) ?? []);
    return numbers.filter((number) => number <= (last?.segment ?? number)).sort((a, b) => a - b);
  }

  #path(segment: number): string {
    return join(this.#options.directory, segmentName(segment));
  }

  async #readSegment(
    { segment, offset }: Position,
    last: Position | undefined,
    bytesMax: number,
  ): Promise<Chunk | undefined> {
    const { fs, onDamage } = this.#options;
    const file = await fs.open(this.#path(segment));
    try {
      const header = await readHeader(file);
      const statedEnd = last?.segment === segment ? last.offset : await this.#statedEnd(segment);
      const isLast = statedEnd === undefined;
      const end = statedEnd ?? (await file.size());
      if (header === undefined) {
        const bytes = await file.readAt(offset, Math.max(0, end - offset));
        const tornTail = isLast && wasNeverBegun(bytes);
        if (offset < end) await onDamage({ segment, offset, bytes, tornTail });
        return undefined;
      }
      const { recordsAt, nonce } = header;
      let position = offset > 0 ? offset : recordsAt;
      while (position < end) {
        const run = await readRecords(file, { start: position, end, bytesMax, nonce });
        const { timeMs, parts, bytes, isCutOff } = run;
        if (parts.length > 0) {
          return { timeMs, parts, bytes, next: { segment, offset: position + bytes } };
        }
        const rest = await file.readAt(position, end - position);
        const isSearched = nonce.length > 0 || !isLast || !isCutOff;
        const next = isSearched ? nextRecord(rest, nonce) : undefined;
        await onDamage({
          segment,
          offset: position,
          bytes: rest.subarray(0, next),
          tornTail: isLast && next === undefined && (isCutOff || wasNeverWritten(rest)),
        });
        position = next === undefined ? end : position + next;
      }
      return undefined;
    } finally {
      await file.close();
    }
  }

  /** Where a segment ends, as the next one has it. */
  async #statedEnd(segment: number): Promise<number | undefined> {
    const { fs } = this.#options;
    if (!(await this.#segments()).includes(segment + 1)) return undefined;
    const file = await fs.open(this.#path(segment + 1));
    try {
      return (await readHeader(file))?.previousEnd;
    } finally {
      await file.close();
    }
  }
}

/** The first copy that is good. Throws when there is none, and one of them could not be read. */
async function readHeader(file: LogFile): Promise<SegmentHeader | undefined> {
  let failure: unknown;
  for (const offset of headerCopyOffsets) {
    const copy = await file.readAt(offset, headerCopyBytes).catch((error: unknown) => {
      failure = error;
    });
    const header = copy && decodeSegmentHeader(copy);
    if (header !== undefined) return header;
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly bytesMax: number;
  /** Of the segment. */
  readonly nonce: Buffer;
}

interface RecordRun {
  /** Of the first record. */
  readonly timeMs: number;
  readonly parts: readonly RecordPart[];
  readonly bytes: number;
  /** The bytes end within the record that follows. */
  readonly isCutOff: boolean;
}

/** Some file systems make a file longer before its bytes are there. */
function wasNeverWritten(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

/** The first write of a segment brings its header. */
function wasNeverBegun(bytes: Buffer): boolean {
  return bytes.length < headerCopyBytes || wasNeverWritten(bytes.subarray(0, segmentHeaderBytes));
}

/** Whole records from `start` on: at least the first one, then as many as `bytesMax` holds. */
async function readRecords(
  file: LogFile,
  { start, end, bytesMax, nonce }: Stretch,
): Promise<RecordRun> {
  let bytes = await file.readAt(start, Math.min(bytesMax, end - start));
  const first = decodeRecord(bytes, 0, nonce);
  if (first.kind === "incomplete" && start + first.bytesNeeded <= end) {
    bytes = await file.readAt(start, first.bytesNeeded);
  }
  const parts: RecordPart[] = [];
  let timeMs = 0;
  for (let position = 0; ; ) {
    const decoded = decodeRecord(bytes, position, nonce);
    if (decoded.kind !== "record") {
      return { timeMs, parts, bytes: position, isCutOff: decoded.kind === "incomplete" };
    }
    if (position === 0) timeMs = decoded.timeMs;
    parts.push(...decoded.parts);
    position += decoded.bytes;
  }
}

/** The offset, after the first byte, at which a record stands whole; first where this one says that it ends. */
function nextRecord(bytes: Buffer, nonce: Buffer): number | undefined {
  const isRecord = (position: number) => decodeRecord(bytes, position, nonce).kind === "record";
  const stated = decodeRecord(bytes, 0, nonce);
  if (stated.kind === "damaged" && stated.bytes !== undefined) {
    if (stated.bytes === bytes.length || isRecord(stated.bytes)) return stated.bytes;
  }
  // The empty nonce of version 1 is at every offset.
  let position = bytes.indexOf(nonce, 1);
  while (position !== -1 && position < bytes.length) {
    if (isRecord(position)) return position;
    position = bytes.indexOf(nonce, position + 1);
  }
  return undefined;
}
