import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { type Reply, selectRows } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { rollUp } from "../helpers/roll-up.ts";

const footfall = openFootfall();

function ask(id: number | string, query: string, headers = {}): Promise<Reply> {
  return footfall.request(`/api/v1/websites/${id}/heatmap?${query}`, { headers });
}

/** Resolves with `weekday hour count` of each cell that is not 0. */
async function cellsOf(id: number, query: string): Promise<string[]> {
  const reply = await ask(id, query);
  expect(reply.status, reply.text).toBe(200);
  type Cell = { weekday: number; hour: number; count: number };
  const cells: readonly Cell[] = reply.json.data;
  const all = cells.map(({ weekday, hour }) => `${weekday} ${hour}`);
  expect(all).toEqual(
    Array.from({ length: 168 }, (_, nth) => `${Math.floor(nth / 24) + 1} ${nth % 24}`),
  );
  const busy = cells.filter(({ count }) => count > 0);
  return busy.map(({ weekday, hour, count }) => `${weekday} ${hour} ${count}`);
}

describe("a heat map", () => {
  // 2 June 2025 is a Monday.
  const weeks = "from=2025-06-02&to=2025-06-15";

  test("adds up the hours of its days: visitors in each hour of theirs, or page views", async () => {
    const { id } = await footfall.storeWith([
      { at: "2025-06-02T10:00:00Z" },
      { at: "2025-06-02T10:59:59.999Z" },
      { at: "2025-06-02T11:00:00Z" },
      { at: "2025-06-02T10:30:00Z", who: 2 },
      { at: "2025-06-02T12:30:00Z", who: 2, name: "Sign up" },
      { at: "2025-06-02T13:30:00Z", who: 2, name: "engagement" },
      { at: "2025-06-09T10:00:00Z" },
      { at: "2025-06-15T23:59:59.999Z" },
      // Before and after the range.
      { at: "2025-06-01T23:59:59.999Z" },
      { at: "2025-06-16T00:00:00Z" },
    ]);
    const visitors = ["1 10 3", "1 11 1", "1 12 1", "7 23 1"];

    expect(await cellsOf(id, weeks)).toEqual(visitors);
    expect(await cellsOf(id, `${weeks}&metric=visitors`)).toEqual(visitors);
    expect(await cellsOf(id, `${weeks}&metric=pageviews`)).toEqual(["1 10 4", "1 11 1", "7 23 1"]);
    await rollUp(footfall, id, ["2025-06-02", "2025-06-09"]);
    expect(await cellsOf(id, `${weeks}`)).toEqual(visitors);
  });

  test("has every hour, with zeros, also of days without events", async () => {
    const { id } = await footfall.storeWith([]);
    expect(await cellsOf(id, weeks)).toEqual([]);
    expect(await cellsOf(id, "from=0000-01-01&to=9999-12-31")).toEqual([]);
  });

  test("takes the visitors that match the filters, with everything they did", async () => {
    const { id } = await footfall.storeWith([
      { at: "2025-06-04T05:00:00Z" },
      { at: "2025-06-04T06:00:00Z", name: "Sign up" },
      { at: "2025-06-04T05:00:00Z", who: 2 },
    ]);

    expect(await cellsOf(id, `${weeks}&filter[event]=~SIGN`)).toEqual(["3 5 1", "3 6 1"]);
    expect(await cellsOf(id, `${weeks}&filter[event]=!~sign`)).toEqual(["3 5 1"]);
    const pageviews = `${weeks}&metric=pageviews&filter[event]=Sign+up`;
    expect(await cellsOf(id, pageviews)).toEqual(["3 5 1"]);
  });

  test("has an hour that the clock shows twice once, and none that it skips", async () => {
    const everyHalfHour = (from: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        at: new Date(Date.parse(from) + n * 1_800_000).toISOString(),
      }));
    const autumn = everyHalfHour("2025-10-25T22:00:00Z", 50);
    const spring = everyHalfHour("2025-03-29T23:00:00Z", 46);
    const { id } = await footfall.storeWith([...autumn, ...spring], { timezone: "Europe/Berlin" });
    const sundays = (day: string, metric: string) =>
      cellsOf(id, `from=${day}&to=${day}&metric=${metric}`);

    const long = await sundays("2025-10-26", "visitors");
    expect(long).toEqual(Array.from({ length: 24 }, (_, hour) => `7 ${hour} 1`));
    expect((await sundays("2025-10-26", "pageviews"))[2]).toBe("7 2 4");
    const short = await sundays("2025-03-30", "visitors");
    expect(short).toEqual(long.filter((cell) => cell !== "7 2 1"));
  });

  test("is what the SQL in docs/analysis.md gives", async () => {
    const events = Array.from({ length: 200 }, (_, n) => ({
      at: new Date(Date.parse("2025-10-25T20:00:00Z") + n * 600_000).toISOString(),
      who: n % 3,
      name: ["pageview", "pageview", "Sign up", "engagement"][n % 4] ?? "",
    }));
    const { id } = await footfall.storeWith(events, { timezone: "Europe/Berlin" });
    const docs = await readFile(new URL("../../docs/analysis.md", import.meta.url), "utf8");
    const [, , statement = ""] = /\n## Heat map\n(.*?)```sql\n(.*?)```/s.exec(docs) ?? [];
    const query = statement
      .replace("website_id = 1", `website_id = ${id}`)
      .replace("'2026-11-01' AND '2026-11-30'", "'2025-10-26' AND '2025-10-26'");
    const rows = await selectRows<Record<string, number>>(footfall, query);

    for (const metric of ["visitors", "pageviews"]) {
      const counted = rows.filter((row) => row[metric] !== 0);
      const cells = counted.map((row) => `${row["weekday"]} ${row["hour"]} ${row[metric]}`);
      const range = "from=2025-10-26&to=2025-10-26";
      expect(await cellsOf(id, `${range}&metric=${metric}`)).toEqual(cells);
    }
    expect(rows).toHaveLength(24);
  });

  test.each([
    ["Asia/Kathmandu", "2025-06-02", "1 5 1"],
    ["asia/kathmandu", "2025-06-02", "1 5 1"],
    ["Pacific/Kiritimati", "2025-06-02", "1 13 1"],
    ["Etc/GMT+12", "2025-06-01", "7 11 1"],
  ])("has the hours of the clock in %s", async (timezone, day, cell) => {
    const { id } = await footfall.storeWith([{ at: "2025-06-01T23:29:00Z" }], { timezone });
    expect(await cellsOf(id, `from=${day}&to=${day}`)).toEqual([cell]);
  });
});

