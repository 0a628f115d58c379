import { pino } from "pino";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/clickhouse/database.ts";
import { bind, sql } from "../../src/clickhouse/sql.ts";
import { ClosedDayPlanner } from "../../src/rollups/closed-day-planner.ts";
import { OpenDayPlanner } from "../../src/rollups/open-days/open-day-planner.ts";
import { type RollupPlanner, RollupWorker } from "../../src/rollups/rollup-worker.ts";
import { eventually } from "../helpers/eventually.ts";
import { chrome, selectRows } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { endless, runningEndless } from "../helpers/slow-query.ts";

const day = "2025-03-01";
const eventCount = 40;

const footfall = openFootfall();
beforeAll(async () => {
  // To the program's own roll-ups, the days of the tests are not over.
  footfall.clock.aheadMs = Date.parse(`${day}T00:00:00Z`) - 60 * 60_000 - Date.now();
});

interface TestWorker {
  readonly worker: RollupWorker;
  readonly planner: RollupPlanner;
  readonly warnings: unknown[];
}

/** Starts a worker as another Footfall would have it. */
function startWorker(db: Database, planner: RollupPlanner, now: () => number): TestWorker {
  const warnings: unknown[] = [];
  const warn = (...line: unknown[]) => void warnings.push(line);
  const logger = Object.assign(pino({ level: "silent" }), { warn });
  const options = { db, memoryBytesMax: 512 * 1024 ** 2, logger, now };
  return { worker: new RollupWorker(options, [planner]), planner, warnings };
}

/** Starts a statement with this id that runs until the returned function is called. */
async function occupy(queryId: string): Promise<() => Promise<void>> {
  const { db } = footfall.server.store;
  const statement = db.run(endless(queryId), { queryId }).catch(() => {});
  await eventually(async () => expect(await runningEndless(db, queryId)).toBe(1));
  return async () => {
    await db.run(sql`KILL QUERY WHERE query_id = ${bind("String", queryId)} SYNC`);
    await statement;
  };
}

/** Returns the database with a first long statement that runs until `meanwhile` has resolved. */
function slow(db: Database, meanwhile: () => Promise<void>): Database {
  let isFirst = true;
  return {
    rows: (query, limits) => db.rows(query, limits),
    csv: (query, limits) => db.csv(query, limits),
    stream: (...args) => db.stream(...args),
    native: (query) => db.native(query),
    insert: (insert) => db.insert(insert),
    run: async (statement, options) => {
      if (isFirst && options?.queryId !== undefined) {
        isFirst = false;
        const end = await occupy(options.queryId);
        await meanwhile();
        await end();
      }
      await db.run(statement, options);
    },
  };
}

async function storeBusy(domain: string): Promise<number> {
  const { id } = await footfall.store(domain);
  const events = Array.from({ length: eventCount }, (_, i) => ({
    url: `https://${domain}/${i}`,
    timestamp: `${day}T12:00:${i + 10}Z`,
    ip: "8.8.8.8",
    user_agent: chrome,
  }));
  expect((await footfall.bulk(id, events)).status).toBe(202);
  await footfall.server.shipped();
  return id;
}

/** Lets one worker begin a statement, and another one meet it. Resolves when both have ended. */
async function meet(
  plannerOn: (db: Database) => RollupPlanner,
  now: () => number,
): Promise<{ first: TestWorker; second: TestWorker }> {
  const { db } = footfall.server.store;
  const second = startWorker(db, plannerOn(db), now);
  const slowDb = slow(db, () => second.worker.rollUp());
  const first = startWorker(slowDb, plannerOn(slowDb), now);
  await first.worker.rollUp();
  return { first, second };
}

test("of two processes that want to roll up a closed day, one does, and the other has not failed", async () => {
  const id = await storeBusy("closed.example");
  const now = () => Date.parse("2025-03-05T12:00:00Z");
  const websites = () => [{ id, timezone: "UTC" }];
  const { first, second } = await meet((db) => new ClosedDayPlanner({ db, websites, now }), now);

  expect([...first.warnings, ...second.warnings]).toEqual([]);
  expect(first.planner.counts).toMatchObject({ days: 1, failures: 0 });
  expect(second.planner.counts).toEqual({ days: 0, failures: 0, seconds: 0 });
  const rolledUp = `SELECT events FROM rollup_days WHERE website_id = ${id}`;
  expect(await selectRows(footfall, rolledUp)).toEqual([{ events: eventCount }]);
});

test("of two processes that want to roll up an open day, one does, and the other has not failed", async () => {
  const id = await storeBusy("open.example");
  const now = () => Date.parse(`${day}T13:00:00Z`);
  const websites = () => [{ id, timezone: "UTC" }];
  const { first, second } = await meet(
    (db) => new OpenDayPlanner({ db, websites, eventsMin: 1, now }),
    now,
  );

  expect([...first.warnings, ...second.warnings]).toEqual([]);
  expect(first.planner.counts).toMatchObject({ days: 1, failures: 0 });
  expect(second.planner.counts).toEqual({ days: 0, failures: 0, seconds: 0 });
});

test("the next call looks again at days that another process was rolling up", async () => {
  const id = await storeBusy("again.example");
  const { db } = footfall.server.store;
  const now = () => Date.parse("2025-03-05T12:00:00Z");
  const planner = new ClosedDayPlanner({ db, websites: () => [{ id, timezone: "UTC" }], now });
  const { worker, warnings } = startWorker(db, planner, now);
  const [{ name } = { name: "" }] = await db.rows<{ name: string }>(
    sql`SELECT currentDatabase() AS name`,
  );
  // The other process ends before it has rolled up anything.
  const end = await occupy(`footfall-rollup-${name}-${day.slice(0, 7)}`);
  await worker.rollUp();
  expect(planner.counts).toEqual({ days: 0, failures: 0, seconds: 0 });
  await end();
  await worker.rollUp();

  expect(planner.counts).toMatchObject({ days: 1, failures: 0 });
  expect(warnings).toEqual([]);
});
