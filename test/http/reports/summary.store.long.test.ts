import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";

import { statement } from "../../../src/clickhouse/sql.ts";
import { chrome, day, selectRows } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { rollUp } from "../../helpers/roll-up.ts";
import { nothing, summaries } from "./summaries.ts";

const footfall = openFootfall();
const { ask, summaryOf } = summaries(footfall);

describe("filters", () => {
  test("leave the visitors whose days they keep, now and before, also of days that are rolled up", async () => {
    const { id } = await footfall.storeWith([
      { at: "10:00:00" },
      { at: "10:10:00", name: "signup" },
      { at: "12:00:00" },
      { at: "10:00:00", ip: "8.8.4.4" },
      { at: "2025-06-01T10:00:00Z", name: "signup" },
    ]);
    await rollUp(footfall, id, [day, "2025-06-01"]);
    const wanted = {
      visitors: 1,
      visits: 2,
      pageviews: 2,
      views_per_visit: 1,
      bounce_rate: 0.5,
      visit_duration: 300,
    };

    const kept = await summaryOf(id, day, day, { "filter[event]": "signup", compare: "previous" });
    const others = await summaryOf(id, day, day, { "filter[event]": "!signup" });

    expect(kept).toMatchObject({ ...wanted, previous: { visitors: 1, visits: 1, pageviews: 0 } });
    expect(others).toMatchObject({ visitors: 1, visits: 1, bounce_rate: 1 });
  });

  test("that are wrong are named", async () => {
    const { id } = await footfall.storeWith([]);
    const { status, json } = await ask(id, { from: day, to: day, "filter[colour]": "red" });
    expect([status, Object.keys(json.errors)]).toEqual([422, ["filter[colour]"]]);
  });
});

