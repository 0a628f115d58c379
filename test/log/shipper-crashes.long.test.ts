import { copyFile, cp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ClickHouse } from "../../src/clickhouse/clickhouse.ts";
import { sql, statement } from "../../src/clickhouse/sql.ts";
import { disk, type FileSystem } from "../../src/log/synced-disk.ts";
import { eventTable } from "../../src/tables/event-table.ts";
import { eventually } from "../helpers/eventually.ts";
import {
  append,
  appendMany,
  batchOf,
  freshLog,
  pagePrefix,
  shipAndDie,
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

const answered = "answer swallowed";
test.runIf(isEmbedded).each([
  ["before the rows have arrived", { kind: "request cut", bytes: 1_500 }],
  ["while the rows are written", { kind: "request cut", bytes: 28_700 }],
  ["after the part is committed", { kind: answered }],
] as const)("when the engine is killed %s, every event is counted once", async (_when, fault) => {
  const { eventLog, ship } = await freshLog(store);
  let killed = Promise.resolve();
  store.faults.push({
    ...fault,
    after: () => {
      killed = store.restartEngine();
    },
  });
  const pages = await appendMany(eventLog, pagePrefix(), 400);
  const { shipper } = ship();
  await shipper.shipped();
  await killed;

  await store.expectOnce(pages);
  expect(store.faults).toEqual([]);
});

test.runIf(isEmbedded)(
  "when the engine is killed at any moment under load, every event is counted once",
  async () => {
    const { eventLog, ship } = await freshLog(store);
    const { shipper } = ship();
    const prefix = pagePrefix();
    const pages: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      pages.push(...(await appendMany(eventLog, `${prefix}${round}-a`, 300)));
      void shipper.shipped();
      // Each round comes a little later in the life of the insert.
      for (let turn = 0; turn < round * 40; turn += 1) {
        pages.push(await append(eventLog, `${prefix}${round}-b${turn}`));
      }
      await store.restartEngine();
    }
    await shipper.shipped();

    await store.expectOnce(pages);
  },
);

/** Resolves with the engine's own directory of the table `events`. */
async function tableDirectory(): Promise<string> {
  const [row] = await store.direct.rows<{ path: string }>(
    sql`SELECT data_paths[1] AS path FROM system.tables WHERE name = 'events'`,
  );
  return row?.path ?? "";
}

test.runIf(isEmbedded)("without the engine's log of tokens a replay changes nothing", async () => {
  const { eventLog, own, ship, shipOrphaned } = await freshLog(store);
  const pages = await appendMany(eventLog, pagePrefix(), 100);
  await shipAndDie(store, own, ship);
  await eventLog.close();
  const table = await tableDirectory();
  expect(await readdir(table)).toContain("deduplication_logs");
  await store.restartEngine(() => rm(join(table, "deduplication_logs"), { recursive: true }));

  await shipOrphaned().running;
  await store.expectOnce(pages);
});

test.runIf(isEmbedded)(
  "a token that the engine remembers without its part swallows no batch",
  async () => {
    const { eventLog, own, ship, shipOrphaned } = await freshLog(store);
    const pages = await appendMany(eventLog, pagePrefix(), 100);
    await store.direct.run(sql`SYSTEM STOP MERGES events`);
    await shipAndDie(store, own, ship);
    await eventLog.close();
    const [part] = await store.direct.rows<{ name: string }>(
      statement(`SELECT _part AS name FROM events WHERE page = '${pages[0]}'`),
    );
    const table = await tableDirectory();
    await store.restartEngine(() => rm(join(table, part?.name ?? "?"), { recursive: true }));
    expect((await store.counted()).has(pages[0] ?? "")).toBe(false);

    await shipOrphaned().running;
    await store.expectOnce(pages);
  },
);

test("a new start on the same directory changes nothing, with the cursor of one step before too", async () => {
  const { eventLog, own, ship, shipOrphaned } = await freshLog(store);
  const before = join(own, "..", "before");
  const prefix = pagePrefix();
  const pages = await appendMany(eventLog, `${prefix}a`, 50);
  await shipAndDie(store, own, ship);
  await copyFile(join(own, "cursor"), join(own, "cursor-of-a"));
  pages.push(...(await appendMany(eventLog, `${prefix}b`, 50)));
  await shipAndDie(store, own, ship);
  await eventLog.close();
  await cp(own, before, { recursive: true });

  await shipOrphaned().running;
  await store.expectOnce(pages);
  expect(await readdir(join(own, ".."))).toEqual(["before"]);

  await rename(before, own);
  await rename(join(own, "cursor-of-a"), join(own, "cursor"));
  await shipOrphaned().running;
  await store.expectOnce(pages);
});

test("a log whose removal was cut short is not shipped again", async () => {
  let cuts = 1;
  const fs: FileSystem = {
    ...disk,
    async remove(path) {
      if (!path.endsWith("/log") || cuts-- <= 0) return disk.remove(path);
      // The order in which a directory's entries go is undefined: the cursor must be the last.
      expect(await readdir(path)).toEqual(["cursor"]);
      await disk.remove(join(path, "cursor"));
      throw new Error("power cut");
    },
  };
  const { eventLog, ship, shipOrphaned } = await freshLog(store, fs);
  const { shipper, stop } = ship();
  const prefix = pagePrefix();
  const pages = [await append(eventLog, `${prefix}1`)];
  await shipper.shipped();
  pages.push(await append(eventLog, `${prefix}2`));
  await shipper.shipped();
  await stop();
  await eventLog.close();
  await expect(shipOrphaned().running).rejects.toThrow("power cut");
  await shipOrphaned().running;

  await store.expectOnce(pages);
});

test.runIf(isEmbedded)(
  "an insert that still runs when the client has given up is not doubled",
  async () => {
    const { eventLog, ship } = await freshLog(store);
    const impatient = new ClickHouse({ requestTimeoutMs: 300 });
    await impatient.use(store.engine?.url);
    const pages = await appendMany(eventLog, pagePrefix(), 200);
    let attempts = 0;
    const table = eventTable(impatient);
    const { running, shipper } = ship({
      insert: async (batch) => {
        store.signalEngine("SIGSTOP");
        attempts += 1;
        await table.insert(batch);
      },
      insertAgain: async (batch) => {
        attempts += 1;
        if (attempts === 3) store.signalEngine("SIGCONT");
        await table.insertAgain(batch);
      },
    });
    running.catch(() => {});
    await shipper.shipped();
    await impatient.use(undefined);

    expect(attempts).toBeGreaterThan(2);
    await store.expectOnce(pages);
  },
);

test("an insert that is delayed on its way, unseen, is not doubled when it arrives", async () => {
  const prefix = pagePrefix();
  const pages = Array.from({ length: 50 }, (_, i) => `${prefix}${i}`);
  const batch = batchOf(pages);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  store.faults.splice(0, store.faults.length, {
    kind: "request held",
    bytes: 3_000,
    until: released,
  });
  const { inserts } = store;
  const slow = store.table.insert(batch).catch(() => "refused");
  await eventually(async () => expect(store.inserts).toBeGreaterThan(inserts));
  await store.table.insertAgain(batch);
  release();
  await slow;

  await store.expectOnce(pages);
});
