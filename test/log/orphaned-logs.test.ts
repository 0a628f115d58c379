import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { Problem } from "../../src/base/errors.ts";
import type { BatchStore } from "../../src/log/batch.ts";
import { EventLog } from "../../src/log/event-log.ts";
import { makeLog, newLogId } from "../../src/log/log-directory.ts";
import { OrphanedLogs } from "../../src/log/orphaned-logs.ts";
import { disk, type FileSystem } from "../../src/log/synced-disk.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { FaultyDisk } from "../helpers/faulty-disk.ts";
import { append, silent } from "../helpers/shipping.ts";

/** Returns a store that is away until `comeBack` is called. */
function awayStore(): BatchStore & { comeBack: () => void } {
  let isAway = true;
  const insert = async () => {
    if (isAway) throw new Problem("STORE_UNAVAILABLE");
  };
  return {
    insert,
    insertAgain: insert,
    comeBack: () => {
      isAway = false;
    },
  };
}

async function leaveBehind(
  directory: string,
  logId = newLogId(),
  fs: FileSystem = disk,
): Promise<string> {
  const own = await makeLog({ fs, directory, store: awayStore(), logger: silent }, logId);
  const eventLog = new EventLog({ fs, directory: own, bytesMax: 1e9 });
  await append(eventLog, "/left");
  await eventLog.close();
  return logId;
}

test("the size of other processes' logs on the disk is counted until they are shipped", async () => {
  const directory = await temporaryDirectory();
  await leaveBehind(directory);
  const store = awayStore();
  const logs = await OrphanedLogs.open({ fs: disk, directory, store, logger: silent });
  onTestFinished(() => logs.stop());
  const sizes: number[] = [];
  logs.onBytes(() => sizes.push(logs.bytes));
  const one = logs.bytes;
  expect(one).toBeGreaterThan(100);

  await logs.add(await leaveBehind(directory));
  expect(logs.bytes).toBeGreaterThanOrEqual(2 * one);
  store.comeBack();
  await logs.shipped();

  expect(logs.bytes).toBe(0);
  expect(sizes.at(-1)).toBe(0);
  expect(await readdir(join(directory, "log"))).toEqual([]);
});

test("a process that made no log leaves none", async () => {
  const directory = await temporaryDirectory();
  const options = { fs: disk, directory, store: awayStore(), logger: silent };
  const logs = await OrphanedLogs.open(options);
  onTestFinished(() => logs.stop());

  await logs.add(newLogId());

  await logs.shipped();
  expect(logs.bytes).toBe(0);
});

test("what is shipped does not come back by a power cut", async () => {
  const faulty = await FaultyDisk.make();
  onTestFinished(() => faulty.destroy());
  await leaveBehind(faulty.root, newLogId(), faulty);
  let batches = 0;
  const insert = async () => {
    batches += 1;
  };
  const store: BatchStore = { insert, insertAgain: insert };
  const options = { fs: faulty, directory: faulty.root, store, logger: silent };
  await (await OrphanedLogs.open(options)).shipped();
  expect(batches).toBe(1);
  await faulty.cutPower("lost");

  await (await OrphanedLogs.open(options)).shipped();

  expect(batches).toBe(1);
});
