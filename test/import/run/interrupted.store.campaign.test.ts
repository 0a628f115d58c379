import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../src/clickhouse/database.ts";
import { bind, sql } from "../../../src/clickhouse/sql.ts";
import type { Format } from "../../../src/import/format.ts";
import { removeImported } from "../../../src/import/run/removal.ts";
import { openDefinitions } from "../../../src/server/parts/open-services.ts";
import { byTest } from "../../helpers/author.ts";
import {
  begin,
  eventLines,
  run,
  totalLines,
  totalsOf,
  websiteOf,
} from "../../helpers/import-world.ts";
import { exportOf } from "../../helpers/imports.ts";
import { TestStore } from "../../helpers/test-store.ts";

let store: TestStore;
beforeAll(async () => {
  store = await TestStore.start();
});
afterAll(async () => store.stop());

/** Two months, so the events are two batches. */
const days = ["2024-11-05", "2024-12-05", "2024-12-06"];
const pages = ["/0", "/1", "/2"];

const cases: readonly (readonly [name: string, format: Format, text: string])[] = [
  ["events", eventLines, days.map((day) => exportOf(day, pages.length)).join("")],
  ["totals", totalLines, days.map((day) => totalsOf(day, pages)).join("")],
];

class Killed extends Error {}

/**
 * A database whose client is killed at the nth statement that changes something: before the
 * statement, or when it is done. From then on nothing is heard of it.
 */
function dying(db: Database, nth: number, isDone: boolean) {
  let changes = 0;
  const isDead = () => changes > nth;
  const change = async (work: () => Promise<void>) => {
    if (isDead()) throw new Killed();
    changes += 1;
    if (!isDead()) return work();
    if (isDone) await work();
    throw new Killed();
  };
  const killed: Database = {
    rows: async (query, limits) => {
      if (isDead()) throw new Killed();
      return db.rows(query, limits);
    },
    csv: () => Promise.reject(new Killed()),
    native: () => Promise.reject(new Killed()),
    stream: () => Promise.reject(new Killed()),
    run: (statement, options) => change(() => db.run(statement, options)),
    insert: (insert) => change(() => db.insert(insert)),
  };
  return { killed, isDead };
}

interface Left {
  readonly date: string;
  readonly page: string;
  readonly count: number;
}

/** Returns each page of each day of a website, with the number of its events or visitors. */
async function found(id: number): Promise<Left[]> {
  const website = sql`website_id = ${bind("UInt32", id)}`;
  return store.direct.rows<Left>(sql`
    SELECT * FROM (
    SELECT date, page, count() AS count
    FROM events
    WHERE ${website}
    GROUP BY date, page
    UNION ALL
    SELECT date, value AS page, sum(visitors) AS count
    FROM rollup_values
    WHERE ${website}
      AND dimension = 'page'
      AND rollup_id IN (SELECT rollup_id FROM archived_rollups WHERE ${website} AND gone = 1)
    GROUP BY date, page
    )
    ORDER BY date, page`);
}

async function stagingTables(): Promise<string[]> {
  const rows = await store.direct.rows<{ name: string }>(sql`
    SELECT name
    FROM system.tables
    WHERE database = currentDatabase() AND startsWith(name, 'import_')`);
  return rows.map(({ name }) => name);
}

/** Returns the roll-ups of a website that no archived roll-up names. */
async function strayRollUps(id: number): Promise<number> {
  const website = sql`website_id = ${bind("UInt32", id)}`;
  const rows = await store.direct.rows(sql`
    SELECT 1
    FROM rollup_days
    WHERE ${website}
      AND rollup_id NOT IN (SELECT rollup_id FROM archived_rollups WHERE ${website})`);
  return rows.length;
}

/** Returns the roll-ups that are the numbers of a website's days. */
function rollUps(id: number): Promise<unknown[]> {
  const website = sql`website_id = ${bind("UInt32", id)}`;
  return store.direct.rows(sql`
    SELECT DISTINCT rollup_id FROM archived_rollups WHERE ${website} AND gone = 1`);
}

const everything = days.flatMap((date) => pages.map((page) => ({ date, page, count: 1 })));
const report = {
  status: "done",
  days: { taken: 3, left: 0, leftBecause: { collected: 0, imported: 0, not_over: 0 } },
};
let websites = 0;

describe.each(cases)("an import of %s", (_name, format, text) => {
  async function newImport(nth: number, isDone: boolean) {
    websites += 1;
    const website = websiteOf(websites);
    const { killed, isDead } = dying(store.direct, nth, isDone);
    const input = { website, format, text };
    const own = {
      ...input,
      db: store.direct,
      definitions: openDefinitions(store.direct, Date.now),
    };
    const importId = await begin(own);
    const dead = { ...input, db: killed, definitions: openDefinitions(killed, Date.now) };
    return { own, dead, importId, isDead, name: { websiteId: website.id, importId } };
  }

  test.each([
    ["before", false],
    ["after", true],
  ])("goes on when it is killed %s any statement", async (_when, isDone) => {
    for (let nth = 0; ; nth += 1) {
      const { own, dead, importId, isDead, name } = await newImport(nth, isDone);
      await run(dead, importId).catch((error: unknown) => {
        if (!isDead()) throw error;
      });
      if (!isDead()) {
        expect(nth).toBeGreaterThan(8);
        return;
      }
      // The next process has read nothing yet.
      const next = { ...own, definitions: openDefinitions(store.direct, Date.now) };
      const set = await next.definitions.of(name.websiteId);
      if (set.find("import", importId)?.content.status === "running") {
        expect(await run(next, importId), `killed at ${nth}`).toMatchObject(report);
      }
      expect(await found(name.websiteId), `killed at ${nth}`).toEqual(everything);
      expect(await strayRollUps(name.websiteId), `killed at ${nth}`).toBe(0);
      expect(await stagingTables(), `killed at ${nth}`).toEqual([]);
    }
  });

  test("that is killed when all is stored does not begin anew", async () => {
    const { own, importId, name } = await newImport(Number.POSITIVE_INFINITY, false);
    expect(await run(own, importId)).toMatchObject(report);
    const before = await rollUps(name.websiteId);
    await own.definitions.update(byTest, name.websiteId, "import", importId, (content) => {
      return { ...content, status: "running", finishedAt: null };
    });

    expect(await run(own, importId)).toMatchObject(report);
    expect(await rollUps(name.websiteId)).toEqual(before);
    expect(await found(name.websiteId)).toEqual(everything);
    expect(await stagingTables()).toEqual([]);
  });

  test.each([
    ["before", false],
    ["after", true],
  ])("is undone wholly when the undo is killed %s any statement", async (_when, isDone) => {
    for (let nth = 0; ; nth += 1) {
      const { own, dead, importId, isDead, name } = await newImport(nth, isDone);
      const done = await run(own, importId);
      if (done === undefined) throw new Error("there is no import");
      await removeImported(dead.db, name, done).catch((error: unknown) => {
        if (!isDead()) throw error;
      });
      await removeImported(own.db, name, done);
      expect(await found(name.websiteId), `killed at ${nth}`).toEqual([]);
      expect(await strayRollUps(name.websiteId), `killed at ${nth}`).toBe(0);
      if (!isDead()) return;
    }
  });
});
