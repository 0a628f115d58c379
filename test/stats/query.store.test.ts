import { beforeAll, describe, expect, test } from "vitest";
import { selectRows } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);
let id: number;
const days = ["2024-02-29", "2025-03-01", "2025-03-02", "2025-03-03"];
beforeAll(async () => {
  ({ id } = await footfall.storeWith(days.map((day) => ({ at: `${day}T23:59:59.999Z` }))));
});

const ask = (query: string, website: number | string = id) =>
  footfall.request(`/api/v1/stats/${website}?${query}`);

describe("from and to", () => {
  test.each([
    ["2025-03-01", "2025-03-03", ["2025-03-01", "2025-03-02", "2025-03-03"]],
    ["2025-03-01", "2025-03-02", ["2025-03-01", "2025-03-02"]],
    ["2025-03-02", "2025-03-02", ["2025-03-02"]],
    ["2024-02-29", "2024-02-29", ["2024-02-29"]],
    ["2025-03-04", "2025-03-04", []],
    ["0001-01-01", "9999-12-31", days],
    ["1969-12-31", "2149-06-07", days],
    ["1970-01-01", "2149-06-06", days],
    ["0001-01-01", "1969-12-31", []],
    ["1970-01-01", "1970-01-01", []],
    ["2149-06-06", "2149-06-07", []],
    ["2149-06-07", "2149-06-07", []],
    ["2299-01-01", "9999-12-31", []],
    ["2106-02-07", "2106-02-08", []],
  ])("%s to %s are inclusive and find these days", async (from, to, found) => {
    const reply = await ask(`name=visitor&from=${from}&to=${to}&sort_by=value&sort=asc`);

    expect(reply.status).toBe(200);
    expect(reply.json.data.map((row: { value: string }) => row.value)).toEqual(found);
    expect(reply.json.meta.count).toBe(found.length);
  });

  test.each([
    "2026-02-30",
    "2025-02-29",
    "2100-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-00-01",
    "2026-01-00",
    "2026-1-1",
    "20260101",
    "26-01-01",
    "12026-01-01",
    "-2026-01-01",
    "2026-01-01T00:00:00",
    "2026-01-01 00:00:00",
    "2026-01-01Z",
    " 2026-01-01",
    "2026-01-01 ",
    "2026-01-01\n",
    "2026-01-01\u0000",
    "2026/01/01",
    "01-01-2026",
    "２０２６-01-01",
    "today",
    "0",
    "",
    "1' OR '1'='1",
    "2026-01-01' OR 1=1 --",
  ])("%j is no date", async (date) => {
    const dates = new URLSearchParams({ from: date, to: date });
    const reply = await ask(`name=visitor&${dates}`);

    expect(reply.status).toBe(422);
    expect(reply.json).toMatchObject({ status: 422, code: "VALIDATION" });
    expect(Object.keys(reply.json.errors)).toEqual(["from", "to"]);
  });

  test("are days of the website's time zone", async () => {
    const { id: tokyo } = await footfall.store("tokyo.example", { timezone: "Asia/Tokyo" });
    const times = ["2025-06-01T14:59:59Z", "2025-06-01T15:00:00Z", "2025-06-02T14:59:59Z"];
    await footfall.bulk(
      tokyo,
      times.map((timestamp) => ({ url: "https://tokyo.example/", timestamp, ip: "8.8.8.8" })),
    );

    const reply = await ask("name=pageview&from=2025-06-02&to=2025-06-02", tokyo);

    expect(reply.json.data).toMatchObject([
      { value: "2025-06-02", count: 2, visitors: 1, pageviews: 2 },
    ]);
  });
});

describe("wrong parameters are named", () => {
  const good = "name=visitor&from=2025-03-01&to=2025-03-02";

  test.each([
    ["", ["name", "from", "to"]],
    ["name=visitor", ["from", "to"]],
    ["name=visitor&from=2025-03-01", ["to"]],
    ["from=2025-03-01&to=2025-03-01", ["name"]],
    ["name=visitor&from=2025-03-02&to=2025-03-01", ["from"]],
    ["name=visitor&from=2025-03-02&to=2025-03-01&sort=up", ["sort", "from"]],
    ["from=2025-03-02&to=2025-03-01", ["name", "from"]],
    ["name=visitor&from=2025-03-02&to=soon", ["to"]],
    [
      "name=x&from=x&to=x&search_by=x&sort_by=x&sort=x&per_page=x&page=x",
      ["name", "from", "to", "search_by", "sort_by", "sort", "per_page", "page"],
    ],
  ])("every wrong field at once: %s", async (query, fields) => {
    const reply = await ask(query);

    expect(reply.status).toBe(422);
    expect(Object.keys(reply.json.errors).sort()).toEqual(fields.sort());
  });

  test.each([
    "name=Visitor",
    "name=visitors",
    "name=",
    "name=constructor",
    "name=__proto__",
    "name=browser&name=city",
    "name=browser)%20OR%201=1--",
    "sort_by=visit",
    "sort_by=count;",
    "sort_by=",
    "sort=DESC",
    "sort=desc,value",
    "sort=desc;DROP%20TABLE%20events",
    "search_by=domain",
    "search_by=",
    "search=a&search=b",
    "per_page=0",
    "per_page=11",
    "per_page=101",
    "per_page=-10",
    "per_page=10.0",
    "per_page=1e1",
    "per_page=10%20OR%201",
    "page=0",
    "page=-1",
    "page=1.5",
    "page=two",
    "page=99999999999999999999",
  ])("%s is refused", async (wrong) => {
    const field = wrong.slice(0, wrong.indexOf("="));
    const rest = good.replace(field === "name" ? "name=visitor&" : "", "");
    const reply = await ask(`${rest}&${wrong}`);

    expect(reply.status).toBe(422);
    expect(Object.keys(reply.json.errors)).toEqual([field]);
  });

  test("unknown parameters are ignored", async () => {
    const reply = await ask(`${good}&time_zone=x&limit=1&from_=x`);

    expect([reply.status, reply.json.meta.total]).toEqual([200, 2]);
  });

  test.concurrent.each([
    "0",
    "-1",
    "1.0",
    "01",
    "abc",
    "1'",
    "1%20OR%201=1",
    "4294967297",
    "9".repeat(30),
  ])("%s is no website", async (website) => {
    const reply = await ask(good, website);

    expect(reply.status).toBe(404);
    expect(reply.json).toMatchObject({ status: 404, code: "WEBSITE_NOT_FOUND" });
  });

  test("a website that was deleted has no statistics", async () => {
    const { id: gone } = await footfall.store("gone.example");
    await footfall.request(`/api/v1/websites/${gone}`, { method: "DELETE" });

    expect((await ask(good, gone)).status).toBe(404);
  });

  test.each([false, "wrong-key-0123456789"] as const)("without the key (%s): 401", async (key) => {
    const reply = await footfall.request(`/api/v1/stats/${id}`, { key });

    expect([reply.status, reply.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  });
});

test.each(["'", "\\", "\\'", "') OR 1=1 --", "{p0:String}", "\\N", "'; DROP TABLE events;"])(
  "a search of %j is only text",
  async (search) => {
    for (const name of ["browser", "language", "city", "page", "event", "visitor"]) {
      const reply = await footfall.stats(id, {
        name,
        search,
        from: "2000-01-01",
        to: "2100-01-01",
      });
      expect([reply.status, reply.json.data]).toEqual([200, []]);
    }
    expect(
      await selectRows(footfall, `SELECT count() AS n FROM events WHERE website_id = ${id}`),
    ).toEqual([{ n: days.length }]);
  },
);
