import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";

import type { Batch, BatchStore } from "../../src/log/batch.ts";
import { saveCursor } from "../../src/log/cursor.ts";
import { EventLog } from "../../src/log/event-log.ts";
import { logStart } from "../../src/log/position.ts";
import { disk, type FileSystem } from "../../src/log/synced-disk.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { append, namesIn } from "../helpers/faulty-disk.ts";
import { openShippingWith } from "../helpers/shipping.ts";

/** A store that accepts everything and remembers what it received. */
class Memory implements BatchStore {
  readonly names: string[] = [];
  async insert({ table, month, rows }: Batch): Promise<void> {
    this.names.push(...namesIn({ table, month, rowCount: 0, rows }));
  }
  insertAgain(batch: Batch): Promise<void> {
    return this.insert(batch);
  }
}

/** Opens `DATA_DIR`, and collects the lines at level `error`. */
async function open(directory: string, fs: FileSystem = disk) {
  const store = new Memory();
  const errors: string[] = [];
  const write = (line: string) => void errors.push(JSON.parse(line).msg);
  const logger = pino({ level: "error" }, { write });
  const shipping = await openShippingWith({ fs, directory, store, logger });
  return { shipping, store, errors };
}

/** Makes a log as an earlier process leaves it, with one event and a cursor. */
async function leaveBehind(directory: string, logId: string): Promise<string> {
  const own = join(directory, "log", logId);
  await mkdir(own, { recursive: true });
  const eventLog = new EventLog({ fs: disk, directory: own, bytesMax: 1e9 });
  await append(eventLog, `of ${logId}`);
  await eventLog.close();
  await saveCursor(disk, own, { shipped: logStart, frozen: logStart });
  return own;
}

async function destroyCursor(logDirectory: string): Promise<void> {
  const path = join(logDirectory, "cursor");
  await writeFile(path, Buffer.alloc((await readFile(path)).length));
}

test("a log without a readable cursor is quarantined as it is, logged once, and delays nothing", async () => {
  const directory = await temporaryDirectory();
  const damaged = await leaveBehind(directory, "00000000000000aa");
  await leaveBehind(directory, "00000000000000bb");
  await destroyCursor(damaged);
  const files = await readdir(damaged);
  const logFile = await readFile(join(damaged, "0000000001.seg"));

  const { shipping, store, errors } = await open(directory);
  await append(shipping.eventLog, "new");
  await shipping.shipped();
  expect(store.names.sort()).toEqual(["new", "of 00000000000000bb"]);
  await shipping.stop(5_000);

  expect(errors).toEqual(["a log was quarantined"]);
  expect(await readdir(join(directory, "log"))).toEqual([]);
  const rejected = join(directory, "quarantine");
  const name = "log-00000000000000aa";
  expect((await readdir(rejected)).sort()).toEqual([name, `${name}.txt`]);
  expect(await readdir(join(rejected, name))).toEqual(files);
  expect(await readFile(join(rejected, name, "0000000001.seg"))).toEqual(logFile);
  expect(await readFile(join(rejected, `${name}.txt`), "utf8")).toContain("cursor is damaged");
});

test("a quarantined log is shipped after it is put back without its cursor", async () => {
  const directory = await temporaryDirectory();
  await destroyCursor(await leaveBehind(directory, "00000000000000aa"));
  const first = await open(directory);
  await first.shipping.shipped();
  await first.shipping.stop(5_000);
  expect(first.store.names).toEqual([]);

  const back = join(directory, "log", "00000000000000aa");
  await disk.rename(join(directory, "quarantine", "log-00000000000000aa"), back);
  await disk.remove(join(back, "cursor"));
  const { shipping, store } = await open(directory);
  await shipping.shipped();
  expect(store.names).toEqual(["of 00000000000000aa"]);
});

test("the quarantine of a log is retried after a failure", async () => {
  const directory = await temporaryDirectory();
  await destroyCursor(await leaveBehind(directory, "00000000000000aa"));
  let failures = 1;
  const fs: FileSystem = {
    ...disk,
    async rename(from, to) {
      if (to.includes("quarantine") && failures-- > 0) throw new Error("EIO");
      await disk.rename(from, to);
    },
  };
  const { shipping, errors } = await open(directory, fs);
  await shipping.shipped();
  expect(errors).toEqual(["the work on an event log failed", "a log was quarantined"]);
  expect(await readdir(join(directory, "quarantine"))).toContain("log-00000000000000aa");
});

test("the log that is written does not need its cursor back", async () => {
  const directory = await temporaryDirectory();
  let failures = 0;
  const fs: FileSystem = {
    ...disk,
    async open(path) {
      if (path.endsWith(".seg") && failures-- > 0) throw new Error("EIO");
      return disk.open(path);
    },
  };
  const { shipping, store, errors } = await open(directory, fs);
  await append(shipping.eventLog, "first");
  await shipping.shipped();
  const [logId = ""] = await readdir(join(directory, "log"));
  await destroyCursor(join(directory, "log", logId));
  failures = 1;
  await append(shipping.eventLog, "second");
  await shipping.shipped();

  expect(store.names).toEqual(["first", "second"]);
  expect(errors).toEqual(["the work on an event log failed"]);
});
