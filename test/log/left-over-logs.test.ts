import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { Problem } from "../../src/errors.ts";
import type { BatchStore } from "../../src/log/batch.ts";
import { EventLog } from "../../src/log/event-log.ts";
import { disk } from "../../src/log/file-system.ts";
import { LeftOverLogs } from "../../src/log/left-over-logs.ts";
import { newLogId } from "../../src/log/log-directory.ts";
import { append, silent, temporaryDirectory } from "../helpers/shipping.ts";

/** A store that is away until `comeBack` is called. */
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

async function leaveBehind(directory: string, logId = newLogId()): Promise<string> {
  const own = join(directory, "log", logId);
  await mkdir(own, { recursive: true });
  const log = new EventLog({ fs: disk, directory: own, bytesMax: 1e9 });
  await append(log, "/left");
  await log.close();
  return logId;
}

test("what logs of other processes take on the disk is known until they are shipped", async () => {
  const directory = await temporaryDirectory();
  await leaveBehind(directory);
  const store = awayStore();
  const logs = await LeftOverLogs.open({ fs: disk, directory, store, log: silent });
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
  const options = { fs: disk, directory, store: awayStore(), log: silent };
  const logs = await LeftOverLogs.open(options);
  onTestFinished(() => logs.stop());

  await logs.add(newLogId());

  await logs.shipped();
  expect(logs.bytes).toBe(0);
});
