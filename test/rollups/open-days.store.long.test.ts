import { expect, test } from "vitest";
import { statement } from "../../src/clickhouse/sql.ts";
import { type BreakdownQuery, breakdownReport } from "../../src/stats/breakdown.ts";
import { DayStates } from "../../src/stats/day-states.ts";
import type { TakeTurn } from "../../src/stats/query-scheduler.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { type Done, day, firefox, morning, openDay, range, startBeforeDay } from "./open-day.ts";

const summaryPath = (id: number) =>
  `/api/v1/websites/${id}/summary?${new URLSearchParams({ from: day, to: day })}`;

const footfall = openFootfall(startBeforeDay);
const { countsOf, falsify, rollUp, rollupsOf, send } = openDay(footfall);

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

test("each increment of an open day counts once", async () => {
  const { id } = await footfall.store("increments.example");
  const late = "8.8.4.4";
  await send(id, [...morning, { at: "10:00", page: "/a" }]);
  await rollUp(id, "10:05");
  await send(id, [
    { at: "10:10", page: "/a" },
    { at: "10:10", page: "/b", ip: late },
  ]);
  await rollUp(id, "10:20");
  await send(id, [{ at: "10:25", page: "/c", ip: late }]);
  await rollUp(id, "10:40");
  expect((await rollupsOf(id)).at(-1)).toMatchObject({ increments: 3, events: 44 });

  // Nobody has asked before: an answer with an earlier roll-up would count the rest from events.
  const pages = { "/a": [2, 1, 2], "/b": [1, 1, 1], "/c": [1, 1, 1], "/morning": [40, 40, 40] };
  expect(await countsOf(id, "page")).toEqual(pages);
  expect(await countsOf(id, "exit_page")).toEqual({
    "/a": [1, 1, 2],
    "/c": [1, 1, 2],
    "/morning": [40, 40, 40],
  });
  expect((await footfall.request(summaryPath(id))).json.data).toMatchObject({
    visitors: 42,
    visits: 42,
    pageviews: 44,
    bounce_rate: 0.9524,
  });
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
      visitors: 42,
      engaged_visitors: 2,
      engagement_seconds: 1.8,
      scroll_depth: 30,
    });
    expect(await report("engagement")).toEqual([
      { value: "/a", visitors: 2, seconds: 1.8, scroll_depth: 30 },
    ]);
    expect(await report("revenue")).toEqual([
      {
        currency: "EUR",
        amount: 3,
        orders: 1,
        refunds: 1,
        visitors: 1,
        average_order: 5,
        per_visitor: 0.0714,
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
