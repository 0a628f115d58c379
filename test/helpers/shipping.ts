import { randomBytes, randomUUID } from "node:crypto";
import { copyFile, mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { onTestFinished } from "vitest";

import { writeRow } from "../../src/events/row.ts";
import { RowBinaryWriter } from "../../src/events/row-binary.ts";
import type { Batch, BatchStore } from "../../src/log/batch.ts";
import { EventLog } from "../../src/log/event-log.ts";
import { newLogId, type ShippingOptions } from "../../src/log/log-directory.ts";
import { OrphanedLogs } from "../../src/log/orphaned-logs.ts";
import { OwnLog } from "../../src/log/own-log.ts";
import { Quarantine } from "../../src/log/quarantine.ts";
import { Shipper } from "../../src/log/shipper.ts";
import { addBacklogs, type ShippingSource, sumOfCounts } from "../../src/log/shipping-source.ts";
import { disk, type FileSystem } from "../../src/log/synced-disk.ts";
import { temporaryDirectory } from "./clean-up.ts";
import { draftWith } from "./draft.ts";
import type { TestStore } from "./test-store.ts";

export const silent = pino({ level: "silent" });

/** A log in a directory, and shippers on it. */
export interface TestLog {
  readonly eventLog: EventLog;
  readonly ship: (table?: BatchStore) => Ship;
  readonly shipOrphaned: () => Ship;
}

/** 2024-10-04; its month is `plainMonth`. */
const plainDate = 20_000;
export const plainMonth = 202_410;

/** Returns the RowBinary of one event for each page. */
export function pageRows(pages: readonly string[], date = plainDate): Buffer {
  const writer = new RowBinaryWriter();
  for (const page of pages) writeRow(writer, { ...draftWith().row, websiteId: 7, date, page });
  return writer.take();
}

/** Returns a batch of one event for each page, with an id of its own. */
export function batchOf(pages: readonly string[]): Batch {
  return { id: randomUUID(), table: "events", month: plainMonth, rows: pageRows(pages) };
}

/** Appends one event with that page. Resolves with the page when the log has acknowledged it. */
export async function append(
  eventLog: EventLog,
  page: string,
  { date = plainDate, month = plainMonth }: { date?: number; month?: number } = {},
): Promise<string> {
  const row = { ...draftWith().row, websiteId: 7, date, page };
  await eventLog.append(month, (writer) => writeRow(writer, row));
  return page;
}

export function appendMany(eventLog: EventLog, prefix: string, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => append(eventLog, `${prefix}${i}`)));
}

export function pagePrefix(): string {
  return `/${randomBytes(6).toString("hex")}/`;
}

/** Opens a log with a shipper on it, as a process would. */
export async function openLog(
  store: TestStore,
  directory: string,
  fs: FileSystem = disk,
): Promise<TestLog> {
  const eventLog = new EventLog({ fs, directory, bytesMax: 2 ** 32 });
  // A test that ends its log as a crash would leaves the file open.
  onTestFinished(() => eventLog.close());
  const logId = randomBytes(8).toString("hex");
  const start = (live: EventLog | undefined, table: BatchStore = store.table): Ship => {
    const shipper = new Shipper({
      fs,
      directory,
      logId,
      ...(live && { live }),
      store: table,
      quarantine: new Quarantine(fs, join(directory, "..", "quarantine"), silent),
      logger: silent,
    });
    const running = shipper.run();
    running.catch(() => {});
    onTestFinished(() => shipper.stop());
    const stop = async () => {
      shipper.stop();
      await running;
    };
    return { shipper, running, stop };
  };
  return {
    eventLog,
    ship: (table) => start(eventLog, table),
    shipOrphaned: () => start(undefined),
  };
}

/** Opens a log as `openLog` does, in the directory `own` of a new one. */
export async function freshLog(store: TestStore, fs?: FileSystem) {
  const directory = await temporaryDirectory();
  const own = join(directory, "log");
  await mkdir(own);
  return { directory, own, ...(await openLog(store, own, fs)) };
}

/**
 * Ships the log's events, and leaves the cursor as a crash right after the last insert leaves it.
 * The last batch is in the store, and the next start does not know.
 */
export async function shipAndDie(
  store: TestStore,
  directory: string,
  ship: TestLog["ship"],
): Promise<void> {
  const cursor = join(directory, "cursor");
  const before = join(directory, "cursor-before");
  const insert = async (batch: Batch) => {
    await copyFile(cursor, before);
    await store.table.insert(batch);
  };
  const { shipper, stop } = ship({ ...store.table, insert });
  await shipper.shipped();
  await stop();
  await rename(before, cursor);
}

export interface Ship {
  readonly shipper: Shipper;
  readonly running: Promise<void>;
  stop(): Promise<void>;
}

/**
 * The part that ships what a starting process finds in a directory: its own log, and older logs.
 */
export interface Shipping extends ShippingSource {
  readonly eventLog: EventLog;
  shipped(): Promise<void>;
  stop(timeoutMs: number): Promise<void>;
}

/** Opens the shipping on a source; it is stopped when the test ends. */
export async function openShippingWith(options: ShippingOptions): Promise<Shipping> {
  const orphanedLogs = await OrphanedLogs.open(options);
  const own = await OwnLog.open({ ...options, logId: newLogId(), bytesMax: 2 ** 32 });
  const stop = async (timeoutMs: number) => {
    await own.stop(timeoutMs);
    await orphanedLogs.stop();
  };
  onTestFinished(() => stop(0));
  return {
    eventLog: own.eventLog,
    get counts() {
      return sumOfCounts([own.counts, orphanedLogs.counts]);
    },
    backlog: async () => addBacklogs([await own.backlog(), await orphanedLogs.backlog()]),
    shipped: () => Promise.all([own.shipped(), orphanedLogs.shipped()]).then(() => undefined),
    stop,
  };
}

export function openShipping(store: TestStore, directory: string): Promise<Shipping> {
  return openShippingWith({ fs: disk, directory, store: store.table, logger: silent });
}

/** Resolves with the names in `DATA_DIR`'s sub-directory. */
export async function entries(...path: string[]): Promise<string[]> {
  return readdir(join(...path)).catch(() => []);
}
