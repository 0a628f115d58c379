import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import type { Batch, BatchStore } from "../../src/log/batch.ts";
import { newLogId } from "../../src/log/log-directory.ts";
import { OwnLog } from "../../src/log/own-log.ts";
import { disk } from "../../src/log/synced-disk.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { append, appendMany, silent } from "../helpers/shipping.ts";

const hourMs = 60 * 60_000;

/** Opens a log whose shipper hands each batch to `insert`. */
async function open(
  waitMsMax: number | undefined,
  { bytesMax = 1e9, insert = async (_batch: Batch) => {} } = {},
) {
  const directory = await temporaryDirectory();
  await mkdir(join(directory, "log"));
  let inserts = 0;
  const count = async (batch: Batch) => {
    inserts += 1;
    await insert(batch);
  };
  const store: BatchStore = { insert: count, insertAgain: count };
  const options = { fs: disk, directory, logId: newLogId(), store, logger: silent };
  const own = await OwnLog.open({ ...options, bytesMax, waitMsMax });
  onTestFinished(() => own.stop(0));
  return { own, inserts: () => inserts };
}

/** Resolves when a shipper that does not wait has shipped an event that was appended now. */
async function meanwhile(): Promise<void> {
  const { own, inserts } = await open(undefined);
  await append(own.eventLog, "/meanwhile");
  await eventually(async () => expect(inserts()).toBe(1));
}

test("a few events wait, until a call of catchUp finds them old", async () => {
  const { own, inserts } = await open(hourMs);
  await appendMany(own.eventLog, "/", 3);
  await meanwhile();
  expect(inserts()).toBe(0);

  await eventually(async () => {
    await own.catchUp();
    expect(inserts()).toBe(1);
  });
  expect(own.counts.rows.events).toBe(3);
});

test("many calls of catchUp share a batch", async () => {
  const { own, inserts } = await open(hourMs);
  await append(own.eventLog, "/");
  await eventually(async () => {
    await Promise.all(Array.from({ length: 20 }, () => own.catchUp()));
    expect(own.counts.rows.events).toBe(1);
  });

  expect(inserts()).toBe(1);
});

test("catchUp waits for a batch that is under way", async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { own, inserts } = await open(undefined, { insert: () => arrived });
  await append(own.eventLog, "/");
  await eventually(async () => expect(inserts()).toBe(1));
  let calls = 0;
  await eventually(async () => {
    calls += 1;
    const call = own.catchUp().then(() => "caught up");
    // A call that does not wait is over in a turn of the event loop.
    const turn = new Promise<string>((resolve) => setImmediate(() => resolve("waits")));
    expect(await Promise.race([call, turn])).toBe("waits");
    arrive();
    await call;
  });

  expect(calls).toBeGreaterThan(0);
  expect(own.counts.rows.events).toBe(1);
});

test("catchUp does not hang where the store does", async () => {
  const { own, inserts } = await open(hourMs, { insert: () => new Promise(() => {}) });
  await append(own.eventLog, "/");
  await eventually(async () => {
    await Promise.all([own.catchUp(), own.catchUp()]);
    expect(inserts()).toBe(1);
  });
  await own.catchUp();

  expect(own.counts.rows.events).toBe(0);
});

test("events that nobody asks for wait no longer than they may", async () => {
  const { own, inserts } = await open(100);
  await append(own.eventLog, "/");
  await eventually(async () => expect(inserts()).toBe(1));
  await append(own.eventLog, "/again");
  await eventually(async () => expect(inserts()).toBe(2));
});

test("many events do not wait for more", async () => {
  const { own, inserts } = await open(hourMs);
  const page = `/${"x".repeat(1_000)}`;
  await appendMany(own.eventLog, page, 100);
  await eventually(async () => expect(inserts()).toBe(1));
});

test("a log that fills up does not wait for more", async () => {
  const { own, inserts } = await open(hourMs, { bytesMax: 500 });
  await append(own.eventLog, `/${"x".repeat(250)}`);
  await eventually(async () => expect(inserts()).toBe(1));
});

test("a stop ships events that wait for more", async () => {
  const { own, inserts } = await open(hourMs);
  await append(own.eventLog, "/");
  await meanwhile();
  expect(inserts()).toBe(0);
  await own.stop(60_000);

  expect(inserts()).toBe(1);
});
