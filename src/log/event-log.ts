import { join } from "node:path";

import { Problem } from "../base/errors.ts";
import type { RowBinaryWriter } from "../events/row-binary.ts";
import { MonthRows } from "./month-rows.ts";
import { logFileName, logStart, type Position } from "./position.ts";
import {
  encodeLogFileHeader,
  encodeRecord,
  newNonce,
  partBytes,
  type RecordPart,
} from "./record.ts";
import type { FileSystem, OpenFile } from "./synced-disk.ts";

/** The log closes a log file that has grown beyond this. Shipped log files are deleted whole. */
const logFileBytesMax = 64 * 1024 ** 2;
/** Bytes that may wait for the disk in memory. Beyond that the answer is 503. */
const waitingBytesMax = 32 * 1024 ** 2;

/** The time after a failed write or fsync for which `accepts` is false. */
const failureEffectMs = 10_000;

export interface EventLogOptions {
  readonly fs: FileSystem;
  /** An empty directory that exists, for this log alone. */
  readonly directory: string;
  /** Bytes of events that the store has not confirmed. At the limit the log refuses appends. */
  readonly bytesMax: number;
  readonly logFileBytesMax?: number;
  readonly waitingBytesMax?: number;
}

/** The file that the log writes to at present. */
interface LogFile {
  readonly number: number;
  readonly file: OpenFile;
  readonly nonce: Buffer;
  /** The end of its last good record; 0 while it holds none. */
  end: number;
}

/**
 * Files on this machine's disk in which accepted events wait for the store. One process writes
 * them.
 *
 * - An append resolves after an fsync that began when its bytes were in the file, and after an
 *   fsync of every directory entry that leads to them. Nothing else acknowledges an event.
 * - Appends that come while the disk is busy form a group, which the log writes as one record with
 *   one fsync. A group is on the disk as a whole or, by its checksum, not at all.
 * - After a failed write or fsync none of the group is acknowledged. The log never adds to that
 *   file again, as nothing tells what the kernel then holds of it. The next group begins a new
 *   log file.
 * - A log file's header says where the log file before ends. It is on the disk before anything in
 *   its log file is acknowledged. So no reader takes the remains of a failed write for a record.
 * - `end` is the end of a record that was acknowledged, and moves only forward.
 * - Only the process that made a file writes to it. After a crash its log is read, never continued.
 * - At the limit, and when the disk is full, the log refuses appends, quickly and with a 503.
 *   Events that it accepted before stay untouched.
 */
export class EventLog {
  readonly #fs: FileSystem;
  readonly #directory: string;
  #bytesMax: number;
  /** Says why the limit is lower than it was configured; undefined if it is not. */
  #lowReason: string | undefined;
  readonly #logFileBytesMax: number;
  readonly #waitingBytesMax: number;
  #logFile: LogFile | undefined;
  #end: Position = { logFile: logStart.logFile - 1, offset: 0 };
  #unshippedBytes = 0;
  #group = new Group();
  /** Bytes of the group that is being written. */
  #writingBytes = 0;
  #committing: Promise<void> | undefined;
  #closed = false;
  /** Whether the log file is to end behind the group that is being written. */
  #isLeaving = false;
  #failedMs = Number.NEGATIVE_INFINITY;
  #listener: () => void = () => {};

  constructor(options: EventLogOptions) {
    this.#fs = options.fs;
    this.#directory = options.directory;
    this.#bytesMax = options.bytesMax;
    this.#logFileBytesMax = options.logFileBytesMax ?? logFileBytesMax;
    this.#waitingBytesMax = options.waitingBytesMax ?? waitingBytesMax;
  }

  /** The position up to which the log is on the disk and may be read. */
  get end(): Position {
    return this.#end;
  }

  /** Whether the log takes appends: it is open, not full, and the disk did not fail lately. */
  get accepts(): boolean {
    const isFull = this.#unshippedBytes + this.#writingBytes + this.#group.bytes >= this.#bytesMax;
    return !this.#closed && !isFull && Date.now() - this.#failedMs > failureEffectMs;
  }

  /** Bytes on the disk that the store has not confirmed. */
  get unshippedBytes(): number {
    return this.#unshippedBytes;
  }

  /** Whether half of what the log may hold waits for the store. */
  get isHalfFull(): boolean {
    return this.#unshippedBytes * 2 >= this.#bytesMax;
  }

  /**
   * Sets another limit. Events that are in the log already stay. `lowReason` says why the disk
   * allows no more.
   */
  limit(bytesMax: number, lowReason?: string): void {
    this.#bytesMax = bytesMax;
    this.#lowReason = lowReason;
  }

  /** Calls `listener` after each group that reached the disk. */
  onGroup(listener: () => void): void {
    this.#listener = listener;
  }

  /**
   * Adds one row of `events`, which `write` writes. Resolves when the row is on the disk.
   * Throws `Problem` LOG_FULL if it is not, and never will be, and what `write` throws.
   */
  append(month: number, write: (writer: RowBinaryWriter) => void): Promise<void> {
    this.#refuseWhenFull(0);
    this.#group.add(month, write);
    return this.#committed();
  }

  /**
   * Adds prepared rows. They reach the disk, and are shipped, together or not at all. Resolves and
   * throws as `append` does.
   */
  appendParts(parts: readonly RecordPart[]): Promise<void> {
    if (parts.length === 0) return Promise.resolve();
    this.#refuseWhenFull(parts.reduce((sum, part) => sum + partBytes(part), 0));
    this.#group.addParts(parts);
    return this.#committed();
  }

