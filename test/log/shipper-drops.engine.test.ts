import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "../../src/clickhouse/sql.ts";
import { Tally } from "../../src/collect/tally.ts";
import { appendMany, entries, freshLog, pagePrefix, shipAndDie } from "../helpers/shipping.ts";
import { testServer } from "../helpers/test-server.ts";
import { type Fault, TestStore } from "../helpers/test-store.ts";

/** A test may kill the store only if it is embedded. */
const isEmbedded = testServer() === undefined;
/** The last day of October 2026, and the first of November. */
const days = [20_757, 20_758] as const;

let store: TestStore;
beforeAll(async () => {
  store = await TestStore.start();
  store.faultyTable = "drops";
});
afterAll(() => store.stop());

let websites = 1_000;

/**
 * Returns drops of 300 websites, one of the test's own among them, each with `events` drops on both
 * days.
 */
function drops(events: number) {
  websites += 300;
  const counter = new Tally();
  for (let i = 0; i < 300; i += 1) {
    for (const day of days) counter.addDrop(websites + i, day, "bot", events);
  }
  return { websiteId: websites, parts: counter.parts() };
}

async function counted(websiteId: number): Promise<unknown[]> {
  return store.direct.rows(
    statement(`SELECT toUInt16(date) AS day, reason, sum(count) AS events FROM drops
       WHERE website_id = ${websiteId} GROUP BY day, reason ORDER BY day`),
  );
}

const faults: readonly (readonly [string, readonly Fault[]])[] = [
  ["the answer is lost", [{ kind: "answer swallowed" }]],
  ["the answers of both months are lost", [{ kind: "answer cut" }, { kind: "answer swallowed" }]],
  ["the request is cut", [{ kind: "request cut", bytes: 3_000 }]],
  ["the store sees half of the request", [{ kind: "request shortened", bytes: 3_000 }]],
];

test.each(faults)(
  "when %s, drops and the events beside them are counted once",
  async (_what, list) => {
    const { eventLog, ship, directory } = await freshLog(store);
    store.faults.splice(0, store.faults.length, ...list);
    const { websiteId, parts } = drops(5);
    const [pages] = await Promise.all([
      appendMany(eventLog, pagePrefix(), 50),
      eventLog.appendParts(parts),
    ]);
    const { shipper, stop } = ship();
    await shipper.shipped();

    expect(store.faults).toEqual([]);
    expect(await counted(websiteId)).toEqual(
      days.map((day) => ({ day, reason: "bot", events: 5 })),
    );
    await store.expectOnce(pages);
    expect(await entries(directory, "quarantine")).toEqual([]);
    expect(eventLog.unshippedBytes).toBe(0);
    await stop();
  },
);

test("a start on a log without a known end changes nothing", async () => {
  const { eventLog, directory, ship, shipOrphaned } = await freshLog(store);
  const { websiteId, parts } = drops(2);
  await eventLog.appendParts(parts);
  await shipAndDie(store, join(directory, "log"), ship);
  await eventLog.close();
  await shipOrphaned().running;

  expect(await counted(websiteId)).toEqual(days.map((day) => ({ day, reason: "bot", events: 2 })));
});

test.runIf(isEmbedded)(
  "when the engine is killed behind the insert, drops are counted once",
  async () => {
    const { eventLog, ship } = await freshLog(store);
    let killed = Promise.resolve();
    store.faults.push({
      kind: "answer swallowed",
      after: () => {
        killed = store.restartEngine();
      },
    });
    const { websiteId, parts } = drops(3);
    await eventLog.appendParts(parts);
    const { shipper } = ship();
    await shipper.shipped();
    await killed;

    expect(await counted(websiteId)).toEqual(
      days.map((day) => ({ day, reason: "bot", events: 3 })),
    );
  },
);

test("a batch is identified by its table, too", async () => {
  const { parts } = drops(1);
  const [part] = parts;
  if (part === undefined) throw new Error("there are no drops");
  const batch = { id: crypto.randomUUID(), ...part };
  expect(await store.table.has(batch)).toBe(false);
  await store.table.insert(batch);
  await store.table.insertAgain(batch);

  expect(await store.table.has(batch)).toBe(true);
  expect(await store.table.has({ ...batch, table: "events" })).toBe(false);
});
