import { afterAll, beforeAll, expect, test } from "vitest";

import { appendMany, batchOf, entries, freshLog, pagePrefix } from "../helpers/shipping.ts";
import { type Fault, TestStore } from "../helpers/test-store.ts";

let store: TestStore;
beforeAll(async () => {
  store = await TestStore.start();
});
afterAll(() => store.stop());

const faults: readonly (readonly [string, readonly Fault[]])[] = [
  ["the answer is lost", [{ kind: "answer swallowed" }]],
  ["the answer is cut", [{ kind: "answer cut" }]],
  ["the request is cut in its head", [{ kind: "request cut", bytes: 100 }]],
  ["the request is cut in its body", [{ kind: "request cut", bytes: 9_000 }]],
  ["the store sees half of the request", [{ kind: "request shortened", bytes: 9_000 }]],
  [
    "the store sees less than the request twice",
    [
      { kind: "request shortened", bytes: 5_000 },
      { kind: "request shortened", bytes: 9_001 },
    ],
  ],
  [
    "the request and then the answer is cut",
    [{ kind: "request cut", bytes: 9_000 }, { kind: "answer swallowed" }],
  ],
];

test.each(faults)("when %s, every event is counted once", async (_what, list) => {
  const { eventLog, ship, directory } = await freshLog(store);
  store.faults.splice(0, store.faults.length, ...list);
  const pages = await appendMany(eventLog, pagePrefix(), 400);
  const { shipper, stop } = ship();
  await shipper.shipped();

  await store.expectOnce(pages);
  expect(store.faults).toEqual([]);
  expect(await entries(directory, "quarantine")).toEqual([]);
  expect(eventLog.unshippedBytes).toBe(0);
  await stop();
});

test("a request that ends between two rows is not taken for a whole one", async () => {
  const pages = Array.from({ length: 100 }, (_, i) => `/${String(i).padStart(4, "0")}`);
  const batch = batchOf(pages);
  const rowBytes = batch.rows.length / pages.length;
  // Among so many lengths, one ends with a row.
  for (let i = 0; i < rowBytes; i += 1) {
    store.faults.push({ kind: "request shortened", bytes: 4_000 + i });
    await expect(store.table.insert(batch)).rejects.toThrow();
  }
  expect(await store.table.has(batch)).toBe(false);

  await store.table.insertAgain(batch);
  await store.expectOnce(pages);
});

test("a batch that is sent again and again changes nothing", async () => {
  const pages = [`${pagePrefix()}1`];
  const batch = batchOf(pages);
  await store.table.insertAgain(batch);
  await store.table.insert(batch);
  await store.table.insertAgain(batch);

  await store.expectOnce(pages);
});
