import { join } from "node:path";
import { completeRows } from "../events/earlier-rows.ts";
import { logFileName, logFileNumber, logStart, type Position } from "./position.ts";
import {
  decodeLogFileHeader,
  decodeRecord,
  headerCopyBytes,
  headerCopyOffsets,
  type LogFileHeader,
  logFileHeaderBytes,
  type RecordPart,
} from "./record.ts";
import type { FileSystem, OpenFile } from "./synced-disk.ts";

/** The version of the format since which events have marks. */
const marksSince = 3;

/** The position up to which a log that is still written may be read. */
export interface ReadLimit {
  readonly end: Position;
}

/** Consecutive records of one log file. */
export interface Chunk {
  /** The time at which the first of them was written, in milliseconds since the epoch. */
  readonly timeMs: number;
  readonly parts: readonly RecordPart[];
  readonly bytes: number;
  /** The position at which the next record begins. */
  readonly next: Position;
}

/** Bytes that are no record. `bytes` is empty where a log file or its end is missing. */
export interface Damage {
  readonly logFile: number;
  readonly offset: number;
  readonly bytes: Buffer;
  /** Whether it is the record that a dead writer was writing last, which was never acknowledged. */
  readonly tornTail: boolean;
}

export interface LogReaderOptions {
  readonly fs: FileSystem;
  readonly directory: string;
  /** Undefined where the writer is gone: then everything may be read. */
  readonly limit?: ReadLimit;
  readonly onDamage: (damage: Damage) => Promise<void>;
}

/**
 * Reads a log's records in their order.
 *
 * - The reader hands damaged bytes to `onDamage`, and continues at the next whole record. So one
 *   bad sector costs the records on it and no others.
 * - A log file ends where its writer says: at `limit`, or as the next log file's header has it.
 *   Bytes behind its end were never acknowledged, and the reader ignores them. Only the last log
 *   file of a dead writer ends where its file ends. There a record that is cut off is no damage: it
 *   is torn.
 * - The reader never takes the content of an event for a record: a search for the next record looks
 *   for the log file's nonce. Version 1 has no nonce, and cannot promise that. So the reader does
 *   not search behind a record that is cut off at the end of such a log.
 * - In a log file without a good header, nothing tells a record from the content of an event. So
 *   the log file is damaged as a whole.
 */
export class LogReader {
  readonly #options: LogReaderOptions;

  constructor(options: LogReaderOptions) {
    this.#options = options;
  }

  /**
   * Returns the records from `start` on, about `bytesMax` bytes of them at most; undefined if there
   * are none. Throws if the format is of a version that this program does not know.
   */
  async read(start: Position, bytesMax: number): Promise<Chunk | undefined> {
    const { onDamage, limit } = this.#options;
    const last = limit?.end;
    let expected = Math.max(start.logFile, logStart.logFile);
    for (const logFile of await this.#logFiles(last)) {
      if (logFile < expected) continue;
      if (logFile > expected) {
        await onDamage({ logFile: expected, offset: 0, bytes: Buffer.alloc(0), tornTail: false });
      }
      expected = logFile + 1;
      const offset = logFile === start.logFile ? start.offset : 0;
      const chunk = await this.#readLogFile({ logFile, offset }, last, bytesMax);
      if (chunk !== undefined) return chunk;
    }
    return undefined;
  }

  /** Returns the bytes of the files from `start` on, whatever they hold. */
  async bytesFrom(start: Position): Promise<number> {
    let bytes = 0;
    for (const logFile of await this.#logFiles()) {
      if (logFile < start.logFile) continue;
      const file = await this.#options.fs.open(this.#path(logFile));
      try {
        bytes += (await file.size()) - (logFile === start.logFile ? start.offset : 0);
      } finally {
        await file.close();
      }
    }
    return bytes;
  }

  /** Deletes the log files before `position`. */
  async removeBefore(position: Position): Promise<void> {
    for (const logFile of await this.#logFiles()) {
      if (logFile < position.logFile) await this.#options.fs.remove(this.#path(logFile));
    }
  }