describe("a summary", () => {
  test("is what counting by hand gives", async () => {
    const { id } = await footfall.storeWith([
      // Two visits, of ten minutes and of one page view.
      { at: "08:00:00", ip: "8.8.8.8" },
      { at: "08:10:00", ip: "8.8.8.8" },
      { at: "08:45:00", ip: "8.8.8.8" },
      // One page view.
      { at: "09:00:00", ip: "1.1.1.1" },
      // A page view and a custom event 90.5 seconds later.
      { at: "09:00:00", ip: "9.9.9.9" },
      { at: "09:01:30.500", ip: "9.9.9.9", name: "buy" },
      // A custom event alone is a visit, and no bounce.
      { at: "10:00:00", ip: "4.4.4.4", name: "buy" },
      // Engagement is no visitor, lengthens no visit and bridges no pause.
      { at: "10:00:00", ip: "5.5.5.5", name: "engagement", e: 9_000, sd: 100 },
      { at: "09:20:00", ip: "1.1.1.1", name: "engagement", e: 10_000, sd: 60 },
      { at: "08:20:00", ip: "8.8.8.8", name: "engagement", e: 30_000, sd: 95 },
      { at: "08:30:00", ip: "8.8.8.8", name: "engagement", e: 40_250, sd: 60 },
    ]);

    expect(await summaryOf(id, day)).toEqual({
      from: day,
      to: day,
      visitors: 4,
      visits: 5,
      pageviews: 5,
      views_per_visit: 1,
      bounce_rate: 0.4,
      visit_duration: 138.1,
      engaged_visitors: 2,
      engagement_seconds: 40.1,
      scroll_depth: 77.5,
    });
  });

  test("is what the SQL in docs/statistics-api.md gives", async () => {
    const { id } = await footfall.storeWith([
      { at: "08:00:00" },
      { at: "08:01:00" },
      { at: "12:00:00", name: "engagement", e: 12_500, sd: 35 },
      { at: "2025-06-03T08:00:00Z" },
      { at: "2025-06-03T08:02:30Z", name: "buy" },
      { at: "2025-06-04T08:00:00Z" },
      { at: "2025-06-05T08:00:00Z" },
    ]);
    const docs = await readFile(
      new URL("../../../docs/statistics-api.md", import.meta.url),
      "utf8",
    );
    const [, , statement = ""] = /\n## Summary\n(.*?)```sql\n(.*?)```/s.exec(docs) ?? [];
    const query = statement
      .replace("website_id = 1", `website_id = ${id}`)
      .replace("'2026-11-01' AND '2026-11-30'", "'2025-06-02' AND '2025-06-04'");
    const { from, to, ...numbers } = await summaryOf(id, "2025-06-02", "2025-06-04");

    expect(await selectRows(footfall, query)).toEqual([
      { ...numbers, views_per_visit: 4 / 3, bounce_rate: 1 / 3 },
    ]);
    expect(numbers).toMatchObject({ visits: 3, bounce_rate: 0.3333, visit_duration: 70 });
  });

  test.each([
    ["08:29:59.999", { visits: 1, bounce_rate: 0, views_per_visit: 2, visit_duration: 1799.999 }],
    ["08:30:00", { visits: 2, bounce_rate: 1, views_per_visit: 1, visit_duration: 0 }],
  ])("a page view at 08:00:00 and one at %s", async (at, expected) => {
    const { id } = await footfall.storeWith([{ at: "08:00:00" }, { at }]);

    expect(await summaryOf(id, day)).toMatchObject({ visitors: 1, pageviews: 2, ...expected });
  });

  test("ends a visit with the day in the website's time zone", async () => {
    const events = [{ at: "21:55:00" }, { at: "22:05:00" }];
    const { id: inUtc } = await footfall.storeWith(events);
    const { id: inBerlin } = await footfall.storeWith(events, { timezone: "Europe/Berlin" });

    const both = await summaryOf(inUtc, day, "2025-06-03");
    expect(both).toMatchObject({ visitors: 1, visits: 1, bounce_rate: 0, visit_duration: 600 });
    const apart = await summaryOf(inBerlin, day, "2025-06-03");
    expect(apart).toMatchObject({ visitors: 2, visits: 2, bounce_rate: 1, visit_duration: 0 });
    expect(await summaryOf(inBerlin, "2025-06-03")).toMatchObject({ visitors: 1, pageviews: 1 });
  });

  test("has averages to four digits after the point", async () => {
    const { id } = await footfall.storeWith([
      { at: "08:00:00" },
      { at: "08:00:01" },
      { at: "08:00:00", ip: "1.1.1.1" },
      { at: "08:00:00", ip: "9.9.9.9" },
    ]);

    expect(await summaryOf(id, day)).toMatchObject({
      views_per_visit: 1.3333,
      bounce_rate: 0.6667,
      visit_duration: 0.3333,
    });
  });

  test("of days without visits has no averages", async () => {
    const { id } = await footfall.storeWith([{ at: "08:00:00", name: "engagement" }]);
    const long = ["0000-01-01", "9999-12-31"] as const;

    expect(await summaryOf(id, day)).toEqual({ from: day, to: day, ...nothing });
    expect(await summaryOf(id, "2025-06-03")).toMatchObject(nothing);
    expect(await summaryOf(id, ...long)).toEqual({ from: long[0], to: long[1], ...nothing });
    expect(await summaryOf(id, "1969-12-31", "1970-01-01")).toMatchObject(nothing);
  });
});

