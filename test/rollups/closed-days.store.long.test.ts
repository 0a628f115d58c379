import { expect, test } from "vitest";
import { statement } from "../../src/clickhouse/sql.ts";
import { removeSuperseded } from "../../src/rollups/superseded-rollups.ts";
import { eventually } from "../helpers/eventually.ts";
import { selectRows } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { writeRollUp } from "../helpers/roll-up.ts";

const hourMs = 60 * 60_000;
const day = "2025-03-01";
const range = { from: day, to: day };

const footfall = openFootfall();

async function view(id: number, page: string, timestamp = `${day}T12:00:00Z`): Promise<void> {
  const { domain } = (await footfall.request(`/api/v1/websites/${id}`)).json.data;
  await footfall.send({ id, domain }, [{ at: timestamp, page }]);
}

/** Resolves with the rolled-up days: the events that the roll-up counted, by website and day. */
async function rolledUp(id: number): Promise<{ date: string; events: number }[]> {
  return selectRows(
    footfall,
    `SELECT date, events FROM rollup_days WHERE website_id = ${id} ORDER BY date, events`,
  );
}

async function pagesOf(id: number): Promise<Record<string, number>> {
  const { data } = (await footfall.stats(id, { name: "page", ...range })).json;
  return Object.fromEntries(
    data.map((row: { value: string; count: number }) => [row.value, row.count]),
  );
}

/** The tables that have what was made of a day. */
const tables = ["visitor_days", "rollup_values"];

test("days that are over are rolled up once, today is not", async () => {
  const { id } = await footfall.store("once.example");
  await view(id, "/a");
  await view(id, "/today", new Date().toISOString());
  await footfall.server.rollUp();
  await footfall.server.rollUp();

  expect(await rolledUp(id)).toEqual([{ date: day, events: 1 }]);
});

test("a day is over when it is over in the website's time zone", async () => {
  const zones = { UTC: 0, "Pacific/Honolulu": -10, "Pacific/Kiritimati": 14 };
  const ids = new Map<string, number>();
  for (const timezone of Object.keys(zones)) {
    const { id } = await footfall.store(`${ids.size}.zone.example`, { timezone });
    ids.set(timezone, id);
    await view(id, "/", new Date(Date.now() - 2 * 24 * hourMs).toISOString());
    await view(id, "/", new Date(Date.now()).toISOString());
  }
  await footfall.server.rollUp();
  for (const [timezone, offset] of Object.entries(zones)) {
    const localDay = (ms: number) => new Date(ms + offset * hourMs).toISOString().slice(0, 10);
    expect(await rolledUp(ids.get(timezone) ?? 0), timezone).toEqual([
      { date: localDay(Date.now() - 2 * 24 * hourMs), events: 1 },
    ]);
  }
});

test("a day to which events came late is counted from them, and rolled up again after a while", async () => {
  const { id } = await footfall.store("late.example");
  await view(id, "/a");
  await footfall.server.rollUp();
  expect(await pagesOf(id)).toEqual({ "/a": 1 });
  await view(id, "/late");
  expect(await pagesOf(id)).toEqual({ "/a": 1, "/late": 1 });

  await footfall.server.rollUp();
  expect(await rolledUp(id)).toEqual([{ date: day, events: 1 }]);
  footfall.clock.aheadMs = hourMs;
  await footfall.server.rollUp();
  footfall.clock.aheadMs = 0;
  expect(await rolledUp(id)).toEqual([
    { date: day, events: 1 },
    { date: day, events: 2 },
  ]);
  expect(await pagesOf(id)).toEqual({ "/a": 1, "/late": 1 });
});

test("answers come from the roll-up where it is true", async () => {
  const { id } = await footfall.store("true.example");
  await view(id, "/a");
  await footfall.server.rollUp();
  await footfall.server.store.db.run(
    statement(
      `ALTER TABLE rollup_values UPDATE pageviews = 7 WHERE website_id = ${id} AND dimension = 'page' SETTINGS mutations_sync = 1`,
    ),
  );

  expect(await pagesOf(id)).toEqual({ "/a": 7 });
});

