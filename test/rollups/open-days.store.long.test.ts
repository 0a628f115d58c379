import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { dimensionNames } from "../../src/counting/dimensions.ts";
import { removeSupersededGenerations } from "../../src/rollups/open-days/superseded-generations.ts";
import { type BreakdownQuery, breakdownReport } from "../../src/stats/breakdown.ts";
import { DayStates } from "../../src/stats/day-states.ts";
import type { TakeTurn } from "../../src/stats/query-scheduler.ts";
import { statement } from "../../src/store/sql.ts";
import { chrome, rowsOf, startFootfall, stopAll, type TestFootfall } from "../helpers/footfall.ts";
import { rollUpOpenDays } from "../helpers/open-day-roll-up.ts";
import { rollUp as rollUpDays } from "../helpers/roll-up.ts";
import { rounds } from "../helpers/rounds.ts";
import { happenings } from "../stats/happenings.ts";
import { firstDayMs, firstPage } from "./commands.ts";
import { World } from "./world.ts";

const seed = Number(process.env["ROLLUPS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

const day = "2025-03-01";
const range = { from: day, to: day };
const firstDay = new Date(firstDayMs).toISOString().slice(0, 10);
const summaryPath = (id: number, from = day) =>
  `/api/v1/websites/${id}/summary?${new URLSearchParams({ from, to: from })}`;
const at = (time: string) => `${day}T${time}:00Z`;
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

let footfall: TestFootfall;
beforeAll(async () => {
  footfall = await startFootfall({ OPEN_DAY_ROLLUP_EVENTS_MIN: "1" });
  // Just before the days of the tests. The program rolls up by itself each minute: it must neither
  // take these days for closed ones, nor add runs of its own.
  footfall.clock.aheadMs = Date.parse(`${day}T00:00:00Z`) - 60 * 60_000 - Date.now();
});
afterAll(stopAll);

interface Done {
  readonly page?: string;
  readonly at: string;
  readonly ip?: string;
  readonly user_agent?: string;
  readonly name?: string;
  /** Milliseconds and percent of engagement. */
  readonly e?: number;
  readonly sd?: number;
  readonly revenue?: { readonly amount: number; readonly currency: string };
}

async function send(id: number, done: readonly Done[]): Promise<void> {
  const { domain } = (await footfall.request(`/api/v1/websites/${id}`)).json.data;
  const reply = await footfall.bulk(
    id,
    done.map(({ page = "/", at: time, ...event }) => ({
      url: `https://${domain}${page}`,
      timestamp: at(time),
      ip: "8.8.8.8",
      user_agent: chrome,
      ...event,
    })),
  );
  expect(reply.status).toBe(202);
  await footfall.server.shipped();
}

function rollUp(id: number, until: string): Promise<void> {
  return rollUpOpenDays(footfall, [{ id, timezone: "UTC" }], Date.parse(at(until)));
}

async function countsOf(id: number, name: string): Promise<Record<string, number[]>> {
  const path = `/api/v1/stats/${id}?${new URLSearchParams({ name, ...range })}`;
  const { data } = (await footfall.request(path)).json;
  type Row = { value: string; count: number; visitors: number; pageviews: number };
  return Object.fromEntries(
    data.map(({ value, count, visitors, pageviews }: Row) => [value, [count, visitors, pageviews]]),
  );
}

async function rollupsOf(
  id: number,
): Promise<{ increments: number; events: number; until: string }[]> {
  return rowsOf(
    footfall,
    `SELECT length(increments) AS increments, events, formatDateTime(until, '%H:%i') AS until
     FROM open_day_rollups WHERE website_id = ${id} ORDER BY rolled_at`,
  );
}

/**
 * Writes a value that no event has into the open-day roll-up. It marks the answers that use the
 * roll-up.
 */
function falsify(id: number, dimension: string): Promise<void> {
  return footfall.server.store.db.run(
    statement(
      `ALTER TABLE open_day_values UPDATE visitors = visitors + 100 WHERE website_id = ${id} AND dimension = '${dimension}' SETTINGS mutations_sync = 1`,
    ),
  );
}

/** Visitors of the morning, so that later events are few beside them. */
const morning: readonly Done[] = Array.from({ length: 40 }, (_, nth) => ({
  at: "06:00",
  page: "/morning",
  ip: `8.8.1.${nth}`,
}));

test("an open day is answered from its open-day roll-up and the events after it", async () => {
  const { id } = await footfall.store("later.example");
  await send(id, [
    ...morning,
    { at: "10:00", page: "/a" },
    { at: "10:10", page: "/b", ip: "8.8.4.4" },
  ]);
  await rollUp(id, "10:30");
  await send(id, [
    { at: "10:35", page: "/a" },
    { at: "12:00", page: "/a", ip: "8.8.4.4" },
    { at: "12:01", page: "/c", ip: "9.9.9.9", user_agent: firefox },
    { at: "12:02", name: "signup" },
  ]);
  const wanted = {
    browser: { Chrome: [42, 42, 44], Firefox: [1, 1, 1] },
    page: { "/a": [3, 2, 3], "/b": [1, 1, 1], "/c": [1, 1, 1], "/morning": [40, 40, 40] },
    entry_page: { "/a": [3, 2, 3], "/b": [1, 1, 1], "/c": [1, 1, 1], "/morning": [40, 40, 40] },
    event: { signup: [1, 1, 0] },
    visitor: { [day]: [43, 43, 45] },
  };
  for (const [name, counts] of Object.entries(wanted)) {
    expect(await countsOf(id, name), name).toEqual(counts);
  }

  await falsify(id, "browser");
  expect((await countsOf(id, "browser"))["Chrome"]).toEqual([142, 142, 44]);
});

test("the summary of an open day is, too", async () => {
  const { id } = await footfall.store("summary.example");
  await send(id, [...morning, { at: "10:00" }, { at: "10:10", ip: "8.8.4.4" }]);
  await rollUp(id, "10:30");
  await send(id, [{ at: "10:31" }, { at: "11:30" }, { at: "11:31", ip: "9.9.9.9" }]);
  const ask = async () => (await footfall.request(summaryPath(id))).json.data;

  // 10:31 is 31 minutes after 10:00.
  expect(await ask()).toMatchObject({ visitors: 43, visits: 45, pageviews: 45, bounce_rate: 1 });
  await send(id, [{ at: "11:40" }]);
  expect(await ask()).toMatchObject({ visits: 45, bounce_rate: 0.9778, visit_duration: 13.3333 });
  await falsify(id, "visit");
  expect(await ask()).toMatchObject({ visitors: 143 });
});

test("engagement and revenue of an open day are, too", async () => {
  const { id } = await footfall.store("engaged.example");
  const [late, never] = ["8.8.4.4", "9.9.9.9"];
  const eur = (amount: number) => ({ revenue: { amount, currency: "EUR" } });
  await send(id, [
    ...morning,
    { at: "10:00", page: "/a", ...eur(5) },
    { at: "10:01", page: "/a", name: "engagement", e: 1_000, sd: 50 },
    // Engagement alone, before anything that makes a visitor.
    { at: "10:02", page: "/a", name: "engagement", e: 2_000, sd: 10, ip: late },
  ]);
  await rollUp(id, "10:30");
  const report = async (name: string) => {
    const path = `/api/v1/websites/${id}/${name}?${new URLSearchParams(range)}`;
    return (await footfall.request(path)).json.data;
  };
  const engaged = { engaged_visitors: 1, engagement_seconds: 1, scroll_depth: 50 };
  expect(await report("summary")).toMatchObject({ visitors: 41, ...engaged });

  await send(id, [
    { at: "10:31", ip: late },
    { at: "10:35", page: "/a", name: "engagement", e: 500, sd: 40 },
    { at: "10:35", page: "/a", name: "engagement", e: 9_000, sd: 90, ip: never },
    { at: "10:40", name: "refund", ...eur(-2) },
  ]);
  const check = async () => {
    expect(await report("summary")).toMatchObject({
      ...{ visitors: 42, engaged_visitors: 2, engagement_seconds: 1.8, scroll_depth: 30 },
    });
    expect(await report("engagement")).toEqual([
      { value: "/a", visitors: 2, seconds: 1.8, scroll_depth: 30 },
    ]);
    expect(await report("revenue")).toEqual([
      {
        ...{ currency: "EUR", amount: 3, orders: 1, refunds: 1, visitors: 1 },
        ...{ average_order: 5, per_visitor: 0.0714 },
      },
    ]);
  };
  await check();
  await rollUp(id, "10:50");
  expect((await rollupsOf(id)).at(-1)).toMatchObject({ increments: 2, events: 47 });
  await check();

  await falsify(id, "engaged_page");
  await falsify(id, "revenue");
  expect((await report("engagement"))[0].visitors).toBeGreaterThan(100);
  expect((await report("revenue"))[0].visitors).toBeGreaterThan(100);
});

test("a run is added for what came later, and counts what it changes", async () => {
  const { id } = await footfall.store("runs.example");
  await send(
    id,
    Array.from({ length: 40 }, (_, nth) => ({ at: `0${nth % 10}:00`, ip: `8.8.8.${nth}` })),
  );
  await rollUp(id, "09:30");
  await send(id, [
    { at: "10:00", page: "/left", ip: "8.8.8.1" },
    { at: "11:00", user_agent: firefox },
  ]);
  await rollUp(id, "10:30");
  await send(id, [{ at: "11:05", ip: "8.8.8.1" }]);
  await rollUp(id, "11:03");

  expect(await rollupsOf(id)).toEqual([
    { increments: 1, events: 40, until: "09:30" },
    { increments: 2, events: 41, until: "10:30" },
    { increments: 3, events: 42, until: "11:03" },
  ]);
  expect(await countsOf(id, "exit_page")).toEqual({ "/": [42, 41, 42], "/left": [1, 1, 1] });
  expect(await countsOf(id, "browser")).toEqual({ Chrome: [40, 40, 42], Firefox: [1, 1, 1] });
});

test("an event that came late is in the answers, and has the day counted from midnight after a while", async () => {
  const { id } = await footfall.store("late.example");
  await send(id, [{ at: "10:00" }]);
  await rollUp(id, "10:30");
  // The open-day roll-up is cached by then.
  expect(await countsOf(id, "visitor")).toEqual({ [day]: [1, 1, 1] });
  await send(id, [{ at: "10:20", ip: "8.8.4.4" }]);
  expect(await countsOf(id, "visitor")).toEqual({ [day]: [2, 2, 2] });

  await rollUp(id, "10:45");
  const rollups = await rollupsOf(id);
  expect(rollups).toEqual([
    { increments: 1, events: 1, until: "10:30" },
    { increments: 1, events: 2, until: "10:45" },
  ]);
  await falsify(id, "visitor");
  expect((await countsOf(id, "visitor"))[day]?.[0]).toBe(102);
});

test("an event that comes late between states and query is in the answer as a whole", async () => {
  const { db } = footfall.server.store;
  const { id } = await footfall.store("between.example");
  await send(id, [...morning, { at: "10:00", page: "/a" }]);
  await rollUp(id, "10:40");
  await send(id, [{ at: "10:50", page: "/l" }]);
  const days = new DayStates(db, 1);
  const query: BreakdownQuery = {
    websiteId: id,
    ...range,
    filters: [],
    dimension: "exit_page",
    search: "",
    sortBy: "value",
    sort: "asc",
    limit: 10,
    offset: 0,
  };
  const askWith = (before: () => Promise<void>) => {
    const takeTurn: TakeTurn = async (weight, step) => {
      if (weight === "heavy") await before();
      const signal = new AbortController().signal;
      return step({ signal, deadlineMs: performance.now() + 20_000 });
    };
    return days.answer(query, takeTurn, (states, limits) =>
      breakdownReport.count(db, query, states, limits),
    );
  };
  const rowsAfter = async (late: Done): Promise<unknown[][]> => {
    let isSent = false;
    const { value } = await askWith(async () => {
      if (!isSent) await send(id, [late]);
      isSent = true;
    });
    return value.rows.map(({ value, count }) => [value, count]);
  };

  const before = [
    ["/a", 1],
    ["/l", 1],
    ["/morning", 40],
  ];
  expect((await askWith(async () => {})).value.rows).toMatchObject(
    before.map(([value, count]) => ({ value, count })),
  );
  // With this event, the visit of 10:00 lasts until 10:50. The states are cached by now.
  expect(await rowsAfter({ at: "10:25", page: "/e" })).toEqual([
    ["/l", 1],
    ["/morning", 40],
  ]);
});

test("a run that was not accepted is never read", async () => {
  const { id } = await footfall.store("half.example");
  await send(id, [{ at: "10:00" }]);
  await rollUp(id, "10:30");
  await footfall.server.store.db.run(
    statement(
      `INSERT INTO open_day_values SELECT * REPLACE (generateUUIDv7() AS increment) FROM open_day_values WHERE website_id = ${id}`,
    ),
  );

  expect(await countsOf(id, "browser")).toEqual({ Chrome: [1, 1, 1] });
});

test("a day with few events is left alone, and so is one of a deleted website", async () => {
  const { id } = await footfall.store("few.example");
  await send(id, [{ at: "10:00" }]);
  await rollUpOpenDays(footfall, [{ id, timezone: "UTC" }], Date.parse(at("10:30")), {
    eventsMin: 2,
  });
  await rollUpOpenDays(footfall, [], Date.parse(at("10:30")));

  expect(await rollupsOf(id)).toEqual([]);
});

test("generations are removed when another has been there for ten minutes, or their day is rolled up", async () => {
  const { db } = footfall.server.store;
  const { id } = await footfall.store("old.example");
  await send(id, [{ at: "10:00" }]);
  await rollUp(id, "10:30");
  await send(id, [{ at: "10:20" }]);
  await rollUp(id, "10:45");
  const generations = async () => {
    const found = await Promise.all(
      ["rollups", "values", "visitors"].map((table) =>
        rowsOf(
          footfall,
          `SELECT DISTINCT generation FROM open_day_${table} WHERE website_id = ${id}`,
        ),
      ),
    );
    return found.map(({ length }) => length);
  };
  const age = (table: string) =>
    db.run(
      statement(
        `ALTER TABLE ${table} UPDATE rolled_at = rolled_at - INTERVAL 11 MINUTE WHERE website_id = ${id} SETTINGS mutations_sync = 1`,
      ),
    );
  await removeSupersededGenerations(db);
  expect(await generations()).toEqual([2, 2, 2]);
  await age("open_day_rollups");
  await removeSupersededGenerations(db);
  expect(await generations()).toEqual([1, 1, 1]);
  expect(await countsOf(id, "visitor")).toEqual({ [day]: [1, 1, 2] });

  await rollUpDays(footfall, id, [day]);
  await removeSupersededGenerations(db);
  expect(await generations()).toEqual([1, 1, 1]);
  await age("rollup_days");
  await removeSupersededGenerations(db);
  expect(await generations()).toEqual([0, 0, 0]);
});

test("deleting a website deletes its open-day roll-ups", async () => {
  const { id } = await footfall.store("deleted.example");
  await send(id, [{ at: "10:00" }]);
  await rollUp(id, "10:30");
  await footfall.request(`/api/v1/websites/${id}`, { method: "DELETE" });

  for (const table of ["open_day_rollups", "open_day_values", "open_day_visitors"]) {
    await expect
      .poll(() => rowsOf(footfall, `SELECT 1 FROM ${table} WHERE website_id = ${id} LIMIT 1`), {
        timeout: 30_000,
      })
      .toEqual([]);
  }
});

test(`every name is right at every moment of a day that goes on (seed ${seed})`, async () => {
  const world = new World(footfall, "moments");
  await world.perform({ do: "store", timezone: "UTC", ofDeleted: false });
  const [site] = world.sites;
  if (site === undefined) throw new Error("no website");
  const slot = fc.nat(143).map((nth) => firstDayMs + nth * 600_000);
  const done = fc
    .sample(happenings({ timeMs: slot, pages: 30, anywhere: true }), { numRuns: 450, seed })
    .sort((a, b) => a.timeMs - b.timeMs)
    .map((happening, nth) => ({ ...happening, timeMs: happening.timeMs + nth }));
  const query = { ...firstPage, site: 0, fromDay: 0, days: 1 };
  const portions = [300, 325, 350, 375, 400, 425, 450].slice(0, 2 * rounds);
  for (const [nth, end] of portions.entries()) {
    await world.insert(site, done.slice(portions[nth - 1] ?? 0, end));
    for (const name of dimensionNames) {
      const { found, wanted } = await world.ask({ ...query, name });
      expect(found, `${name} of ${end} events`).toEqual(wanted);
    }
    const summaryOf = async (filter: string) =>
      (await footfall.request(`${summaryPath(site.id, firstDay)}${filter}`)).json.data;
    // With a filter it is counted from events.
    expect(await summaryOf("")).toEqual(await summaryOf("&filter[browser]=*"));
    // Some of the portion is later than that.
    await rollUpOpenDays(footfall, world.sites, done[end - 8]?.timeMs ?? 0);
    // The background job, which runs each minute, does not change an open day.
    if (nth === 0) await footfall.server.rollUp();
  }
  const rollups = await rollupsOf(site.id);
  expect(rollups.map(({ increments }) => increments)).toEqual(portions.map((_, nth) => nth + 1));
});