  /**
   * Ends the log file that is written to, so that it can be deleted once it is shipped. Resolves
   * with the position at which the next one begins.
   */
  async leaveLogFile(): Promise<Position> {
    const next = this.nextStart;
    // A group that is on its way to the disk must not lose its file.
    if (this.#committing === undefined) await this.#leaveLogFile();
    else this.#isLeaving = true;
    return next;
  }

  /** The position at which the next log file begins. */
  get nextStart(): Position {
    return { logFile: this.#end.logFile + 1, offset: 0 };
  }

  /** Whether the next append begins a log file. */
  get isBetweenFiles(): boolean {
    return this.#logFile === undefined;
  }

  /** Frees bytes for appends, when the store has confirmed them. */
  release(bytes: number): void {
    this.#unshippedBytes -= bytes;
  }

  /** Refuses appends from now on, waits for those that were made, and closes the file. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#committing;
    await this.#leaveLogFile();
  }

  #refuseWhenFull(bytes: number): void {
    const waiting = this.#group.bytes;
    const total = this.#unshippedBytes + this.#writingBytes + waiting;
    const tooMuchWaits = waiting > 0 && waiting + bytes >= this.#waitingBytesMax;
    if (this.#closed || tooMuchWaits) throw new Problem("LOG_FULL");
    if (total < this.#bytesMax && total + bytes <= this.#bytesMax) return;
    if (this.#lowReason === undefined) throw new Problem("LOG_FULL");
    const message = "The server's disk is almost full, so events cannot be accepted now";
    throw new Problem("LOG_FULL", { message, cause: new Error(this.#lowReason) });
  }

  #committed(): Promise<void> {
    const { promise } = this.#group;
    this.#committing ??= this.#commitGroups();
    return promise;
  }

  async #commitGroups(): Promise<void> {
    // Appends of this turn of the event loop join the first group.
    await new Promise(setImmediate);
    while (!this.#group.isEmpty) {
      const group = this.#group;
      this.#group = new Group();
      this.#writingBytes = group.bytes;
      try {
        await this.#commit(group);
        group.resolve();
      } catch (error) {
        this.#failedMs = Date.now();
        group.reject(new Problem("LOG_FULL", { cause: error }));
        continue;
      } finally {
        this.#writingBytes = 0;
      }
      if (this.#isLeaving) await this.#leaveLogFile().catch(() => {});
      this.#listener();
    }
    this.#committing = undefined;
  }

  async #commit(group: Group): Promise<void> {
    if (this.#logFile && this.#logFile.end >= this.#logFileBytesMax) await this.#leaveLogFile();
    this.#logFile ??= await this.#createLogFile();
    const logFile = this.#logFile;
    const { nonce } = logFile;
    const record = encodeRecord(group.parts(), Date.now(), nonce);
    const isFirst = logFile.end === 0;
    const header = isFirst && encodeLogFileHeader(this.#end.offset, nonce);
    const bytes = header ? Buffer.concat([header, record]) : record;
    try {
      await logFile.file.writeAt(bytes, logFile.end);
      await logFile.file.sync();
      if (isFirst) await this.#fs.syncDirectory(this.#directory);
    } catch (error) {
      await this.#cutLogFile(logFile);
      throw error;
    }
    logFile.end += bytes.length;
    this.#end = { logFile: logFile.number, offset: logFile.end };
    this.#unshippedBytes += record.length;
  }

  async #createLogFile(): Promise<LogFile> {
    const number = this.#end.logFile + 1;
    const path = join(this.#directory, logFileName(number));
    // A failed write may have left a file of this name, of which nothing was acknowledged.
    await this.#fs.remove(path);
    return { number, file: await this.#fs.create(path), nonce: newNonce(), end: 0 };
  }

  async #leaveLogFile(): Promise<void> {
    const logFile = this.#logFile;
    this.#logFile = undefined;
    this.#isLeaving = false;
    await logFile?.file.close();
  }

  async #cutLogFile({ file, end }: LogFile): Promise<void> {
    this.#logFile = undefined;
    try {
      await file.truncate(end);
      await file.sync();
    } catch {
      // The bytes that stay were not acknowledged. The next log file's header will exclude them.
    }
    await file.close().catch(() => {});
  }
}

/** Appends that reach the disk together. */
class Group {
  readonly promise: Promise<void>;
  resolve: () => void = () => {};
  reject: (error: unknown) => void = () => {};
  readonly #rows = new MonthRows("events");
  readonly #prepared: RecordPart[] = [];
  /** The size of the record, roughly. */
  bytes = 0;
  isEmpty = true;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Every appender awaits the promise. A group without appenders must not end the process.
    this.promise.catch(() => {});
  }

  add(month: number, write: (writer: RowBinaryWriter) => void): void {
    this.bytes += this.#rows.add(month, write);
    this.isEmpty = false;
  }

  addParts(parts: readonly RecordPart[]): void {
    this.#prepared.push(...parts);
    for (const part of parts) this.bytes += partBytes(part);
    this.isEmpty = false;
  }

  parts(): RecordPart[] {
    return [...this.#rows.parts(), ...this.#prepared];
  }
}