describe("roll-ups", () => {
  const days = ["2025-06-02", "2025-06-03", "2025-06-04"] as const;
  const events = days.flatMap((date, nth) => [
    { at: `${date}T08:00:00Z` },
    { at: `${date}T08:0${nth + 1}:00Z`, name: nth === 1 ? "buy" : "pageview" },
    { at: `${date}T12:00:00Z` },
    { at: `${date}T23:59:00Z`, ip: "1.1.1.1" },
    { at: `${date}T09:00:00Z`, ip: "9.9.9.9", name: "engagement" },
  ]);
  const expected = {
    visitors: 6,
    visits: 9,
    pageviews: 11,
    views_per_visit: 1.2222,
    bounce_rate: 0.6667,
    visit_duration: 40,
  };

  test.each([
    ["no day", []],
    ["one of three days", [days[1]]],
    ["two of three days", [days[0], days[2]]],
    ["every day", days],
  ])("of %s change no number", async (_, rolled) => {
    const { id } = await footfall.storeWith(events);
    await rollUp(footfall, id, rolled);

    expect(await summaryOf(id, days[0], days[2])).toMatchObject(expected);
    expect(await summaryOf(id, days[1], days[2])).toMatchObject({ visits: 6, pageviews: 7 });
  });

  test("are what a summary is read from", async () => {
    const { id } = await footfall.storeWith(events);
    // The program itself rolls up first. Otherwise it would do so within a minute, and answer from
    // its own roll-up.
    await footfall.server.shipped();
    await footfall.server.rollUp();
    await footfall.server.store.db.run(
      statement(`INSERT INTO rollup_values (website_id, dimension, date, value, visitors, pageviews, occurrences, rollup_id)
         SELECT website_id, 'visit', date, 'one more', 1, 1, 1, rollup_id FROM rollup_days WHERE website_id = ${id}`),
    );

    const seen = await summaryOf(id, days[0], days[2]);
    expect(seen).toMatchObject({ visitors: 9, visits: 12, pageviews: 14 });
  });

  test("that counted fewer events than the day has now are not believed", async () => {
    const { id } = await footfall.storeWith(events);
    await rollUp(footfall, id, days);
    expect(await summaryOf(id, days[0], days[2])).toMatchObject(expected);
    const { domain } = (await footfall.request(`/api/v1/websites/${id}`)).json.data;
    const url = `https://${domain}/`;
    const late = { url, timestamp: `${days[0]}T20:00:00Z`, ip: "4.4.4.4", user_agent: chrome };
    await footfall.bulk(id, [late]);

    const seen = await summaryOf(id, days[0], days[2]);
    expect(seen).toMatchObject({ visitors: 7, visits: 10, pageviews: 12, bounce_rate: 0.7 });
  });
});

describe("what is asked", () => {
  const noDate = "must be a real date, YYYY-MM-DD";
  const noCompare = "must be previous, year or a real date, YYYY-MM-DD";
  const tooEarly = "needs earlier days, but no day is before 0000-01-01";

  test.each([
    [{}, { from: ["is required"], to: ["is required"] }],
    [{ from: "2026-01-02", to: "2026-01-01" }, { from: ["must not be after to"] }],
    [{ from: "2026-02-30", to: "2026-03-01" }, { from: [noDate] }],
    [{ from: day, to: day, compare: "years" }, { compare: [noCompare] }],
    [{ from: day, to: day, compare: "2025-02-29" }, { compare: [noCompare] }],
    [
      { from: "x", to: day, compare: "" },
      { from: [noDate], compare: [noCompare] },
    ],
    [{ from: day, to: day, compare: day }, { compare: ["must be before from"] }],
    [{ from: day, to: day, compare: "2025-06-03" }, { compare: ["must be before from"] }],
    [{ from: day, to: day, match: "weekday" }, { match: ["needs compare"] }],
    [
      { from: "x", to: day, match: "weekday" },
      { from: [noDate], match: ["needs compare"] },
    ],
    [{ from: day, to: day, match: "day" }, { match: ["must be weekday"] }],
    [
      { from: day, to: day, compare: "x", match: "" },
      { compare: [noCompare], match: ["must be weekday"] },
    ],
    [{ from: "0000-01-01", to: "9999-12-31", compare: "previous" }, { compare: [tooEarly] }],
    [{ from: "0000-12-31", to: "0000-12-31", compare: "year" }, { compare: [tooEarly] }],
    [
      { from: "0000-01-05", to: "0000-01-05", compare: "0000-01-01", match: "weekday" },
      { compare: [tooEarly] },
    ],
  ])("%j is 422", async (query, errors) => {
    const { id } = await footfall.storeWith([]);
    const reply = await ask(id, query as Record<string, string>);

    expect([reply.status, reply.json.errors]).toEqual([422, errors]);
  });

  test("the first days that have days before them can be compared", async () => {
    const { id } = await footfall.storeWith([]);
    const { previous } = await summaryOf(id, "0000-01-02", "0000-01-02", { compare: "previous" });

    expect(previous).toEqual({ from: "0000-01-01", to: "0000-01-01", ...nothing });
  });

  test("a website that is not there is 404, no key 401", async () => {
    for (const id of ["999999", "x", "0"]) {
      const reply = await ask(id, { from: day, to: day });
      expect([reply.status, reply.json.code]).toEqual([404, "WEBSITE_NOT_FOUND"]);
    }
    const path = `/api/v1/websites/1/summary?from=${day}&to=${day}`;
    const keyless = await footfall.request(path, { key: false });
    expect([keyless.status, keyless.json.code]).toEqual([401, "UNAUTHORIZED"]);
  });
});