describe("its answer", () => {
  const june = "from=2025-06-01&to=2025-06-30";

  test("has a tag, that changes with events of its days and with the website's clock", async () => {
    const website = await footfall.storeWith([{ at: "2025-06-02T10:00:00Z" }]);
    const { id } = website;
    const first = await ask(id, june);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    const statusNow = async () => (await ask(id, june, { "if-none-match": tag })).status;

    await footfall.send(website, [{ at: "2025-07-02T10:00:00Z" }]);
    const again = await ask(id, june, { "if-none-match": tag });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", tag]);
    const other = await ask(id, `${june}&metric=pageviews`);
    expect(other.headers.get("etag")).not.toBe(tag);

    const change = (timezone: string) =>
      footfall.request(`/api/v1/websites/${id}`, { method: "PATCH", body: { timezone } });
    await change("Asia/Tokyo");
    expect(await cellsOf(id, june)).toEqual(["1 19 1"]);
    expect(await statusNow()).toBe(200);
    await change("UTC");
    expect(await statusNow()).toBe(304);
    await footfall.send(website, [{ at: "2025-06-30T10:00:00Z" }]);
    expect(await statusNow()).toBe(200);
    expect(await cellsOf(id, june)).toEqual(["1 10 2"]);
  });
});

describe("what is asked", () => {
  const day = "from=2025-06-02&to=2025-06-02";

  test.each([
    ["", ["from", "to"]],
    ["from=2025-06-03&to=2025-06-02", ["from"]],
    [`${day}&metric=visits`, ["metric"]],
    [`${day}&metric=`, ["metric"]],
    [`${day}&metric=visitors&metric=pageviews`, ["metric"]],
    [`${day}&filter[page]=~`, ["filter[page]"]],
    [`${day}&filter[colour]=red&metric=x`, ["filter[colour]", "metric"]],
    [`${day}&filter=red`, ["filter"]],
  ])("%s is 422", async (query, fields) => {
    const { status, json } = await ask(1, query);
    expect([status, json.code, Object.keys(json.errors).sort()]).toEqual([
      422,
      "VALIDATION",
      fields,
    ]);
  });

  test("a website that is not there is 404, no key 401", async () => {
    for (const id of ["999999", "x"]) {
      const reply = await ask(id, day);
      expect([reply.status, reply.json.code]).toEqual([404, "WEBSITE_NOT_FOUND"]);
    }
    const keyless = await footfall.request(`/api/v1/websites/1/heatmap?${day}`, { key: false });
    expect([keyless.status, keyless.json.code]).toEqual([401, "UNAUTHORIZED"]);
  });
});
