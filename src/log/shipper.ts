import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger as Logger } from "fastify";

import { batchIdOf } from "../events/batch-id.ts";
import { orAborted } from "../or-aborted.ts";
import { type Batch, BatchRefused, type BatchStore } from "./batch.ts";
import { type Cursor, readCursor, saveCursor } from "./cursor.ts";
import type { EventLog } from "./event-log.ts";
import type { FileSystem } from "./file-system.ts";
import { type Chunk, LogReader, type ReadLimit } from "./log-reader.ts";
import { isBefore, logStart, type Position } from "./position.ts";
import type { Quarantine } from "./quarantine.ts";
import type { RecordPart } from "./record.ts";
import type { Backlog, ShippingCounts, ShippingSource } from "./shipping-source.ts";

/** One insert at most, but for a record that is larger alone. */
const batchBytesMax = 16 * 1024 ** 2;
/** Behind a batch of at least half of it, more is waiting: the next one follows at once. */
const fullBatchBytes = batchBytesMax / 2;
/**
 * Batches begin so far apart, so that parts grow with the traffic and not their number: each costs ClickHouse
 * an insert and its share of merges, whatever is in it. Closer, down to the minimum, where a batch takes so long
 * that its events would not be counted within the second that is promised.
 */
const batchIntervalMs = { min: 250, max: 500 };
/** From the begin of one batch to the end of the next. */
const visibleWithinMs = 750;
const backOffMsMin = 50;
const backOffMsMax = 5_000;
/** A request that a proxy cut off looks like wrong rows once; wrong rows always do. */
const refusalsMax = 3;
/** Enough for the first record of most logs; a larger one is read whole. */
const firstRecordBytes = 4_096;

export interface ShipperOptions {
  readonly fs: FileSystem;
  readonly directory: string;
  /** The log's name, part of its batches' ids. */
  readonly logId: string;
  /** The log while it is written; without it the writer is gone, and the log is shipped to its end. */
  readonly live?: EventLog;
  readonly store: BatchStore;
  readonly quarantine: Quarantine;
  readonly logger: Logger;
}

/** What stands in the log, and up to where was looked; without an end, to the log's own. */
interface Read {
  readonly chunk: Chunk | undefined;
  readonly end: Position | undefined;
}

/**
 * Takes one log to the store, in order, each record exactly once.
 *
 * - A batch is frozen before it is first sent: the saved cursor holds where its records begin and end.
 *   They stand in one segment, and their ids derive from where they begin, so until the store has
 *   confirmed it, it is the same bytes under the same ids, also across restarts and other limits.
 * - `shipped` resolves, and the shipper rests, only when the saved cursor says that all is shipped.
 *   Otherwise a restart would ask the store for the last batch, and send it again where its events have
 *   been dropped since. While batches follow each other, the save that freezes one says that the one
 *   before is shipped: only a rest costs another save.
 * - After any outcome that is not a plain success, and after a restart, it is not known whether the
 *   batch arrived. Then it is `insertAgain` that finds out and sends what is missing.
 * - Attempts go on forever, with growing pauses. Only rows that the store keeps refusing for what they
 *   are (`BatchRefused`) are set aside, so that they do not hold up the rest.
 * - What was in the frozen batch when it was first sent is not known any more where its records were
 *   damaged since: the readable rest goes under the same ids, so it cannot be counted twice.
 * - A log is removed with its cursor last: a cursor that is missing would ship everything again.
 * - A log whose cursor is damaged is set aside as a whole: what of it was shipped is not known.
 */
