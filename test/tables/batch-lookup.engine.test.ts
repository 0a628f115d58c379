import { afterAll, beforeAll, expect, test } from "vitest";

import type { Database } from "../../src/clickhouse/database.ts";
import { type Sql, sql, statement } from "../../src/clickhouse/sql.ts";
import { eventTable } from "../../src/tables/event-table.ts";
import { TestStore } from "../helpers/test-store.ts";

const month = 202_503;
const rowCount = 300_000;
/** Returns the batch of row n; batches have 100 rows. */
const batchOf = (n: number): Sql =>
  statement(`reinterpretAsUUID(sipHash128(intDiv(toUInt64(${n}), 100)))`);

let store: TestStore;
beforeAll(async () => {
  store = await TestStore.start();
  // Two days of many visitors: every granule holds rows of nearly every batch.
  await store.direct.run(
    statement(`INSERT INTO events (website_id, date, visitor, time, name, page, batch)
       SELECT 1, toDate('2025-03-01') + number % 2, cityHash64(number), 0, 'pageview', '/',
         reinterpretAsUUID(sipHash128(intDiv(number, 100)))
       FROM numbers(${rowCount})`),
  );
  // The embedded engine makes the projection with the first merge.
  await store.direct.run(sql`OPTIMIZE TABLE events FINAL`);
});
afterAll(() => store.stop());

/** Returns a database that appends its queries to `seen`. */
function recorder(seen: Sql[]): Database {
  const rows = <Row>(query: Sql): Promise<Row[]> => {
    seen.push(query);
    return store.direct.rows<Row>(query);
  };
  const { direct } = store;
  return {
    rows,
    csv: (query, limits) => direct.csv(query, limits),
    stream: (...args) => direct.stream(...args),
    native: (query) => direct.native(query),
    run: (statement) => direct.run(statement),
    insert: async () => {},
  };
}

async function idOf(n: number): Promise<string> {
  const [row] = await store.direct.rows<{ id: string }>(sql`SELECT toString(${batchOf(n)}) AS id`);
  if (row === undefined) throw new Error("no answer");
  return row.id;
}

test("a batch is found in its month, and in no other", async () => {
  const table = eventTable(store.direct);
  const there = await idOf(rowCount / 2);
  expect(await table.has({ table: "events", id: there, month })).toBe(true);
  expect(await table.has({ table: "events", id: there, month: month + 1 })).toBe(false);
  expect(await table.has({ table: "events", id: await idOf(rowCount), month })).toBe(false);
});

test("a batch is found after its part was rewritten", async () => {
  const table = eventTable(store.direct);
  await store.direct.run(sql`
    ALTER TABLE events
    DELETE WHERE website_id = 2
    SETTINGS mutations_sync = 1`);
  await store.direct.run(sql`OPTIMIZE TABLE events FINAL`);
  expect(await table.has({ table: "events", id: await idOf(0), month })).toBe(true);
});

test("whether a batch is there takes a look at one granule, however large the month is", async () => {
  const seen: Sql[] = [];
  expect(
    await eventTable(recorder(seen)).has({ table: "events", id: await idOf(rowCount), month }),
  ).toBe(false);
  const explained = await store.direct.rows<{ explain: string }>(
    sql`EXPLAIN indexes = 1 ${seen[0] ?? sql``}`,
  );
  const plan = explained.map((row) => row.explain).join("\n");
  expect(plan).toContain("ReadFromMergeTree (events_per_batch)");
  const read = [...plan.matchAll(/Granules: (\d+)/g)].map(([, granules]) => Number(granules));
  expect(read.at(-1)).toBeLessThanOrEqual(1);
});
