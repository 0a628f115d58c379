import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger as Logger } from "fastify";
import { untilAborted } from "../base/async/abort-signal.ts";
import { batchIdOf } from "../events/batch-id.ts";
import { type Batch, BatchRefused, type BatchStore } from "./batch.ts";
import { pauseAfter } from "./batch-interval.ts";
import { type Cursor, readCursor, saveCursor } from "./cursor.ts";
import type { EventLog } from "./event-log.ts";
import { type Chunk, LogReader, type ReadLimit } from "./log-reader.ts";
import { isBefore, logStart, type Position } from "./position.ts";
import { PositionWaiters } from "./position-waiters.ts";
import type { Quarantine } from "./quarantine.ts";
import { RecentEnds } from "./recent-ends.ts";
import { mergeParts, type RecordPart } from "./record.ts";
import {
  type Backlog,
  noneOfAny,
  type ShippingCounts,
  type ShippingSource,
} from "./shipping-source.ts";
import type { FileSystem } from "./synced-disk.ts";

/** Bytes of records in one batch. A larger record is a batch of its own. */
const batchBytesMax = 16 * 1024 ** 2;
/** Behind a batch of at least half the limit, more is waiting: the next one follows at once. */
const fullBatchBytes = batchBytesMax / 2;
/**
 * Below this many bytes of records, the shipper may wait for more, see `waitMsMax`: an insert
 * writes about as much for one event as for a hundred.
 */
const batchBytesMin = 32 * 1024;
/**
 * The age from which `catchUp` waits for events. Under load each event is in the store about then,
 * so calls cost nothing.
 */
const catchUpAgeMs = 500;
/** The longest time that `catchUp` may hold up a query. */
export const catchUpMsMax = 1_000;
const backOffMsMin = 50;
const backOffMsMax = 5_000;
/**
 * Refusals in a row after which a batch is quarantined. A request that a proxy cut off looks like
 * wrong rows once; wrong rows always do.
 */
const refusalsMax = 3;
/** Bytes that hold the first record of most logs. The reader reads a larger one whole. */
const firstRecordBytes = 4_096;

export interface ShipperOptions {
  readonly fs: FileSystem;
  readonly directory: string;
  /** The log's name, which is part of its batches' ids. */
  readonly logId: string;
  /** The log while it is written. Without it the writer is gone, and all of the log is shipped. */
  readonly live?: EventLog;
  /** The time that events may wait for more while few come; none if undefined. */
  readonly waitMsMax?: number | undefined;
  readonly store: BatchStore;
  readonly quarantine: Quarantine;
  readonly logger: Logger;
}

interface ReadResult {
  readonly chunk: Chunk | undefined;
  /** The end of what was read; undefined where that is the end of the log. */
  readonly end: Position | undefined;
}

/**
 * Ships one log to the store, in order, each record exactly once.
 *
 * - The shipper freezes a batch before it first sends it: the saved cursor holds where the batch's
 *   records begin and end. They stand in one log file, and the batch ids derive from where they
 *   begin. So a batch has the same bytes under the same ids until the store has confirmed it, also
 *   across restarts and with other limits.
 * - `shipped` resolves, and the shipper rests, only when the saved cursor says that all is shipped.
 *   Otherwise a restart would ask the store for the last batch, and send it again if retention has
 *   deleted its events since. While batches follow each other, the save that freezes one says that
 *   the one before is shipped. So only a rest costs another save. While a few events wait for more,
 *   the saved cursor may lack the batch before them. Retention calls `shipped` before it deletes.
 * - After any outcome that is not a plain success, and after a restart, the batch may have arrived
 *   or not. Then `insertAgain` finds out, and sends what is missing.
 * - The shipper retries forever, with growing pauses. It quarantines only rows that the store
 *   refuses again and again for their content (`BatchRefused`), so that they do not hold up the
 *   rest.
 * - If records of a frozen batch were damaged after it was first sent, its first content is lost.
 *   The shipper sends the readable rest under the same ids, so it cannot be counted twice.
 * - The shipper removes a log's cursor last: without a cursor the whole log would be shipped again.
 * - It quarantines a log with a damaged cursor as a whole: nothing tells how much of it was
 *   shipped.
 */
