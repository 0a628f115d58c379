import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { Database } from "../../src/clickhouse/database.ts";
import { bind, sql } from "../../src/clickhouse/sql.ts";
import { followedTable } from "../../src/import/follow/followed-table.ts";
import { TableCopy } from "../../src/move/table-copy.ts";
import { movedTables } from "../../src/move/tables.ts";
import { TestStore } from "../helpers/test-store.ts";

const websiteId = 7;
let source: TestStore;
let target: TestStore;

beforeAll(async () => {
  [source, target] = await Promise.all([TestStore.start(), TestStore.start()]);
});
afterAll(() => Promise.all([source.stop(), target.stop()]));

/** Stores what a batch has of two days, as a shipper does. */
function insertBatch(db: Database, batch: string): Promise<void> {
  const row = (date: string) =>
    JSON.stringify({ website_id: websiteId, date, reason: "bot", count: 1, batch });
  return db.insert({
    statement: sql`INSERT INTO drops (website_id, date, reason, count, batch) FORMAT JSONEachRow`,
    rows: Buffer.from(`${row("2026-10-01")}\n${row("2026-10-02")}\n`),
    queryId: randomUUID(),
    deduplicationToken: `${batch} ${websiteId}`,
  });
}

function copy(tableName: string): Promise<number> {
  const table = movedTables.find(({ name }) => name === tableName);
  if (table === undefined) throw new Error("no such table moves");
  const ends = { source: source.direct, target: target.direct, movedFrom: "shard a" };
  const hooks = { assertOwner: () => {}, onCopied: () => {} };
  return new TableCopy({ ...ends, ...hooks, table, websiteId }).copy("switched");
}

test("rows whose token the target knows, but which it has deleted, are copied once", async () => {
  const [lost, whole, partial] = [randomUUID(), randomUUID(), randomUUID()];
  for (const batch of [lost, whole, partial]) {
    await insertBatch(source.direct, batch);
    await insertBatch(target.direct, batch);
  }
  await target.direct.run(sql`
    ALTER TABLE drops
    DELETE WHERE batch = ${bind("UUID", lost)}
      OR (batch = ${bind("UUID", partial)} AND date = '2026-10-01')
    SETTINGS mutations_sync = 1`);

  await copy("drops");

  const read = (db: Database) =>
    db.rows(sql`SELECT batch, date, count() AS rows FROM drops GROUP BY ALL ORDER BY ALL`);
  expect(await read(target.direct)).toEqual(await read(source.direct));
});

test("reads are copied once, also those that come between two looks, and beside later ones", async () => {
  const insert = (db: Database, path: string, reads: number) =>
    db.insert({
      statement: sql`INSERT INTO reads (website_id, date, hour, reader, path, reads) FORMAT JSONEachRow`,
      rows: Buffer.from(
        ["GPTBot", ""]
          .map((reader) => ({
            website_id: websiteId,
            date: "2026-10-01",
            hour: 3,
            reader,
            path,
            reads,
          }))
          .map((row) => JSON.stringify(row))
          .join("\n"),
      ),
      queryId: randomUUID(),
      deduplicationToken: randomUUID(),
    });
  const read = (db: Database) =>
    db.rows(sql`
      SELECT
        path,
        sumIf(reads, reader = 'GPTBot') AS reads,
        uniqExactIf(batch, reader = '') AS batches
      FROM reads
      GROUP BY path
      ORDER BY path`);
  await insert(source.direct, "/", 1);
  await insert(source.direct, "/about", 1);
  await copy("reads");
  await insert(source.direct, "/", 2);
  await source.direct.run(sql`OPTIMIZE TABLE reads FINAL`);
  await insert(target.direct, "/", 40);
  await copy("reads");
  await copy("reads");

  expect(await read(source.direct)).toEqual([
    { path: "/", reads: 3, batches: 2 },
    { path: "/about", reads: 1, batches: 1 },
  ]);
  expect(await read(target.direct)).toEqual([
    { path: "/", reads: 43, batches: 3 },
    { path: "/about", reads: 1, batches: 1 },
  ]);
});

test("a followed log goes on where it was, with the part that is not settled", async () => {
  const [before, end] = ["a".repeat(64), "b".repeat(64)];
  const [here, there] = [followedTable(source.direct), followedTable(target.direct)];
  const outcome = { lines: 2, end, imported: 2, unreadable: 0, dropped: {}, batches: [] };
  const piece = {
    websiteId,
    before,
    slot: 0,
    version: 0,
    holder: randomUUID(),
    lines: 0,
    bytes: 0,
    end: before,
    part: undefined,
  };
  const first = await here.write(piece);
  const part = { state: "certain", bytes: 9, end, batch: randomUUID(), outcome } as const;
  await here.write({ ...piece, ...first, part });

  await copy("followed_logs");
  await copy("followed_logs");

  const pieceOf = async (table: typeof here) =>
    (await table.list(websiteId)).map(({ ageMs: _, ...known }) => known);
  expect(await pieceOf(there)).toEqual([{ ...piece, version: 2, part }]);
  expect(await pieceOf(there)).toEqual(await pieceOf(here));
  const next = await there.write({ ...piece, version: 2, lines: 2, end });
  expect(next?.version).toBe(3);
});

test("a website takes the newest rows of its goals along, and of every other definition", async () => {
  const rows = [
    { website_id: websiteId, kind: "goal", id: 1, change: 1, body: "old" },
    { website_id: websiteId, kind: "goal", id: 1, change: 2, body: "new" },
    { website_id: websiteId, kind: "goal", id: 2, change: 3, deleted: true },
    ...["funnel", "segment", "annotation", "share", "alert", "import"].map((kind, nth) => {
      return { website_id: websiteId, kind, id: 1, change: 4 + nth, body: kind };
    }),
    { website_id: websiteId + 1, kind: "goal", id: 1, change: 1, body: "of another website" },
  ];
  for (const row of rows) {
    await source.direct.insert({
      statement: sql`INSERT INTO definitions FORMAT JSONEachRow`,
      rows: Buffer.from(JSON.stringify({ ...row, writer: randomUUID() })),
      queryId: randomUUID(),
      deduplicationToken: `${row.website_id} ${row.change}`,
    });
  }

  await copy("definitions");

  const read = (db: Database) =>
    db.rows<object>(sql`
      SELECT kind, id, change, deleted, body
      FROM definitions
      WHERE website_id = ${bind("UInt32", websiteId)} AND change > 1
      ORDER BY change`);
  expect(await read(target.direct)).toHaveLength(8);
  expect(await read(target.direct)).toEqual(await read(source.direct));
  const all = await target.direct.rows(sql`SELECT 1 FROM definitions`);
  expect(all).toHaveLength(8);
});
