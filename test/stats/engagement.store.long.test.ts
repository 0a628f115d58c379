import { describe, expect, test } from "vitest";

import { statement } from "../../src/clickhouse/sql.ts";
import { day, type Reply, type Sent } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { rollUp } from "../helpers/roll-up.ts";

const footfall = openFootfall();

const range = `from=${day}&to=${day}`;
const view = (at: string, who: number, page = "/") => ({ at, who, page });

function ask(id: number, query: string, headers = {}): Promise<Reply> {
  return footfall.request(`/api/v1/websites/${id}/engagement?${query}`, { headers });
}

/** Resolves with `value visitors seconds scroll_depth` of each record. */
async function recordsOf(id: number, query: string): Promise<string[]> {
  const reply = await ask(id, query);
  expect(reply.status, reply.text).toBe(200);
  return reply.json.data.map((row: Readonly<Record<string, unknown>>) =>
    [row["value"], row["visitors"], row["seconds"], row["scroll_depth"]].join(" "),
  );
}

async function summaryOf(id: number, query = range) {
  return (await footfall.request(`/api/v1/websites/${id}/summary?${query}`)).json.data;
}

/** Ann and Bob read a page; Eve's browser sends engagement alone. */
const readers: readonly Sent[] = [
  view("10:00:00", 1, "/blog"),
  { at: "10:00:30", who: 1, page: "/blog", name: "engagement", e: 30_000, sd: 60 },
  { at: "10:01:30", who: 1, page: "/blog", name: "engagement", e: 40_250, sd: 95 },
  view("10:00:00", 2, "/blog"),
  { at: "10:00:10", who: 2, page: "/blog", name: "engagement", e: 10_000, sd: 60 },
  { at: "10:00:10", who: 3, page: "/blog", name: "engagement", e: 99_000, sd: 100 },
];