export class Shipper implements ShippingSource {
  readonly #counts = {
    batches: noneOfAny(),
    rows: noneOfAny(),
    retries: 0,
  };
  readonly #options: ShipperOptions;
  readonly #stopping = new AbortController();
  /** The saved cursor. `run` reads the file only once, so that later damage to it does no harm. */
  #cursor: Cursor | undefined;
  #shipped: Position = logStart;
  #wake: () => void = () => {};
  /** The pending calls of `shipped`: each waits for the saved cursor to reach a position. */
  readonly #savedWaiters = new PositionWaiters();
  /** The pending calls of `catchUp`: each waits until everything up to a position is delivered. */
  readonly #deliveryWaiters = new PositionWaiters();
  readonly #recentEnds = new RecentEnds(catchUpAgeMs);
  /** When the first group was acknowledged that no batch has; undefined where that is not known. */
  #gatheredSinceMs: number | undefined;

  constructor(options: ShipperOptions) {
    const { live } = options;
    this.#options = options;
    live?.onGroup(() => {
      const nowMs = performance.now();
      this.#recentEnds.add(live.end, nowMs);
      this.#gatheredSinceMs ??= nowMs;
      this.#wake();
    });
  }

  /**
   * Ships until `stop` is called. Where the log's writer is gone, it also returns when the log is
   * shipped and removed, or quarantined.
   */
  async run(): Promise<void> {
    const { fs, directory, live, quarantine } = this.#options;
    this.#cursor ??= await readCursor(fs, directory);
    if (this.#cursor === undefined) return quarantine.log(directory, "its cursor is damaged");
    this.#advance(this.#cursor.shipped);
    if (isBefore(this.#shipped, this.#cursor.frozen)) await this.#recover(this.#cursor);
    let nextRead: Promise<ReadResult> | undefined;
    while (!this.#isStopping) {
      if (nextRead === undefined) await this.#gather();
      const startedMs = Date.now();
      const { chunk, end } = await (nextRead ?? this.#read(this.#shipped));
      nextRead = undefined;
      if (chunk === undefined) {
        if (end === undefined) return this.#remove();
        // Only damaged bytes may be left before `end`.
        this.#advance(end);
        await this.#nextGroup();
        continue;
      }
      const { next, bytes, parts } = chunk;
      const begin = { logFile: next.logFile, offset: next.offset - bytes };
      const isFull = bytes >= fullBatchBytes;
      await this.#save({ shipped: begin, frozen: next });
      const delivered = this.#deliver(begin, parts, false);
      if (isFull) nextRead = this.#read(next);
      // The next turn of the loop awaits the read, and sees its failure; after a stop nothing does.
      nextRead?.catch(() => {});
      await delivered;
      if (this.#isStopping) return;
      live?.release(bytes);
      this.#advance(next);
      if (!isFull) await this.#pause(pauseAfter(Date.now() - startedMs));
    }
  }

  get counts(): ShippingCounts {
    const { batches, damages, logs } = this.#options.quarantine.counts;
    return { ...this.#counts, rejected: batches, damages: damages + logs };
  }

  /**
   * Returns what the files hold. So a log that waits for its turn, or for a store that is
   * unavailable, counts too.
   */
  async backlog(): Promise<Backlog> {
    const { fs, directory, live } = this.#options;
    if (live?.unshippedBytes === 0) return { bytes: 0, oldestMs: undefined };
    try {
      // Before `run`, only the disk has the cursor. With a damaged one the whole log is backlog.
      const saved =
        live === undefined ? await readCursor(fs, directory).catch(() => {}) : undefined;
      const isAhead = saved !== undefined && isBefore(this.#shipped, saved.shipped);
      const shipped = isAhead ? saved.shipped : this.#shipped;
      const limit = live && { limit: { end: live.end } };
      // `run` reports damage when it gets there.
      const reader = new LogReader({ fs, directory, onDamage: async () => {}, ...limit });
      const bytes = live?.unshippedBytes ?? (await reader.bytesFrom(shipped));
      const first = await reader.read(shipped, firstRecordBytes);
      return { bytes, oldestMs: first?.timeMs };
    } catch (error) {
      // The log was shipped and removed meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      return { bytes: 0, oldestMs: undefined };
    }
  }

  /**
   * Resolves when everything that is in the log now is in the store, and the saved cursor says so.
   * The shipper makes no pauses between batches until then.
   */
  shipped(): Promise<void> {
    const until = this.#options.live?.end;
    const saved = this.#cursor?.shipped ?? logStart;
    if (until === undefined || !isBefore(saved, until)) return Promise.resolve();
    const shipped = this.#savedWaiters.wait(until);
    this.#wake();
    return shipped;
  }

  /**
   * Resolves when everything that is in the log now is in the store, and no file of the log has it
   * any more.
   */
  async forgotten(): Promise<void> {
    const { live } = this.#options;
    if (live === undefined) return;
    const next = await live.leaveLogFile();
    if (!isBefore(this.#cursor?.shipped ?? logStart, next)) return;
    const forgotten = this.#savedWaiters.wait(next);
    this.#wake();
    await forgotten;
  }

  /**
   * Resolves when every event that was acknowledged at least half a second before the call is in
   * the store, and at once if no older one waits. Resolves after a second in any case, as the store
   * may be unavailable or a backlog large.
   */
  catchUp(): Promise<void> {
    const until = this.#recentEnds.old(performance.now());
    if (!isBefore(this.#shipped, until)) return Promise.resolve();
    const delivered = this.#deliveryWaiters.wait(until, catchUpMsMax);
    this.#wake();
    return delivered;
  }

  /**
   * Ends the shipping at once: `run` returns without waiting for the store. The next start recovers
   * a batch that may be under way.
   */
  stop(): void {
    this.#stopping.abort();
    this.#wake();
  }

  /** Removes the log if all of it is shipped. Call it after `run` and the writer have ended. */
  async removeIfShipped(): Promise<void> {
    const end = this.#options.live?.end;
    if (end !== undefined && !isBefore(this.#shipped, end)) await this.#remove();
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #read(from: Position): Promise<ReadResult> {
    const { live } = this.#options;
    const end = live?.end;
    // Groups that come from now on are left to a later batch. If one batch cannot hold all until
    // now, the next one follows without waiting for more.
    this.#gatheredSinceMs = undefined;
    return { chunk: await this.#reader(end && { end }).read(from, batchBytesMax), end };
  }

  #reader(limit?: ReadLimit): LogReader {
    const { fs, directory, live, quarantine } = this.#options;
    return new LogReader({
      fs,
      directory,
      onDamage: async (damage) => {
        await quarantine.damage(directory, damage);
        live?.release(damage.bytes.length);
      },
      ...(limit && { limit }),
    });
  }

  /** Delivers the batch that an earlier run had frozen, and that may have arrived. */
  async #recover({ shipped, frozen }: Cursor): Promise<void> {
    const reader = this.#reader({ end: frozen });
    const parts: RecordPart[] = [];
    let position = shipped;
    let bytes = 0;
    for (;;) {
      const chunk = await reader.read(position, Number.POSITIVE_INFINITY);
      if (chunk === undefined) break;
      parts.push(...chunk.parts);
      bytes += chunk.bytes;
      position = chunk.next;
    }
    await this.#deliver(shipped, parts, true);
    if (this.#isStopping) return;
    this.#options.live?.release(bytes);
    this.#advance(frozen);
  }

  async #save(cursor: Cursor): Promise<void> {
    const { fs, directory } = this.#options;
    await this.#retry("the cursor of a log is not saved", async () => {
      await saveCursor(fs, directory, cursor);
      this.#cursor = cursor;
      await this.#reader().removeBefore(cursor.shipped);
      this.#savedWaiters.reached(cursor.shipped);
    });
  }

  async #deliver(
    begin: Position,
    parts: readonly RecordPart[],
    mayHaveArrived: boolean,
  ): Promise<void> {
    const { logId } = this.#options;
    for (const part of mergeParts(parts)) {
      const { table, month, rows } = part;
      const id = batchIdOf(`${logId} ${begin.logFile} ${begin.offset} ${table} ${month}`);
      await this.#insert({ id, table, month, rows }, part.rowCount, mayHaveArrived);
    }
  }

  async #insert(batch: Batch, rowCount: number, mayHaveArrived: boolean): Promise<void> {
    const { store, quarantine } = this.#options;
    let wasSent = mayHaveArrived;
    let attempts = 0;
    let refusals = 0;
    await this.#retry("events wait for the store", async () => {
      const inserted = wasSent ? store.insertAgain(batch) : store.insert(batch);
      wasSent = true;
      attempts += 1;
      if (attempts > 1) this.#counts.retries += 1;
      try {
        await untilAborted(inserted, this.#stopping.signal);
        this.#counts.batches[batch.table] += 1;
        this.#counts.rows[batch.table] += rowCount;
      } catch (error) {
        refusals = error instanceof BatchRefused ? refusals + 1 : 0;
        if (!(error instanceof BatchRefused) || refusals < refusalsMax) throw error;
        await quarantine.batch(batch, error);
      }
    });
  }

  /**
   * Runs the task until it succeeds or `stop` is called, with growing pauses. Logs each failure.
   */
  async #retry(trouble: string, task: () => Promise<void>): Promise<void> {
    for (let failures = 0; !this.#isStopping; failures += 1) {
      try {
        return await task();
      } catch (error) {
        if (this.#isStopping) return;
        this.#options.logger.warn({ err: error, failures }, trouble);
      }
      const pauseMs = Math.min(backOffMsMax, backOffMsMin * 2 ** failures);
      await delay(pauseMs * (0.5 + Math.random() / 2), undefined, {
        signal: this.#stopping.signal,
      }).catch(() => {});
    }
  }

  /** Waits until enough records have gathered, the first one has waited long, or a call waits. */
  async #gather(): Promise<void> {
    const { live, waitMsMax = 0 } = this.#options;
    if (live === undefined || this.#gatheredSinceMs === undefined) return;
    const ms = this.#gatheredSinceMs + waitMsMax - performance.now();
    await this.#pause(ms, () => live.unshippedBytes >= batchBytesMin || live.isHalfFull);
  }

  /** Waits until the time is over or the condition holds, but not while a call waits. */
  async #pause(ms: number, isOver = () => false): Promise<void> {
    if (ms <= 0 || this.#options.live === undefined) return;
    let timer: NodeJS.Timeout | undefined;
    await this.#until(
      () => isOver() || !this.#savedWaiters.isEmpty || !this.#deliveryWaiters.isEmpty,
      (over) => {
        timer = setTimeout(over, ms);
      },
    );
    clearTimeout(timer);
  }

  /** Saves the cursor where it lags behind, and rests until the log has another group. */
  async #nextGroup(): Promise<void> {
    const { live } = this.#options;
    const isAtEnd = () => live !== undefined && !isBefore(this.#shipped, live.end);
    // Behind the end of a file that gets no more records, the next one begins. A cursor there lets
    // the file go.
    if (live?.isBetweenFiles && isAtEnd()) this.#advance(live.nextStart);
    const shipped = this.#shipped;
    if (isBefore(this.#cursor?.shipped ?? logStart, shipped)) {
      await this.#save({ shipped, frozen: shipped });
    }
    await this.#until(() => !isAtEnd() || !this.#savedWaiters.isEmpty);
  }

  /** Resolves when the condition holds at a wake-up, when `start` calls back, or at the stop. */
  async #until(condition: () => boolean, start?: (over: () => void) => void): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = () => {
        if (this.#isStopping || condition()) resolve();
      };
      start?.(resolve);
      this.#wake();
    });
    this.#wake = () => {};
  }

  #advance(position: Position): void {
    // The end of an empty log lies before its start.
    if (isBefore(this.#shipped, position)) this.#shipped = position;
    this.#deliveryWaiters.reached(this.#shipped);
  }

  async #remove(): Promise<void> {
    const { fs, directory, logger, logId } = this.#options;
    await this.#reader().removeBefore({ logFile: Number.POSITIVE_INFINITY, offset: 0 });
    await fs.syncDirectory(directory);
    await fs.remove(directory);
    logger.debug({ logId }, "a log is shipped");
  }
}
