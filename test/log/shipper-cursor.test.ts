import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import type { BatchStore } from "../../src/log/batch.ts";
import { readCursor } from "../../src/log/cursor.ts";
import { EventLog } from "../../src/log/event-log.ts";
import { newLogId } from "../../src/log/log-directory.ts";
import { Quarantine } from "../../src/log/quarantine.ts";
import { Shipper } from "../../src/log/shipper.ts";
import { disk, type FileSystem } from "../../src/log/synced-disk.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { append, silent } from "../helpers/shipping.ts";

/**
 * Opens a log with a shipper that hands each batch to `insert`. Counts how often the cursor is
 * saved.
 */
async function start(insert: BatchStore["insert"] = async () => {}) {
  const directory = join(await temporaryDirectory(), "log");
  await mkdir(directory);
  let saves = 0;
  const fs: FileSystem = {
    ...disk,
    rename: (from, to) => {
      saves += 1;
      return disk.rename(from, to);
    },
  };
  const eventLog = new EventLog({ fs, directory, bytesMax: 1e9 });
  const store: BatchStore = { insert, insertAgain: insert };
  const quarantine = new Quarantine(fs, join(directory, "..", "quarantine"), silent);
  const options = {
    fs,
    directory,
    logId: newLogId(),
    live: eventLog,
    store,
    quarantine,
    logger: silent,
  };
  const shipper = new Shipper(options);
  const running = shipper.run();
  onTestFinished(async () => {
    shipper.stop();
    await running;
    await eventLog.close();
  });
  const files = async () => (await disk.list(directory)).filter((name) => name.endsWith(".seg"));
  const cursor = () => readCursor(disk, directory);
  return { log: eventLog, shipper, cursor, files, saves: () => saves };
}

test("a wait for shipping ends when the cursor on the disk says that all is shipped", async () => {
  const { log: eventLog, shipper, cursor } = await start();
  for (const page of ["/1", "/2", "/3"]) {
    await append(eventLog, page);
    await shipper.shipped();

    expect(await cursor()).toEqual({ shipped: eventLog.end, frozen: eventLog.end });
  }
});

test("the cursor of a quiet log says that all of it is shipped, without a caller that waits", async () => {
  const { log: eventLog, cursor } = await start();
  await append(eventLog, "/1");

  await eventually(async () =>
    expect(await cursor()).toEqual({ shipped: eventLog.end, frozen: eventLog.end }),
  );
});

test("while batches follow each other, the cursor is saved once for each of them", async () => {
  const batchesMax = 10;
  let batches = 0;
  const {
    log: eventLog,
    shipper,
    cursor,
    saves,
  } = await start(async () => {
    batches += 1;
    if (batches < batchesMax) await append(eventLog, `/${batches}`);
    // Without a caller that waits, there would be pauses between batches.
    void shipper.shipped();
  });
  await append(eventLog, "/0");
  await eventually(async () => expect((await cursor())?.shipped).toEqual(eventLog.end));

  expect(batches).toBe(batchesMax);
  expect(saves()).toBe(batchesMax + 1);
});

test("what is forgotten is in no file of the log, and later events are shipped as ever", async () => {
  const shipped: string[] = [];
  const {
    log: eventLog,
    shipper,
    files,
  } = await start(async (batch) => {
    shipped.push(batch.rows.toString("latin1"));
  });
  for (const page of ["/secret-1", "/secret-2"]) {
    await append(eventLog, page);
    await shipper.forgotten();
    expect(await files()).toEqual([]);
    // Nothing is left to forget.
    await shipper.forgotten();
  }
  const busy = Array.from({ length: 20 }, (_, n) => append(eventLog, `/busy-${n}`));
  await shipper.forgotten();
  await Promise.all(busy);
  await append(eventLog, "/last");
  await shipper.forgotten();
  expect(await files()).toEqual([]);
  expect(shipped.join("").match(/\/(secret|busy|last)/g)).toHaveLength(23);
});
