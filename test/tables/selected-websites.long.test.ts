import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "../../src/clickhouse/sql.ts";
import { writeDrop } from "../../src/events/drop-row.ts";
import { writeRow } from "../../src/events/row.ts";
import { RowBinaryWriter } from "../../src/events/row-binary.ts";
import { type Batch, BatchContended } from "../../src/log/batch.ts";
import { eventTable } from "../../src/tables/event-table.ts";
import { draftWith } from "../helpers/draft.ts";
import { plainMonth } from "../helpers/shipping.ts";
import { TestStore } from "../helpers/test-store.ts";

let store: TestStore;
beforeAll(async () => {
  store = await TestStore.start();
});
afterAll(() => store.stop());

const date = 20_000;

/** Returns a batch with some events of each website. */
function batchOf(websites: readonly number[], eventsOfEach = 3): Batch {
  const writer = new RowBinaryWriter();
  for (let i = 0; i < eventsOfEach; i += 1) {
    for (const websiteId of websites) {
      writeRow(writer, { ...draftWith().row, websiteId, date, page: `/${i}` });
    }
  }
  return { id: randomUUID(), table: "events", month: plainMonth, rows: writer.take() };
}

/** Resolves with the number of rows of each website in the batch, and the number of its parts. */
async function stored({ id, table }: Batch): Promise<[Record<string, number>, number]> {
  const rows = await store.direct.rows<{ website_id: number; count: number; part: string }>(
    statement(
      `SELECT website_id, _part AS part, count() AS count FROM ${table} WHERE batch = '${id}' GROUP BY website_id, part ORDER BY website_id`,
    ),
  );
  const counts = Object.fromEntries(rows.map(({ website_id, count }) => [website_id, count]));
  return [counts, new Set(rows.map(({ part }) => part)).size];
}

test("only the rows of the selected websites are stored, under the batch's id", async () => {
  const batch = batchOf([1, 2, 3]);
  await store.table.insert(batch, { ids: [2] });

  expect(await stored(batch)).toEqual([{ 2: 3 }, 1]);
  expect(await store.table.has(batch, { ids: [2] })).toBe(true);
  expect(await store.table.has(batch, { ids: [2], isInverted: true })).toBe(false);
});

test("the same holds for drops", async () => {
  const writer = new RowBinaryWriter();
  for (const websiteId of [1, 2, 3]) writeDrop(writer, { websiteId, date, reason: "ip", count: 5 });
  const batch = { ...batchOf([]), table: "drops", rows: writer.take() } as const;
  await store.table.insert(batch, { ids: [1, 3], isInverted: true });

  expect(await stored(batch)).toEqual([{ 2: 1 }, 1]);
});

test("many rows of a selection are one part", async () => {
  // More rows than ClickHouse reads in one block.
  const batch = batchOf([1, 2], 40_000);
  // Its requests may take longer than those of the other tests.
  await eventTable(store.direct).insert(batch, { ids: [1] });

  expect(await stored(batch)).toEqual([{ 1: 40_000 }, 1]);
});

test("a selection is stored once, however often it is sent", async () => {
  const batch = batchOf([1, 2]);
  const selection = { ids: [1] };
  await Promise.all([store.table.insert(batch, selection), store.table.insert(batch, selection)])
    // One of them may meet the other's query id.
    .catch((error: unknown) => expect(error).toBeInstanceOf(BatchContended));
  await store.table.insertAgain(batch, selection);
  await store.table.insert(batch, selection);

  expect(await stored(batch)).toEqual([{ 1: 3 }, 1]);
});

test("of a whole batch and its rest, whichever comes first is stored", async () => {
  const [first, second] = [batchOf([1, 2]), batchOf([1, 2])];
  const rest = { ids: [1], isInverted: true };
  await store.table.insert(first);
  await store.table.insert(first, rest);
  await store.table.insert(second, rest);
  await store.table.insert(second);

  expect(await stored(first)).toEqual([{ 1: 3, 2: 3 }, 1]);
  expect(await stored(second)).toEqual([{ 2: 3 }, 1]);
});

test("a selection without rows stores nothing, and keeps nothing else out", async () => {
  const batch = batchOf([1]);
  await store.table.insertAgain(batch, { ids: [1], isInverted: true });
  await store.table.insertAgain(batch, { ids: [1] });

  expect(await stored(batch)).toEqual([{ 1: 3 }, 1]);
});

test("rows that a constraint refuses are sent again later, as a whole", async () => {
  const batch = batchOf([8, 9]);
  const fence = (verb: string) => store.direct.run(statement(`ALTER TABLE events ${verb}`));
  await fence("ADD CONSTRAINT moved_9 CHECK website_id != 9");
  await expect(store.table.insert(batch)).rejects.toBeInstanceOf(BatchContended);
  await expect(store.table.insertAgain(batch)).rejects.toBeInstanceOf(BatchContended);
  expect(await stored(batch)).toEqual([{}, 0]);
  await fence("DROP CONSTRAINT moved_9");
  await store.table.insertAgain(batch);

  expect(await stored(batch)).toEqual([{ 8: 3, 9: 3 }, 1]);
});