  async #logFiles(last?: Position): Promise<number[]> {
    const { fs, directory } = this.#options;
    const numbers = (await fs.list(directory)).flatMap((name) => logFileNumber(name) ?? []);
    return numbers.filter((number) => number <= (last?.logFile ?? number)).sort((a, b) => a - b);
  }

  #path(logFile: number): string {
    return join(this.#options.directory, logFileName(logFile));
  }

  async #readLogFile(
    { logFile, offset }: Position,
    last: Position | undefined,
    bytesMax: number,
  ): Promise<Chunk | undefined> {
    const { fs, onDamage } = this.#options;
    const file = await fs.open(this.#path(logFile));
    try {
      const header = await readHeader(file);
      const writerEnd = last?.logFile === logFile ? last.offset : await this.#writerEnd(logFile);
      const isLast = writerEnd === undefined;
      const end = writerEnd ?? (await file.size());
      if (header === undefined) {
        const bytes = await file.readAt(offset, Math.max(0, end - offset));
        const tornTail = isLast && wasNeverBegun(bytes);
        if (offset < end) await onDamage({ logFile, offset, bytes, tornTail });
        return undefined;
      }
      const { recordsAt, nonce } = header;
      let position = offset > 0 ? offset : recordsAt;
      while (position < end) {
        const run = await readRecords(file, { start: position, end, bytesMax, nonce });
        const { timeMs, parts, bytes, isCutOff } = run;
        if (parts.length > 0) {
          const next = { logFile, offset: position + bytes };
          return { timeMs, parts: parts.map((part) => completePart(part, header)), bytes, next };
        }
        const rest = await file.readAt(position, end - position);
        const isSearched = nonce.length > 0 || !isLast || !isCutOff;
        const next = isSearched ? nextRecord(rest, nonce) : undefined;
        await onDamage({
          logFile,
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

  /** Returns where the log file ends by the next log file's header; undefined without that. */
  async #writerEnd(logFile: number): Promise<number | undefined> {
    const { fs } = this.#options;
    if (!(await this.#logFiles()).includes(logFile + 1)) return undefined;
    const file = await fs.open(this.#path(logFile + 1));
    try {
      return (await readHeader(file))?.previousEnd;
    } finally {
      await file.close();
    }
  }
}

/**
 * Returns the first good copy of the header; undefined if both are damaged. Throws if there is no
 * good copy and one of them could not be read.
 */
async function readHeader(file: OpenFile): Promise<LogFileHeader | undefined> {
  let failure: unknown;
  for (const offset of headerCopyOffsets) {
    const copy = await file.readAt(offset, headerCopyBytes).catch((error: unknown) => {
      failure = error;
    });
    const header = copy && decodeLogFileHeader(copy);
    if (header !== undefined) return header;
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

/** Returns the part with rows as they are today. */
function completePart(part: RecordPart, { version }: LogFileHeader): RecordPart {
  if (part.table !== "events" || version >= marksSince) return part;
  return { ...part, rows: completeRows(part.rows) };
}

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly bytesMax: number;
  /** The log file's nonce. */
  readonly nonce: Buffer;
}

interface RecordRun {
  /** The time of the first record. */
  readonly timeMs: number;
  readonly parts: readonly RecordPart[];
  readonly bytes: number;
  /** Whether the bytes end within the record that follows. */
  readonly isCutOff: boolean;
}

/** Returns whether all bytes are 0: some file systems extend a file before they write its bytes. */
function wasNeverWritten(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

/**
 * Returns whether the log file's first write, which brings the header, left too few bytes for
 * one, or zeros alone.
 */
function wasNeverBegun(bytes: Buffer): boolean {
  return bytes.length < headerCopyBytes || wasNeverWritten(bytes.subarray(0, logFileHeaderBytes));
}

/**
 * Reads whole records from `start` on: at least the first one, then those that fit into `bytesMax`.
 * Returns no parts if there is no whole record at `start`.
 */
async function readRecords(
  file: OpenFile,
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

/**
 * Returns the offset, after the first byte, of the next whole record; undefined if there is none.
 * The offset at which the damaged record claims to end comes first, and may be the end of the
 * bytes.
 */
function nextRecord(bytes: Buffer, nonce: Buffer): number | undefined {
  const isRecord = (position: number) => decodeRecord(bytes, position, nonce).kind === "record";
  const first = decodeRecord(bytes, 0, nonce);
  if (first.kind === "damaged" && first.bytes !== undefined) {
    if (first.bytes === bytes.length || isRecord(first.bytes)) return first.bytes;
  }
  // The empty nonce of version 1 is at every offset.
  let position = bytes.indexOf(nonce, 1);
  while (position !== -1 && position < bytes.length) {
    if (isRecord(position)) return position;
    position = bytes.indexOf(nonce, position + 1);
  }
  return undefined;
}
