import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import {
  busyTables,
  type SnapshotTable,
  tablesLeftOut,
  takeSnapshot,
} from "../../src/backup/snapshot.ts";
import type { Database } from "../../src/clickhouse/database.ts";
import { render, statement } from "../../src/clickhouse/sql.ts";
import { TestStore } from "../helpers/test-store.ts";

let store: TestStore;
beforeAll(async () => {
  store = await TestStore.start();
});
afterAll(() => store.stop());

function run(text: string): Promise<void> {
  return store.direct.run(statement(text));
}

function insertEvents(date: string): Promise<void> {
  return run(`INSERT INTO events (website_id, date, time) VALUES (1, '${date}', '${date}')`);
}

/** Takes a snapshot, and runs a task when a table was frozen for the first time. */
async function snapshotWith(table: string, meanwhile: () => Promise<void>) {
  let freezes = 0;
  const db: Database = {
    rows: (query, limits) => store.direct.rows(query, limits),
    csv: (query, limits) => store.direct.csv(query, limits),
    native: (query) => store.direct.native(query),
    stream: (query, format, limits) => store.direct.stream(query, format, limits),
    insert: (insert) => store.direct.insert(insert),
    async run(query, options) {
      await store.direct.run(query, options);
      if (!render(query).query.includes(`TABLE ${table} FREEZE`)) return;
      freezes += 1;
      if (freezes === 1) await meanwhile();
    },
  };
  const snapshot = await takeSnapshot(db, join(store.directory, "data"));
  await snapshot.release();
  // A merge of the store's own may make it more than twice.
  return { snapshot, isTakenAgain: freezes > 1 };
}

function rowsOf(tables: readonly SnapshotTable[], name: string): number | undefined {
  const found = tables.find((table) => table.name === name);
  return found?.parts.reduce((sum, { rows }) => sum + rows, 0);
}

test("events that come meanwhile are no reason to take the tables again", async () => {
  await insertEvents("2026-11-01");
  const { snapshot, isTakenAgain } = await snapshotWith("events", () => insertEvents("2026-11-02"));
  expect([isTakenAgain, rowsOf(snapshot.tables, "events")]).toEqual([false, 1]);
});

test("reads and followed logs are in the snapshot", async () => {
  await run(
    "INSERT INTO reads (website_id, date, reader, reads) VALUES (1, '2026-11-01', 'GPTBot', 1)",
  );
  await run("INSERT INTO followed_logs (website_id, before, version) VALUES (1, 'a', 1)");
  const { snapshot } = await snapshotWith("none", async () => {});
  expect(["reads", "followed_logs"].map((name) => rowsOf(snapshot.tables, name))).toEqual([1, 1]);
});

test("a month that leaves meanwhile is in the snapshot once", async () => {
  await insertEvents("2026-01-01");
  const { snapshot, isTakenAgain } = await snapshotWith("events", async () => {
    await run("CREATE TABLE events_leaving_202601 AS events");
    await run("ALTER TABLE events MOVE PARTITION ID '202601' TO TABLE events_leaving_202601");
  });
  expect(isTakenAgain).toBe(true);
  expect(rowsOf(snapshot.tables, "events")).toBe(2);
  expect(rowsOf(snapshot.tables, "events_leaving_202601")).toBe(1);
});

test("a deletion or a change of a website that comes meanwhile is in the snapshot", async () => {
  const deletion = await snapshotWith("events", () =>
    run("ALTER TABLE events DELETE WHERE date = '2026-11-02' SETTINGS mutations_sync = 1"),
  );
  expect([deletion.isTakenAgain, rowsOf(deletion.snapshot.tables, "events")]).toEqual([true, 1]);
  const change = await snapshotWith("websites", () =>
    run("INSERT INTO websites (id, change) VALUES (1, 1)"),
  );
  expect([change.isTakenAgain, rowsOf(change.snapshot.tables, "websites")]).toEqual([true, 1]);
});

test("a part has another identity than any other, also one of the same name", async () => {
  const identities = async () => {
    const { snapshot } = await snapshotWith("none", async () => {});
    const parts = snapshot.tables.flatMap((table) => (table.name === "drops" ? table.parts : []));
    return parts.map(({ name, identity }) => [name, identity]);
  };
  await run("INSERT INTO drops (website_id, count) VALUES (1, 1)");
  const [[name, first] = []] = await identities();
  expect(await identities()).toEqual([[name, first]]);
  await run("TRUNCATE TABLE drops");
  await run("INSERT INTO drops (website_id, count) VALUES (1, 2)");
  const [[, second] = []] = await identities();
  expect(second).not.toBe(first);
});

test("schema/ has every table that is left out, and every busy one", async () => {
  const { snapshot } = await snapshotWith("none", async () => {});
  const names = snapshot.tables.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...tablesLeftOut, ...busyTables]));
});
