import pino from "pino";
import { expect, test } from "vitest";
import { statement } from "../../src/clickhouse/sql.ts";
import type { Condition } from "../../src/counting/filters.ts";
import { ClosedDayPlanner } from "../../src/rollups/closed-day-planner.ts";
import { DayFailures } from "../../src/rollups/day-failures.ts";
import { LongStatement } from "../../src/rollups/long-statement.ts";
import { markChanged } from "../../src/rollups/totals.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);
const day = "2025-06-02";
const manyPages: readonly Condition[] = [
  { from: "", filters: [{ dimension: "pageviews", min: 100 }] },
];

/** Returns the task that rolls the day of a website up under another condition. */
async function planned(id: number) {
  const { db } = footfall.server.store;
  const planner = new ClosedDayPlanner({
    db,
    websites: () => [{ id, timezone: "UTC" }],
    now: Date.now,
    findConditions: async () => new Map([[id, manyPages]]),
  });
  const limits = { failures: new DayFailures(Date.now), eventsAtOnce: 1_000_000 };
  const { value: task } = await planner.tasks(limits).next();
  if (task === undefined) throw new Error("no day waits");
  const options = { db, memoryBytesMax: 512 * 1024 ** 2, logger: pino({ level: "silent" }) };
  return () => task.run(new LongStatement(options));
}

/** Gives the website's events another page. */
function rename(id: number): Promise<void> {
  return footfall.server.store.db.run(
    statement(
      `ALTER TABLE events UPDATE page = '/new' WHERE website_id = ${id} SETTINGS mutations_sync = 1`,
    ),
  );
}

async function pagesOf(id: number): Promise<unknown> {
  return footfall.server.store.db.rows(
    statement(`
      SELECT DISTINCT arrayJoin(day_pages.page) AS page
      FROM visitor_days
      WHERE website_id = ${id} AND rollup_id IN (
        SELECT rollup_id FROM rollup_days WHERE website_id = ${id} AND conditions != 0
      )`),
  );
}

test("a day is rolled up under other conditions from the visitor days that it has", async () => {
  const { id } = await footfall.storeWith([{ at: "10:00:00", page: "/old" }]);
  await footfall.server.rollUp();
  const run = await planned(id);
  // Nothing says that the event has another page now, so the page tells what was read.
  await rename(id);
  await run();
  expect(await pagesOf(id)).toEqual([{ page: "/old" }]);
});

test("a day that was changed since it was planned is counted from its events", async () => {
  const { id } = await footfall.storeWith([{ at: "10:00:00", page: "/old" }]);
  await footfall.server.rollUp();
  const run = await planned(id);
  const { db } = footfall.server.store;
  await markChanged(db, { websiteId: id, importId: 0 }, [day]);
  await rename(id);
  await markChanged(db, { websiteId: id, importId: 0 }, [day]);
  await run();
  expect(await pagesOf(id)).toEqual([{ page: "/new" }]);
});
