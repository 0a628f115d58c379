import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stopAll } from "../../helpers/clean-up.ts";
import {
  custom,
  days,
  ok,
  type PlausibleShop,
  range,
  rowsOf,
  startPlausibleShop,
} from "./plausible-shop.ts";

let shop: PlausibleShop;
beforeAll(async () => {
  shop = await startPlausibleShop();
});
afterAll(stopAll);

describe("what Footfall does not count is null, with a warning", () => {
  const warning = expect.stringMatching(/^.*null, as Footfall does not count it/);

  test.each([
    ["a table of pages", { dimensions: ["event:page"] }],
    ["a page", { filters: [["is", "event:page", ["/"]]] }],
    ["a goal", { filters: [["is", "event:goal", ["Signup"]]] }],
    ["hours", { dimensions: ["time:hour"] }],
  ])("v2: visits of %s", async (_what, question) => {
    const metrics = ["visitors", "bounce_rate", "visit_duration", "visits"];
    const { results, meta } = await ok(shop.v2({ metrics, ...question }));
    expect(results.length).toBeGreaterThan(0);
    for (const row of results) expect(row.metrics).toEqual([expect.any(Number), null, null, null]);
    const { visits, ...others } = meta.metric_warnings;
    expect(visits).toEqual({ code: "not_counted", warning });
    expect(Object.keys(others)).toEqual(["bounce_rate", "visit_duration"]);
  });

  test("v1: visits of pages, of a filter and of hours", async () => {
    const metrics = "visitors,bounce_rate";
    const filters = "event:page==/";
    const [pages, whole, hours] = await Promise.all([
      ok(shop.v1("stats/breakdown", { ...custom, property: "event:page", metrics })),
      ok(shop.v1("stats/aggregate", { ...custom, filters, metrics, compare: "previous_period" })),
      ok(shop.v1("stats/timeseries", { period: "day", date: days.from, metrics })),
    ]);
    for (const { warning: text } of [pages, whole, hours]) {
      expect(text).toEqual(expect.stringMatching(/^bounce_rate: It is null/));
    }
    expect(pages.results[0].visitors).toBeGreaterThan(0);
    expect(whole.results.bounce_rate).toEqual({ value: null, change: null });
    expect(hours.results.map((row: { bounce_rate: null }) => row.bounce_rate)).toEqual(
      Array(24).fill(null),
    );
    expect(await ok(shop.v1("stats/aggregate", custom))).not.toHaveProperty("warning");
  });
});

describe("events are page views and custom events", () => {
  test.each([
    ["source", "visit:source"],
    ["country", "visit:country_name"],
    ["browser", "visit:browser"],
  ])("by %s", async (name, dimension) => {
    const rows = rowsOf(await ok(shop.v2({ metrics: ["events"], dimensions: [dimension] })));
    const { data: views } = await shop.native("stats", `${range}&name=${name}`);
    const { data: custom } = await shop.native("events/stats", `${range}&name=${name}`);
    const sent = custom.reduce(
      (sum: number, row: { conversions: number }) => sum + row.conversions,
      0,
    );
    expect(sent).toBeGreaterThan(0);
    const numberOf = (list: Record<string, unknown>[], value: string, key: string) =>
      Number(list.find((row) => row["value"] === value)?.[key] ?? 0);
    for (const [word, events] of rows) {
      const value = word === "Direct / None" ? "(direct)" : word;
      const all = numberOf(views, value, "pageviews") + numberOf(custom, value, "conversions");
      expect([word, events]).toEqual([word, all]);
    }
  });

  test("by the hour, which add up to those of the day", async () => {
    const asked = { metrics: ["events"], date_range: [days.to, days.to] };
    const [[whole] = []] = rowsOf(await ok(shop.v2(asked)));
    const hours = rowsOf(await ok(shop.v2({ ...asked, dimensions: ["time:hour"] })));
    expect(hours.reduce((sum, [, events]) => sum + Number(events), 0)).toBe(whole);
  });
});

test("pages are left out of a site that has more than twenty, however many", async () => {
  const metrics = ["visitors", "pageviews"];
  const asked = { site_id: "blog.example", metrics, dimensions: ["event:page"] };
  const pages = rowsOf(await ok(shop.v2(asked))).map(([page]) => page);
  expect(pages).toHaveLength(130);
  const isNot = (count: number) => [["is_not", "event:page", pages.slice(0, count)]];
  for (const count of [1, 50]) {
    const rows = rowsOf(await ok(shop.v2({ ...asked, filters: isNot(count) })));
    expect(rows.map(([page]) => page).sort()).toEqual(pages.slice(count).sort());
  }
  // Nobody can say of how many visitors the other pages are.
  const { results, meta } = await ok(
    shop.v2({ ...asked, metrics, dimensions: [], filters: isNot(1) }),
  );
  expect(results[0].metrics).toEqual([null, 129]);
  expect(Object.keys(meta.metric_warnings)).toEqual(["visitors"]);
});

test("a range of moments may have milliseconds, as programs write them", async () => {
  const metrics = ["visitors"];
  const moments = [
    new Date(`${days.from}T00:00:00+01:00`),
    new Date(`${days.to}T23:59:59.999+01:00`),
  ];
  const written = moments.map((moment) => moment.toISOString());
  const { results } = await ok(shop.v2({ metrics, date_range: written }));
  expect(results).toEqual((await ok(shop.v2({ metrics }))).results);
});
