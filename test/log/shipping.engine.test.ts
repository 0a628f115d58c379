import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../src/clickhouse/sql.ts";
import type { Batch } from "../../src/log/batch.ts";
import { disk } from "../../src/log/synced-disk.ts";
import { eventTable } from "../../src/tables/event-table.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import {
  append,
  appendMany,
  entries,
  openShipping,
  openShippingWith,
  pagePrefix,
  pageRows,
  plainMonth,
  silent,
} from "../helpers/shipping.ts";
import { testServer } from "../helpers/test-server.ts";
import { TestStore } from "../helpers/test-store.ts";

/** A test may kill the store only if it is embedded. */
const isEmbedded = testServer() === undefined;

let store: TestStore;
beforeAll(async () => {
  store = await TestStore.start();
});
afterAll(() => store.stop());

test("events are shipped by themselves, and a clean stop leaves no log behind", async () => {
  const directory = await temporaryDirectory();
  const shipping = await openShipping(store, directory);
  const pages = await appendMany(shipping.eventLog, pagePrefix(), 100);
  await eventually(() => store.expectOnce(pages));
  pages.push(await append(shipping.eventLog, pagePrefix()));
  await shipping.stop(5_000);

  await store.expectOnce(pages);
  expect(await entries(directory, "log")).toEqual([]);
  expect(await entries(directory, "quarantine")).toEqual([]);
});

test("a log that nothing was written to is removed at the stop", async () => {
  const directory = await temporaryDirectory();
  await (await openShipping(store, directory)).stop(5_000);
  expect(await entries(directory, "log")).toEqual([]);
});

test("a stop without a store is in time, loses nothing, and the next start ships it", async () => {
  const directory = await temporaryDirectory();
  await store.db.use(undefined);
  const pages: string[] = [];
  for (let start = 0; start < 3; start += 1) {
    const shipping = await openShipping(store, directory);
    pages.push(...(await appendMany(shipping.eventLog, pagePrefix(), 20)));
    await shipping.stop(50);
  }
  expect(await entries(directory, "log")).toHaveLength(3);
  await mkdir(join(directory, "log", "lost+found"));
  await store.reconnect();
  const shipping = await openShipping(store, directory);
  await shipping.shipped();

  await store.expectOnce(pages);
  await shipping.stop(5_000);
  expect(await entries(directory, "log")).toEqual(["lost+found"]);
});

test.runIf(isEmbedded)("a stop does not wait for a store that hangs", async () => {
  const directory = await temporaryDirectory();
  // Its requests wait far longer than the test takes.
  const patient = eventTable(store.direct);
  let isInserting = false;
  const table = {
    ...patient,
    insert: async (batch: Batch) => {
      isInserting = true;
      await patient.insert(batch).finally(() => {
        isInserting = false;
      });
    },
  };
  const shipping = await openShippingWith({ fs: disk, directory, store: table, logger: silent });
  store.signalEngine("SIGSTOP");
  const pages = await appendMany(shipping.eventLog, pagePrefix(), 20);
  await eventually(() => expect(isInserting).toBe(true));
  await shipping.stop(0);
  expect(isInserting).toBe(true);
  store.signalEngine("SIGCONT");
  await (await openShipping(store, directory)).shipped();

  await store.expectOnce(pages);
});

test("events accepted while the store was unavailable arrive in few inserts", async () => {
  const shipping = await openShipping(store, await temporaryDirectory());
  await store.db.use(undefined);
  const prefix = pagePrefix();
  const pages: string[] = [];
  for (let i = 0; i < 200; i += 1) pages.push(await append(shipping.eventLog, `${prefix}${i}`));
  await store.reconnect();
  await shipping.shipped();

  await store.expectOnce(pages);
  // The first batch may have been formed with the first event.
  expect(await store.batches(prefix)).toBeLessThanOrEqual(2);
});

test("under load events follow on their own, in no more than about four inserts a second", async () => {
  const shipping = await openShipping(store, await temporaryDirectory());
  const prefix = pagePrefix();
  const pages: string[] = [];
  const begunMs = performance.now();
  const inserts = store.inserts;
  // The test does not call `shipped`, which would leave the pauses out.
  while (store.inserts < inserts + 4) {
    pages.push(await append(shipping.eventLog, `${prefix}${pages.length}`));
  }
  const batches = await store.batches(prefix);
  const seconds = (performance.now() - begunMs) / 1_000;
  expect(batches).toBeLessThanOrEqual(1 + Math.ceil(seconds * 4));
  await shipping.shipped();
  await store.expectOnce(pages);
});

test("a batch that spans two months is in both of them once, also when an answer is lost between", async () => {
  const shipping = await openShipping(store, await temporaryDirectory());
  const prefix = pagePrefix();
  store.faults.push({ kind: "answer swallowed" });
  const november = { date: 20_028, month: 202_411 };
  const pages = await Promise.all([
    append(shipping.eventLog, `${prefix}october`),
    append(shipping.eventLog, `${prefix}november`, november),
  ]);
  await shipping.shipped();

  await store.expectOnce(pages);
  expect(await store.batches(prefix)).toBe(2);
});

test("rows that the store refuses are quarantined with the reason, and the rest is shipped", async () => {
  const directory = await temporaryDirectory();
  const shipping = await openShipping(store, directory);
  const { eventLog } = shipping;
  const broken = pageRows(["/broken"]).subarray(0, -1);
  await eventLog.appendParts([{ table: "events", month: plainMonth, rowCount: 1, rows: broken }]);
  await shipping.shipped();
  const pages = await appendMany(eventLog, pagePrefix(), 10);
  await shipping.shipped();

  await store.expectOnce(pages);
  const set = (await entries(directory, "quarantine")).map((name) => name.replace(/^.*\./, ""));
  expect(set.sort()).toEqual(["bin", "txt"]);
});

test("while the table is unavailable events wait, and nothing is quarantined", async () => {
  const directory = await temporaryDirectory();
  const shipping = await openShipping(store, directory);
  await store.direct.run(sql`RENAME TABLE events TO events_away`);
  const inserts = store.inserts;
  const pages = await appendMany(shipping.eventLog, pagePrefix(), 10);
  await eventually(async () => expect(store.inserts).toBeGreaterThan(inserts));
  await store.direct.run(sql`RENAME TABLE events_away TO events`);
  await shipping.shipped();

  await store.expectOnce(pages);
  expect(await entries(directory, "quarantine")).toEqual([]);
});