test("neither an unfinished roll-up nor one of another definition is read", async () => {
  const { id } = await footfall.store("half.example");
  await view(id, "/a");
  const { db } = footfall.server.store;
  const run = "01930000-0000-7000-8000-000000000000";
  await writeRollUp(db, [{ date: day, websiteIds: [id], rollupId: run }]);
  expect(await pagesOf(id)).toEqual({ "/a": 1 });
  await db.run(
    statement(
      `INSERT INTO rollup_days (website_id, date, rollup_id, definition, events, rolled_at, removals) SELECT ${id}, '${day}', '${run}', 1, 1, now64(3), 0`,
    ),
  );
  await db.run(
    statement(
      `ALTER TABLE rollup_values UPDATE pageviews = 7 WHERE website_id = ${id} SETTINGS mutations_sync = 1`,
    ),
  );

  expect(await pagesOf(id)).toEqual({ "/a": 1 });
});

test("roll-ups superseded an hour ago are removed, and those left unfinished a day ago", async () => {
  const { id } = await footfall.store("old.example");
  const { db } = footfall.server.store;
  await view(id, "/a");
  await footfall.server.rollUp();
  await view(id, "/b");
  footfall.clock.aheadMs = hourMs;
  await footfall.server.rollUp();
  footfall.clock.aheadMs = 0;
  await writeRollUp(db, [
    { date: day, websiteIds: [id], rollupId: "01930000-0000-7000-8000-000000000001" },
  ]);
  const runs = (table: string) =>
    selectRows(footfall, `SELECT DISTINCT rollup_id FROM ${table} WHERE website_id = ${id}`);
  await removeSuperseded(db);
  for (const table of tables) expect(await runs(table)).toHaveLength(2);

  await db.run(
    statement(
      `ALTER TABLE rollup_days UPDATE rolled_at = rolled_at - INTERVAL 2 HOUR WHERE website_id = ${id} SETTINGS mutations_sync = 1`,
    ),
  );
  await removeSuperseded(db);
  for (const table of tables) expect(await runs(table)).toHaveLength(1);
  expect(await rolledUp(id)).toEqual([{ date: day, events: 2 }]);
  expect(await pagesOf(id)).toEqual({ "/a": 1, "/b": 1 });
});

test("a filter is answered from visitor days where they are true, and from events where not", async () => {
  const { id } = await footfall.store("filtered.example");
  const { db } = footfall.server.store;
  // Another query each time, as an answer stays the same while the events do.
  const sizes = ["10", "25", "50", "100"];
  const filtered = async () => {
    const per_page = sizes.shift() ?? "";
    const asked = { name: "page", "filter[browser]": "Chrome", per_page, ...range };
    const { data } = (await footfall.stats(id, asked)).json;
    return data.map(({ value, count }: { value: string; count: number }) => [value, count]);
  };
  await view(id, "/a");
  await footfall.server.rollUp();
  expect(await filtered()).toEqual([["/a", 1]]);
  // What the answers are read from.
  const mark = `ALTER TABLE visitor_days UPDATE day_pages = [('/marked', 1, 0, 0, 0)] WHERE website_id = ${id} SETTINGS mutations_sync = 1`;
  await db.run(statement(mark));
  expect(await filtered()).toEqual([["/marked", 1]]);

  await view(id, "/b");
  expect(await filtered()).toEqual([
    ["/a", 1],
    ["/b", 1],
  ]);
});

test("deleting a website deletes its roll-ups", async () => {
  const { id } = await footfall.store("gone.example");
  await view(id, "/a");
  await footfall.server.rollUp();
  await footfall.request(`/api/v1/websites/${id}`, { method: "DELETE" });

  for (const table of tables) {
    const left = `SELECT 1 FROM ${table} WHERE website_id = ${id} LIMIT 1`;
    await eventually(async () => expect(await selectRows(footfall, left)).toEqual([]));
  }
  await eventually(async () => expect(await rolledUp(id)).toEqual([]));
});
