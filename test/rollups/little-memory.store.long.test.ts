import { pino } from "pino";
import { beforeAll, expect, test } from "vitest";

import { statement } from "../../src/clickhouse/sql.ts";
import { ClosedDayPlanner } from "../../src/rollups/closed-day-planner.ts";
import { OpenDayPlanner } from "../../src/rollups/open-days/open-day-planner.ts";
import { RollupWorker } from "../../src/rollups/rollup-worker.ts";
import { selectRows, startFootfall } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";

const minuteMs = 60_000;
/** An eighth of what statements of roll-ups have by default. */
const leastBytes = 64 * 1024 ** 2;
const day = "2025-03-01";
const nextNoonMs = Date.parse("2025-03-02T12:00:00Z");

const footfall = openFootfall(() => startFootfall({}, 0, { rollupMemoryBytesMax: leastBytes }));
beforeAll(async () => {
  await leaveTheDay();
});

/**
 * Moves the program's clock to the day before, and waits until it rolls nothing up. It would take
 * the day from the workers of the tests otherwise.
 */
async function leaveTheDay(): Promise<void> {
  footfall.clock.aheadMs = Date.parse("2025-02-28T12:00:00Z") - Date.now();
  await footfall.server.rollUp();
}

interface Events {
  readonly events: number;
  readonly visitors: number;
  /** Each part has visitors of its own. */
  readonly nth?: number;
  readonly pageLength?: number;
}

/** Adds events of a website's day, past the API, as one part. */
async function insert(
  id: number,
  { events, visitors, nth = 0, pageLength = 10 }: Events,
): Promise<void> {
  await footfall.server.store.db.run(
    statement(`
      INSERT INTO events (website_id, date, visitor, time, name, hostname, page, referrer, browser, browser_version, country, city)
      SELECT
        ${id},
        '${day}',
        cityHash64(number % ${visitors} + ${nth * visitors} AS who),
        toDateTime64('${day} 00:00:00', 3) + ${nth} * 7200 + intDiv(number, ${visitors}) % 7200,
        'pageview',
        'example.com',
        leftPad(toString(cityHash64(number) % 5000), ${pageLength}, '/'),
        concat('r', toString(who % 50), '.example'),
        'Firefox',
        toString(who % 40),
        'DE',
        concat('City ', toString(who % 1000))
      FROM numbers(${events})`),
  );
}

/** Returns a worker for the websites, with the levels and texts of its log. */
function workerOf(ids: readonly number[], { nowMs = nextNoonMs } = {}) {
  const lines: { level: number; msg: string; setting?: string }[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const clock = { nowMs };
  const now = () => clock.nowMs;
  const { db } = footfall.server.store;
  const websites = () => ids.map((id) => ({ id, timezone: "UTC" }));
  const planner = new ClosedDayPlanner({ db, websites, now });
  const openDays = new OpenDayPlanner({ db, websites, now, eventsMin: 1 });
  const options = { db, memoryBytesMax: leastBytes, logger, now };
  return {
    clock,
    lines,
    options,
    planner,
    openDays,
    worker: new RollupWorker(options, [planner, openDays]),
  };
}

/** All events of one visitor are in memory at once, which has no room for these. */
const tooMuch = { events: 240_000, visitors: 1, pageLength: 300 };

async function rolledUp(ids: readonly number[]): Promise<[number, number][]> {
  const rows = await selectRows<{ id: number; events: number }>(
    footfall,
    `SELECT website_id AS id, max(events) AS events FROM rollup_days
     WHERE website_id IN (${ids}) GROUP BY id ORDER BY id`,
  );
  return rows.map(({ id, events }) => [id, events]);
}

async function store(...names: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) ids.push((await footfall.store(`${name}.example`)).id);
  return ids;
}

test("health stays good, and says that roll-ups fail", async () => {
  const [id = 0] = await store("unhealthy");
  await insert(id, tooMuch);
  footfall.clock.aheadMs = nextNoonMs - Date.now();
  await footfall.server.rollUp();
  const { status, json } = await footfall.request("/health", { key: false });

  await leaveTheDay();

  expect([status, json]).toEqual([200, { status: "ok", reasons: ["rollups"] }]);
});

test("a website whose day cannot be rolled up holds back no other one, and is seen", async () => {
  const ids = await store("a", "b", "huge", "c", "d");
  const [, , huge = 0] = ids;
  const others = ids.filter((id) => id !== huge);
  for (const id of others) await insert(id, { events: 100, visitors: 20 });
  await insert(huge, tooMuch);
  const { worker, planner, lines, clock, options } = workerOf(ids);
  await worker.rollUp();
  expect(await rolledUp(ids)).toEqual(others.map((id) => [id, 100]));
  expect([planner.counts.failures, worker.hasFailures]).toEqual([1, true]);

  // Its next attempts are its own, and the third one is an error.
  for (const [failures, waitMinutes] of [
    [2, 10],
    [3, 20],
  ] as const) {
    clock.nowMs += waitMinutes * minuteMs;
    await worker.rollUp();
    expect(planner.counts.failures).toBe(failures);
  }
  const failed = lines.filter(({ level }) => level > 30);
  expect(failed.map(({ level }) => level)).toEqual([40, 40, 50]);
  expect(failed.at(-1)?.msg).toContain("EMBEDDED_MEMORY_BYTES_MAX");

  clock.nowMs += 40 * minuteMs;
  options.memoryBytesMax = 1024 ** 3;
  await worker.rollUp();
  expect(await rolledUp([huge])).toEqual([[huge, 240_000]]);
  expect(worker.hasFailures).toBe(false);
});

test("a day in many parts is rolled up with little memory, closed and open", async () => {
  const [id = 0] = await store("parts");
  await footfall.server.store.db.run(
    statement("ALTER TABLE events MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1"),
  );
  for (let part = 0; part < 12; part += 1)
    await insert(id, { events: 10_000, visitors: 2_000, nth: part });
  const open = workerOf([id], { nowMs: Date.parse(`${day}T23:59:00Z`) });
  await open.worker.rollUp();
  expect(open.lines.filter(({ level }) => level > 30)).toEqual([]);
  expect(open.openDays.counts).toMatchObject({ days: 1, failures: 0 });

  const closed = workerOf([id]);
  await closed.worker.rollUp();
  expect(closed.lines.filter(({ level }) => level > 30)).toEqual([]);
  expect(await rolledUp([id])).toEqual([[id, 120_000]]);
});
