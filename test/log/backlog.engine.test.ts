import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import {
  append,
  appendMany,
  openShipping,
  pagePrefix,
  pageRows,
  plainMonth,
} from "../helpers/shipping.ts";
import { TestStore } from "../helpers/test-store.ts";

let store: TestStore;
beforeAll(async () => {
  store = await TestStore.start();
});
afterAll(() => store.stop());

const nothing = { bytes: 0, oldestMs: undefined };

test("without events nothing waits", async () => {
  const shipping = await openShipping(store, await temporaryDirectory());
  expect(await shipping.backlog()).toEqual(nothing);
});

test("what the store has not confirmed waits since its oldest record was written", async () => {
  const shipping = await openShipping(store, await temporaryDirectory());
  const { eventLog } = shipping;
  await append(eventLog, pagePrefix());
  await shipping.shipped();
  expect(await shipping.backlog()).toEqual(nothing);

  await store.db.use(undefined);
  const begunMs = Date.now();
  await append(eventLog, pagePrefix());
  const first = await shipping.backlog();
  const writtenMs = Date.now();
  expect(first.bytes).toBe(eventLog.unshippedBytes);
  expect(first.oldestMs).toBeGreaterThanOrEqual(begunMs);
  expect(first.oldestMs).toBeLessThanOrEqual(writtenMs);
  await eventually(async () => expect(Date.now()).toBeGreaterThan(writtenMs));
  await appendMany(eventLog, pagePrefix(), 100);
  const second = await shipping.backlog();
  expect(second.bytes).toBeGreaterThan(first.bytes);
  expect(second.oldestMs).toBe(first.oldestMs);

  await store.reconnect();
  await shipping.shipped();
  expect(await shipping.backlog()).toEqual(nothing);
});

test("the logs of earlier runs wait as well, since they were written", async () => {
  const directory = await temporaryDirectory();
  await store.db.use(undefined);
  const pages: string[] = [];
  let bytes = 0;
  let oldestMs: number | undefined;
  for (let run = 0; run < 3; run += 1) {
    const shipping = await openShipping(store, directory);
    pages.push(...(await appendMany(shipping.eventLog, pagePrefix(), 10)));
    const backlog = await shipping.backlog();
    oldestMs ??= backlog.oldestMs;
    expect(backlog.oldestMs).toBe(oldestMs);
    expect(backlog.bytes).toBeGreaterThan(bytes);
    bytes = backlog.bytes;
    await shipping.stop(0);
  }
  const shipping = await openShipping(store, directory);
  const left = await shipping.backlog();
  expect(left.oldestMs).toBe(oldestMs);
  // The header of the last run's log file counts if its shipper never began.
  expect([0, 16]).toContain(left.bytes - bytes);

  await store.reconnect();
  await shipping.shipped();
  await store.expectOnce(pages);
  expect(await shipping.backlog()).toEqual(nothing);
  expect(shipping.counts.rows).toEqual({ events: 30, drops: 0, reads: 0 });
  expect(shipping.counts.batches.events).toBeGreaterThanOrEqual(3);
});

test("a quarantined log waits no more, and is counted as damage", async () => {
  const directory = await temporaryDirectory();
  await store.db.use(undefined);
  const earlier = await openShipping(store, directory);
  await append(earlier.eventLog, pagePrefix());
  await earlier.stop(0);
  const [log = ""] = await readdir(join(directory, "log"));
  await writeFile(join(directory, "log", log, "cursor"), "damaged");
  await store.reconnect();
  const shipping = await openShipping(store, directory);

  await shipping.shipped();

  expect(await shipping.backlog()).toEqual(nothing);
  expect(shipping.counts.damages).toBe(1);
});

test("failed attempts and rejected batches are counted, and are no shipped ones", async () => {
  const shipping = await openShipping(store, await temporaryDirectory());
  store.faults.push({ kind: "answer swallowed" });
  await append(shipping.eventLog, pagePrefix());
  await shipping.shipped();
  const shipped = {
    batches: { events: 1, drops: 0, reads: 0 },
    rows: { events: 1, drops: 0, reads: 0 },
  };
  expect(shipping.counts).toEqual({ ...shipped, retries: 1, rejected: 0, damages: 0 });

  const broken = pageRows(["/broken"]).subarray(0, -1);
  const part = { table: "events" as const, month: plainMonth, rowCount: 1, rows: broken };
  await shipping.eventLog.appendParts([part]);
  await shipping.shipped();
  expect(shipping.counts).toEqual({ ...shipped, retries: 3, rejected: 1, damages: 0 });
});
