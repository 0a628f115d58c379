import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { sql } from "../../../src/clickhouse/sql.ts";
import { eventually } from "../../helpers/eventually.ts";
import { batchOf, pagePrefix } from "../../helpers/shipping.ts";
import { testServer } from "../../helpers/test-server.ts";
import { TestStore } from "../../helpers/test-store.ts";

/** A server has settings of its own. */
const isEmbedded = testServer() === undefined;

let store: TestStore;
beforeAll(async () => {
  store = await TestStore.start();
});
afterAll(() => store.stop());

interface Part {
  readonly level: number;
  readonly rows: number;
  readonly projections: number;
}

function parts(): Promise<Part[]> {
  return store.direct.rows<Part>(sql`
    SELECT
      level,
      rows,
      length(projections) AS projections
    FROM system.parts
    WHERE active AND database = currentDatabase() AND table = 'events'
    ORDER BY rows DESC`);
}

test.runIf(isEmbedded)("an insert writes no projections, the first merge does", async () => {
  await store.direct.run(sql`SYSTEM STOP MERGES events`);
  const prefix = pagePrefix();
  const batches = Array.from({ length: 3 }, (_, i) => batchOf([`${prefix}${i}`]));
  for (const batch of batches) await store.table.insert(batch);
  expect(await parts()).toEqual(Array(3).fill({ level: 0, rows: 1, projections: 0 }));
  for (const batch of batches) expect(await store.table.has(batch)).toBe(true);

  await store.direct.run(sql`SYSTEM START MERGES events`);
  await store.direct.run(sql`OPTIMIZE TABLE events FINAL`);
  expect(await parts()).toEqual([{ level: 1, rows: 3, projections: 2 }]);
  for (const batch of batches) expect(await store.table.has(batch)).toBe(true);
  expect(await store.table.has(batchOf(["/absent"]))).toBe(false);
});

test.runIf(isEmbedded)("small inserts do not have a large part rewritten each time", async () => {
  const pages = Array.from({ length: 50_000 }, (_, i) => `${pagePrefix()}${i}`);
  await store.table.insert(batchOf(pages));
  await store.direct.run(sql`OPTIMIZE TABLE events FINAL`);
  const [before] = await parts();
  for (let i = 0; i < 20; i += 1) {
    await store.table.insert(batchOf([`${pagePrefix()}small`]));
    // Seven parts are merged by themselves.
    const fresh = async () => (await parts()).filter(({ level }) => level === 0);
    await eventually(async () => expect((await fresh()).length).toBeLessThan(7));
  }

  const [large] = await parts();
  expect((large?.level ?? 0) - (before?.level ?? 0)).toBeLessThan(5);
});

test.runIf(isEmbedded)("an engine that has little to do has nothing to say", async () => {
  await store.table.insert(batchOf([pagePrefix()]));
  const log = await readFile(join(store.directory, "engine.log"), "utf8");

  expect(log).toBe("");
});