export class Shipper implements ShippingSource {
  readonly #counts = {
    batches: { events: 0, drops: 0 },
    rows: { events: 0, drops: 0 },
    retries: 0,
  };
  readonly #options: ShipperOptions;
  readonly #stopping = new AbortController();
  /** The saved one; the file is read once, so that what happens to it later does no harm. */
  #cursor: Cursor | undefined;
  #shipped: Position = logStart;
  #wake: () => void = () => {};
  /** Who waits for a saved cursor to reach a position. */
  #waiting: { until: Position; resolve: () => void }[] = [];

  constructor(options: ShipperOptions) {
    this.#options = options;
    options.live?.onGroup(() => this.#wake());
  }

  /**
   * Ships until it is stopped, or, when the log's writer is gone, until everything is shipped and the
   * log removed, or set aside.
   */
  async run(): Promise<void> {
    const { fs, directory, live, quarantine } = this.#options;
    this.#cursor ??= await readCursor(fs, directory);
    if (this.#cursor === undefined) return quarantine.log(directory, "its cursor is damaged");
    this.#advance(this.#cursor.shipped);
    if (isBefore(this.#shipped, this.#cursor.frozen)) await this.#recover(this.#cursor);
    let ahead: Promise<Read> | undefined;
    while (!this.#isStopping) {
      const begunMs = Date.now();
      const { chunk, end } = await (ahead ?? this.#read(this.#shipped));
      ahead = undefined;
      if (chunk === undefined) {
        if (end === undefined) return this.#remove();
        // What may still be in front of it is damaged.
        this.#advance(end);
        await this.#nextGroup();
        continue;
      }
      const { next, bytes, parts } = chunk;
      const begin = { segment: next.segment, offset: next.offset - bytes };
      const isFull = bytes >= fullBatchBytes;
      await this.#save({ shipped: begin, frozen: next });
      const delivered = this.#deliver(begin, parts, false);
      if (isFull) ahead = this.#read(next);
      // Whoever awaits it learns of its failure.
      ahead?.catch(() => {});
      await delivered;
      if (this.#isStopping) return;
      live?.release(bytes);
      this.#advance(next);
      if (!isFull) await this.#pause(pauseAfter(Date.now() - begunMs));
    }
  }

  get counts(): ShippingCounts {
    const { batches, damages, logs } = this.#options.quarantine.counts;
    return { ...this.#counts, rejected: batches, damages: damages + logs };
  }

  /** Looks at the files: a log that waits for its turn, or for a store that is away, is in there too. */
  async backlog(): Promise<Backlog> {
    const { fs, directory, live } = this.#options;
    if (live?.unshippedBytes === 0) return { bytes: 0, oldestMs: undefined };
    try {
      // The cursor of a log that was not begun yet is on the disk alone. With a damaged one all of it waits.
      const saved =
        live === undefined ? await readCursor(fs, directory).catch(() => {}) : undefined;
      const isAhead = saved !== undefined && isBefore(this.#shipped, saved.shipped);
      const shipped = isAhead ? saved.shipped : this.#shipped;
      const limit = live && { limit: { end: live.end } };
      // What is damaged is told when its turn comes.
      const reader = new LogReader({ fs, directory, onDamage: async () => {}, ...limit });
      const bytes = live?.unshippedBytes ?? (await reader.bytesFrom(shipped));
      const first = await reader.read(shipped, firstRecordBytes);
      return { bytes, oldestMs: first?.timeMs };
    } catch (error) {
      // It was shipped and removed meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      return { bytes: 0, oldestMs: undefined };
    }
  }

  /**
   * Resolves when everything that is in the log now is in the store, and a restart knows it. Pauses
   * between batches are left out.
   */
  shipped(): Promise<void> {
    const until = this.#options.live?.end;
    const saved = this.#cursor?.shipped ?? logStart;
    if (until === undefined || !isBefore(saved, until)) return Promise.resolve();
    const shipped = new Promise<void>((resolve) => this.#waiting.push({ until, resolve }));
    this.#wake();
    return shipped;
  }

  /**
   * Ends the shipping where it stands; `run` returns without waiting for the store. A batch that may be
   * under way is recovered by the next start.
   */
  stop(): void {
    this.#stopping.abort();
    this.#wake();
  }

  /** After the end of `run` and of the writer: removes the log when nothing of it is left. */
  async removeIfShipped(): Promise<void> {
    const end = this.#options.live?.end;
    if (end !== undefined && !isBefore(this.#shipped, end)) await this.#remove();
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #read(from: Position): Promise<Read> {
    const { live } = this.#options;
    const end = live?.end;
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

  /** Makes sure of the batch that an earlier run had frozen. */
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
    await this.#persistently("the cursor of a log is not saved", async () => {
      await saveCursor(fs, directory, cursor);
      this.#cursor = cursor;
      this.#tell(cursor.shipped);
      await this.#reader().removeBefore(cursor.shipped);
    });
  }

  async #deliver(
    begin: Position,
    parts: readonly RecordPart[],
    mayHaveArrived: boolean,
  ): Promise<void> {
    const { logId } = this.#options;
    for (const part of gather(parts)) {
      const { table, month, rows } = part;
      const id = batchIdOf(`${logId} ${begin.segment} ${begin.offset} ${table} ${month}`);
      await this.#insert({ id, table, month, rows }, part.rowCount, mayHaveArrived);
    }
  }

  async #insert(batch: Batch, rowCount: number, mayHaveArrived: boolean): Promise<void> {
    const { store, quarantine } = this.#options;
    let wasSent = mayHaveArrived;
    let attempts = 0;
    let refusals = 0;
    await this.#persistently("events wait for the store", async () => {
      const inserted = wasSent ? store.insertAgain(batch) : store.insert(batch);
      wasSent = true;
      attempts += 1;
      if (attempts > 1) this.#counts.retries += 1;
      try {
        await orAborted(inserted, this.#stopping.signal);
        this.#counts.batches[batch.table] += 1;
        this.#counts.rows[batch.table] += rowCount;
      } catch (error) {
        refusals = error instanceof BatchRefused ? refusals + 1 : 0;
        if (!(error instanceof BatchRefused) || refusals < refusalsMax) throw error;
        await quarantine.batch(batch, error);
      }
    });
  }

  /** Runs the task until it succeeds or the shipping is stopped, with growing pauses. */
  async #persistently(trouble: string, task: () => Promise<void>): Promise<void> {
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

  /** Lets records gather, unless someone waits for them. */
  async #pause(ms: number): Promise<void> {
    if (ms <= 0 || this.#options.live === undefined) return;
    let timer: NodeJS.Timeout | undefined;
    await this.#until(
      () => this.#waiting.length > 0,
      (over) => {
        timer = setTimeout(over, ms);
      },
    );
    clearTimeout(timer);
  }

  /** Rests until the log goes on. */
  async #nextGroup(): Promise<void> {
    const { live } = this.#options;
    const shipped = this.#shipped;
    if (isBefore(this.#cursor?.shipped ?? logStart, shipped)) {
      await this.#save({ shipped, frozen: shipped });
    }
    await this.#until(() => live !== undefined && isBefore(this.#shipped, live.end));
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
    // A log that nothing was ever written to ends before it starts.
    if (isBefore(this.#shipped, position)) this.#shipped = position;
  }

  #tell(saved: Position): void {
    const isDone = ({ until }: { until: Position }) => !isBefore(saved, until);
    for (const { resolve } of this.#waiting.filter(isDone)) resolve();
    this.#waiting = this.#waiting.filter((entry) => !isDone(entry));
  }

  async #remove(): Promise<void> {
    const { fs, directory, logger, logId } = this.#options;
    await this.#reader().removeBefore({ segment: Number.POSITIVE_INFINITY, offset: 0 });
    await fs.syncDirectory(directory);
    await fs.remove(directory);
    logger.debug({ logId }, "a log is shipped");
  }
}

/** How long to wait behind a batch that took so long. */
function pauseAfter(tookMs: number): number {
  const { min, max } = batchIntervalMs;
  return Math.max(min, Math.min(max, visibleWithinMs - tookMs)) - tookMs;
}

/** One part for each table and month. */
function gather(parts: readonly RecordPart[]): RecordPart[] {
  const together = new Map<string, RecordPart[]>();
  for (const part of parts) {
    const key = `${part.table} ${part.month}`;
    const alike = together.get(key);
    if (alike === undefined) together.set(key, [part]);
    else alike.push(part);
  }
  return [...together.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const rowCount = alike.reduce((sum, part) => sum + part.rowCount, 0);
    return { ...first, rowCount, rows: Buffer.concat(alike.map(({ rows }) => rows)) };
  });
}