describe("engagement", () => {
  test("is the one of docs/analysis.md, counted from events and from a roll-up", async () => {
    const { id } = await footfall.storeWith(readers);
    const summary = { engaged_visitors: 2, engagement_seconds: 40.1, scroll_depth: 77.5 };
    const check = async () => {
      expect(await recordsOf(id, range)).toEqual(["/blog 2 40.1 77.5"]);
      for (const interval of ["day", "week"]) {
        expect(await recordsOf(id, `${range}&interval=${interval}`)).toEqual([
          `${day} 2 40.1 77.5`,
        ]);
      }
      expect(await summaryOf(id)).toMatchObject({ visitors: 2, pageviews: 2, ...summary });
    };

    await check();
    await rollUp(footfall, id, [day]);
    await check();
    // A range that was not asked for before is read from the roll-up.
    await footfall.server.store.db.run(
      statement(
        `ALTER TABLE rollup_values UPDATE visitors = visitors + 2 WHERE website_id = ${id} AND dimension LIKE 'engaged_%' SETTINGS mutations_sync = 1`,
      ),
    );
    const wider = `from=2025-06-01&to=${day}`;
    expect(await recordsOf(id, wider)).toEqual(["/blog 4 20.1 38.8"]);
    expect(await summaryOf(id, wider)).toMatchObject({ engaged_visitors: 4, scroll_depth: 38.8 });
  });

  test("of pages has them in order, by the exact numbers, and one page at a time", async () => {
    const read = (page: string, who: number, ms: number, depth: number) => [
      view("10:00:00", who, page),
      { at: "10:01:00", who, page, name: "engagement", e: ms, sd: depth },
    ];
    const { id } = await footfall.storeWith([
      ...read("/b", 1, 1_011, 10),
      ...read("/a", 1, 1_012, 10),
      ...read("/c", 1, 50, 100),
      ...read("/c", 2, 51, 35),
      // Engagement with a page that nobody viewed counts all the same.
      { at: "11:00:00", who: 2, page: "/seen", name: "engagement", e: 0 },
    ]);

    expect(await recordsOf(id, range)).toEqual([
      "/c 2 0.1 67.5",
      "/a 1 1 10",
      "/b 1 1 10",
      "/seen 1 0 0",
    ]);
    const bySeconds = await recordsOf(id, `${range}&sort_by=seconds&sort=asc`);
    expect(bySeconds.map((row) => row.split(" ")[0])).toEqual(["/seen", "/c", "/b", "/a"]);
    const byDepth = await recordsOf(id, `${range}&sort_by=scroll_depth`);
    expect(byDepth.map((row) => row.split(" ")[0])).toEqual(["/c", "/a", "/b", "/seen"]);
    expect(await recordsOf(id, `${range}&sort_by=value&search=S`)).toEqual(["/seen 1 0 0"]);

    const second = await ask(id, `${range}&page=2`);
    expect([second.json.data, second.json.meta.total]).toEqual([[], 4]);
    const csv = await ask(id, `${range}&sort_by=value&sort=asc&search=/c`, { accept: "text/csv" });
    expect(csv.text).toBe('value,visitors,seconds,scroll_depth\r\n"/c",2,0.1,67.5\r\n');
    const none = await ask(id, "from=1999-01-01&to=1999-01-01", { accept: "text/csv" });
    expect(none.text).toBe("value,visitors,seconds,scroll_depth\r\n");
  });

  test("rounds a half up, in pages and in summaries", async () => {
    const { id } = await footfall.storeWith([
      view("10:00:00", 1),
      { at: "10:01:00", who: 1, name: "engagement", e: 16_150, sd: 1 },
      view("10:00:00", 2),
      { at: "10:01:00", who: 2, name: "engagement", e: 16_150 },
      ...Array.from({ length: 18 }, (_, nth) => [
        view("10:00:00", nth + 3),
        { at: "10:01:00", who: nth + 3, name: "engagement", e: 16_150 },
      ]).flat(),
    ]);

    expect(await recordsOf(id, range)).toEqual(["/ 20 16.2 0.1"]);
    expect(await summaryOf(id)).toMatchObject({ engagement_seconds: 16.2, scroll_depth: 0.1 });
  });

  test("of intervals has the days, weeks and months with engagement, and takes filters", async () => {
    const on = (date: string, who: number, ms: number) => [
      view(`${date}T10:00:00Z`, who),
      { at: `${date}T10:01:00Z`, who, name: "engagement", e: ms, sd: 50 },
      { at: `${date}T10:02:00Z`, who, name: "engagement", e: ms, sd: 20, page: "/other" },
    ];
    const { id } = await footfall.storeWith([
      ...on("2025-06-02", 1, 1_000),
      ...on("2025-06-03", 1, 3_000),
      view("2025-06-04T10:00:00Z", 1),
      { at: "2025-06-04T10:00:00Z", who: 1, name: "Sign up" },
      { at: "2025-06-05T10:00:00Z", who: 1, name: "engagement", e: 9_000 },
      ...on("2025-07-01", 2, 500),
    ]);
    const months = "from=2025-06-01&to=2025-07-31&sort_by=value&sort=asc";

    expect(await recordsOf(id, `${months}&interval=day`)).toEqual([
      "2025-06-02 1 2 50",
      "2025-06-03 1 6 50",
      "2025-07-01 1 1 50",
    ]);
    expect(await recordsOf(id, `${months}&interval=week`)).toEqual([
      "2025-06-02 2 4 50",
      "2025-06-30 1 1 50",
    ]);
    expect(await recordsOf(id, `${months}&interval=month`)).toEqual([
      "2025-06 2 4 50",
      "2025-07 1 1 50",
    ]);
    expect(await recordsOf(id, `${months}&filter[page]=/&filter[event]=Sign+up`)).toEqual([]);
    expect(await recordsOf(id, `${months}&filter[page]=!/other`)).toHaveLength(2);
  });
});

test("changes of engagement in a summary are those of the exact numbers", async () => {
  const { id } = await footfall.storeWith([
    view("2025-06-01T10:00:00Z", 1),
    { at: "2025-06-01T10:01:00Z", who: 1, name: "engagement", e: 120, sd: 40 },
    view("10:00:00", 1),
    { at: "10:01:00", who: 1, name: "engagement", e: 150, sd: 30 },
  ]);
  const { previous, change } = await summaryOf(id, `${range}&compare=previous`);

  expect(previous).toMatchObject({
    engaged_visitors: 1,
    engagement_seconds: 0.1,
    scroll_depth: 40,
  });
  expect(change).toMatchObject({
    engaged_visitors: 0,
    engagement_seconds: 0.25,
    scroll_depth: -0.25,
  });
});

describe("what is asked", () => {
  test.each([
    ["", ["from", "to"]],
    [`${range}&interval=hour`, ["interval"]],
    [`${range}&sort_by=count`, ["sort_by"]],
    [`${range}&search_by=page&per_page=7`, ["per_page", "search_by"]],
    [`${range}&filter[colour]=red`, ["filter[colour]"]],
  ])("%s is 422", async (query, fields) => {
    const { status, json } = await ask(1, query);
    expect([status, Object.keys(json.errors ?? {}).sort()]).toEqual([422, fields]);
  });
});
