import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { migrate, readMigrations } from "../../src/clickhouse/migrate.ts";
import { writeRow } from "../../src/events/row.ts";
import { RowBinaryWriter } from "../../src/events/row-binary.ts";
import { type Batch, BatchContended } from "../../src/log/batch.ts";
import { openWebsites } from "../../src/server/parts/open-services.ts";
import { RoutedBatches } from "../../src/server/shards/routed-batches.ts";
import { Shards } from "../../src/server/shards/shards.ts";
import { type EventTable, eventTable } from "../../src/tables/event-table.ts";
import { idempotencyTable } from "../../src/tables/idempotency-table.ts";
import type { StoredWebsites } from "../../src/websites/stored-websites.ts";
import { byTest } from "../helpers/author.ts";
import { draftWith } from "../helpers/draft.ts";
import { makeShards, type TestShards } from "../helpers/shards.ts";
import { plainMonth } from "../helpers/shipping.ts";

const domain = "moved.example";
let shards: TestShards;
let moved: number;
let other: number;
let events: Shards<EventTable>;

beforeEach(async () => {
  shards = await makeShards();
  for (const db of shards.dbs) await migrate(db, await readMigrations());
  const websites = await openWebsites(shards.dbs[0], Date.now);
  moved = (await websites.create(byTest, domain, {})).id;
  other = (await websites.create(byTest, "other.example", {})).id;
  const [first, second] = shards.dbs;
  const tables: [string, EventTable][] = [
    ["1", eventTable(first)],
    ["2", eventTable(second, first)],
  ];
  events = new Shards(new Map(tables), () => "");
});

/** Opens the store of the logs of a process that knows the websites as they are now. */
async function openProcess(
  shard = "",
): Promise<{ store: RoutedBatches; websites: StoredWebsites }> {
  const websites = await openWebsites(shards.dbs[0], Date.now);
  return { store: new RoutedBatches({ shard, events, websites: websites.all }), websites };
}

function batchOf(websites: readonly number[]): Batch {
  const writer = new RowBinaryWriter();
  for (const websiteId of websites)
    writeRow(writer, { ...draftWith().row, websiteId, date: 20_000 });
  return { id: randomUUID(), table: "events", month: plainMonth, rows: writer.take() };
}

/** Resolves with the website ids of all events on each shard. */
async function stored(): Promise<number[][]> {
  const found = await shards.rows<{ website_id: number }>(
    "SELECT website_id FROM events ORDER BY website_id",
  );
  return found.map((rows) => rows.map(({ website_id }) => website_id));
}

test("a process that has not heard of a move fails until it has, and then sends each row home", async () => {
  const { store, websites } = await openProcess();
  const batch = batchOf([moved, other]);
  expect(await shards.move(domain, "2")).toBe(0);
  await expect(store.insert(batch)).rejects.toBeInstanceOf(BatchContended);
  await expect(store.insertAgain(batch)).rejects.toBeInstanceOf(BatchContended);
  await websites.refresh();
  await store.insertAgain(batch);
  await store.insertAgain(batch);

  expect(await stored()).toEqual([[other], [moved]]);
});

test("the first of repeated requests finds the store away where the website has moved off", async () => {
  const records = idempotencyTable(shards.dbs[0]);
  const record = { key: "a", batch: randomUUID(), outcome: "{}", expiresAtMs: Date.now() + 60_000 };
  await shards.move(domain, "2");
  await expect(records.add({ ...record, websiteId: moved })).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
  });
  await records.add({ ...record, websiteId: other });

  expect(await records.find(other, "a")).toMatchObject({ batch: record.batch });
});

test("a batch that the old shard had taken without an answer is counted once", async () => {
  const { store, websites } = await openProcess();
  const batch = batchOf([moved, other]);
  await store.insert(batch);
  expect(await shards.move(domain, "2")).toBe(0);
  await websites.refresh();
  await store.insertAgain(batch);

  expect(await stored()).toEqual([[other], [moved]]);
});

test("a batch that waits for its answer while the website moves is counted once", async () => {
  const { store, websites } = await openProcess();
  const batches = [batchOf([moved]), batchOf([moved, other])];
  const { move, close } = await shards.mover(domain, "2");
  for (const step of ["prepare", "copy", "beginSwitch"] as const) await move[step]();
  // The old shard takes it, and its answer is lost.
  for (const batch of batches) await events.first.insert(batch);
  await websites.refresh();
  for (const batch of batches) await store.insertAgain(batch);
  await move.copyRest();
  for (const batch of batches) await store.insertAgain(batch);
  for (const step of ["endSwitch", "compare", "remove"] as const) await move[step]();
  await close();
  await websites.refresh();
  for (const batch of batches) await store.insertAgain(batch);

  expect(await stored()).toEqual([[other], [moved, moved]]);
});

test("a shipper that looked for a batch before the old shard had it does not double it", async () => {
  const batch = batchOf([moved]);
  const { move, close } = await shards.mover(domain, "2");
  for (const step of ["prepare", "copy", "beginSwitch"] as const) await move[step]();
  // It has looked on both shards, and is suspended before its insert.
  await events.first.insert(batch);
  await move.copyRest();
  await events.named("2").insert(batch, { ids: [moved] });
  for (const step of ["endSwitch", "compare", "remove"] as const) await move[step]();
  await close();

  expect(await stored()).toEqual([[], [moved]]);
});

test("batches of two logs with the same id are two batches", async () => {
  const batch = batchOf([moved]);
  const first = await openProcess();
  const second = await openProcess("2");
  await first.store.insert(batch);
  expect(await shards.move(domain, "2")).toBe(0);
  await second.store.insert(batchOf([other]));
  await second.websites.refresh();
  await second.store.insertAgain(batch);

  expect(await stored()).toEqual([[], [moved, moved, other]]);
});
