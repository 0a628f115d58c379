import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { stopAll } from "../../helpers/clean-up.ts";
import { apiKey, chrome } from "../../helpers/footfall.ts";
import {
  custom,
  days,
  ok,
  type PlausibleShop,
  percent,
  range,
  rowsOf,
  startPlausibleShop,
} from "./plausible-shop.ts";

let shop: PlausibleShop;
beforeAll(async () => {
  shop = await startPlausibleShop();
});
afterAll(stopAll);

describe("questions that cannot be answered are refused", () => {
  test.each([
    ["stats/aggregate", { period: "28d" }, "period"],
    ["stats/aggregate", { period: "90d" }, "period"],
    ["stats/aggregate", { period: "custom", date: "2026-11-09" }, "date"],
    ["stats/aggregate", { period: "custom", date: "2026-11-10,2026-11-09" }, "date"],
    ["stats/aggregate", { period: "day", date: "2026-02-30" }, "date"],
    ["stats/aggregate", { ...custom, metrics: "visitors,visitors" }, "visitors"],
    ["stats/aggregate", { ...custom, metrics: "visitors,nice" }, "nice"],
    ["stats/aggregate", { ...custom, metrics: "scroll_depth" }, "scroll_depth"],
    ["stats/aggregate", { ...custom, metrics: "conversion_rate" }, "event:goal"],
    ["stats/aggregate", { ...custom, metrics: "time_on_page" }, "event:page"],
    ["stats/aggregate", { ...custom, compare: "year" }, "compare"],
    ["stats/timeseries", { ...custom, compare: "previous_period" }, "compare"],
    ["stats/timeseries", { ...custom, interval: "minute" }, "interval"],
    ["stats/timeseries", { period: "day", date: "2026-11-09", filters: "event:page==/" }, "by day"],
    ["stats/aggregate", { ...custom, filters: "visit:browser!=Chrome|Firefox" }, "!="],
    ["stats/aggregate", { ...custom, filters: "event:goal!=Signup" }, "!="],
    ["stats/aggregate", { ...custom, filters: "event:goal==Nothing" }, "Nothing"],
    ["stats/aggregate", { ...custom, filters: "event:page==/a*|/b" }, "*"],
    ["stats/aggregate", { ...custom, filters: "event:page" }, "filters"],
    ["stats/aggregate", { ...custom, filters: "visit:planet==Mars" }, "visit:planet"],
    ["stats/aggregate", { ...custom, filters: "visit:city==1234" }, "visit:city"],
    ["stats/aggregate", { ...custom, filters: "visit:channel==Paid Search" }, "Paid Search"],
    ["stats/aggregate", { ...custom, filters: "visit:region==US-CA" }, "US-CA"],
    ["stats/aggregate", { ...custom, filters: "visit:source==*oogle" }, "visit:source"],
    [
      "stats/aggregate",
      { ...custom, filters: "visit:browser==Chrome;visit:browser==Firefox" },
      "browser",
    ],
    ["stats/aggregate", { ...custom, filters: "event:goal==Signup;event:page==/" }, "together"],
    ["stats/breakdown", { ...custom, property: "visit:planet" }, "visit:planet"],
    ["stats/breakdown", custom, "property"],
    ["stats/breakdown", { ...custom, property: "visit:browser", limit: "1001" }, "limit"],
    ["stats/breakdown", { ...custom, property: "visit:browser", page: "0" }, "page"],
    [
      "stats/breakdown",
      { ...custom, property: "visit:browser", metrics: "views_per_visit" },
      "views_per_visit",
    ],
    ["sites", { limit: "0" }, "limit"],
  ])("v1: %s %j", async (path, params, named) => {
    const { status, json } = await shop.v1(path, params);
    expect([status, json]).toEqual([400, { error: expect.stringContaining(named) }]);
  });

  test.each([
    [{ metrics: ["visitors", "baa"] }, '#/metrics/1: Invalid metric "baa"'],
    [{ metrics: [] }, "#/metrics"],
    [{}, "#/metrics"],
    [{ metrics: ["visitors"], colour: "red" }, "#/colour"],
    [{ metrics: ["visitors"], date_range: "0d" }, "#/date_range"],
    [{ metrics: ["visitors"], date_range: "5001d" }, "#/date_range"],
    [{ metrics: ["visitors"], date_range: "101mo" }, "#/date_range"],
    [{ metrics: ["visitors"], date_range: ["2026-11-10", "2026-11-09"] }, "#/date_range"],
    [
      { metrics: ["visitors"], date_range: ["2026-11-09T10:00:00Z", "2026-11-09T12:00:00Z"] },
      "#/date_range",
    ],
    [
      { metrics: ["visitors"], dimensions: ["visit:planet"] },
      '#/dimensions/0: Invalid dimension "visit:planet"',
    ],
    [{ metrics: ["visitors"], dimensions: ["visit:entry_page_hostname"] }, "#/dimensions/0"],
    [{ metrics: ["visitors"], dimensions: ["time:minute"] }, "#/dimensions/0"],
    [
      { metrics: ["visitors"], dimensions: ["time", "visit:os", "visit:browser", "visit:device"] },
      "#/dimensions",
    ],
    [{ metrics: ["visitors"], dimensions: ["visit:os", "visit:device"] }, "crosses"],
    [{ metrics: ["visitors"], dimensions: ["visit:utm_medium", "visit:utm_source"] }, "crosses"],
    [{ metrics: ["percentage"] }, "#/metrics/0"],
    [{ metrics: ["group_conversion_rate"] }, "event:goal"],
    [{ metrics: ["total_revenue"] }, "event:goal"],
    [{ metrics: ["visitors"], filters: [["is", "visit:browser", "Chrome"]] }, "#/filters/0/2"],
    [{ metrics: ["visitors"], filters: [["like", "visit:browser", ["Chrome"]]] }, "#/filters/0/0"],
    [{ metrics: ["visitors"], filters: [["is", "visit:planet", ["Mars"]]] }, "#/filters/0/1"],
    [{ metrics: ["visitors"], filters: [["is", "time:day", ["2026-11-09"]]] }, "#/filters/0/1"],
    [
      { metrics: ["visitors"], filters: [["matches", "visit:browser", ["^C"]]] },
      "regular expression",
    ],
    [
      { metrics: ["visitors"], filters: [["matches", "event:page", ["(?=a)"]]] },
      "regular expression",
    ],
    [{ metrics: ["visitors"], filters: [["matches", "event:page", ["("]]] }, "regular expression"],
    [
      { metrics: ["visitors"], filters: [["matches", "event:page", ["(?i)^/blog", "^/docs"]]] },
      "regular expression",
    ],
    [{ metrics: ["visitors"], filters: [["is_not", "event:goal", ["Signup"]]] }, "#/filters/0/0"],
    [{ metrics: ["visitors"], filters: [["is_not", "event:name", ["Signup"]]] }, "event:name"],
    [{ metrics: ["visitors"], filters: [["is", "segment", [99]]] }, "segment"],
    [
      {
        metrics: ["visitors"],
        filters: [
          [
            "or",
            [
              ["is", "visit:os", ["Linux"]],
              ["is", "visit:browser", ["Chrome"]],
            ],
          ],
        ],
      },
      "or",
    ],
    [
      {
        metrics: ["visitors"],
        filters: [
          [
            "not",
            [
              "and",
              [
                ["is", "visit:os", ["Linux"]],
                ["is", "visit:browser", ["Chrome"]],
              ],
            ],
          ],
        ],
      },
      "not",
    ],
    [{ metrics: ["visitors"], filters: [["has_done", ["is", "visit:os", ["Linux"]]]] }, "has_done"],
    [
      {
        metrics: ["visitors"],
        filters: [
          [
            "has_done",
            [
              "or",
              [
                ["is", "event:page", ["/"]],
                ["is", "event:goal", ["Signup"]],
              ],
            ],
          ],
        ],
      },
      "or",
    ],
    [
      {
        metrics: ["visitors"],
        filters: [["contains", "event:page", [..."abcdefghijklmnopqrstu"]]],
      },
      "20 values",
    ],
    [{ metrics: ["visitors"], order_by: [["pageviews", "desc"]] }, "#/order_by/0"],
    [{ metrics: ["visitors"], order_by: [["visitors", "up"]] }, "#/order_by/0"],
    [{ metrics: ["visitors"], pagination: { limit: 10_001 } }, "#/pagination/limit"],
    [{ metrics: ["visitors"], pagination: { offset: -1 } }, "#/pagination/offset"],
    [{ metrics: ["visitors"], include: { comparisons: true } }, "#/include/comparisons"],
    [{ metrics: ["visitors"], include: { imports: "yes" } }, "#/include/imports"],
    [{ metrics: ["visitors"], include: { time_labels: true } }, "#/include/time_labels"],
  ])("v2: %j", async (body, named) => {
    const { status, json } = await shop.v2(body);
    expect([status, json]).toEqual([400, { error: expect.stringContaining(named) }]);
  });

  test("v2: a body that is no JSON", async () => {
    const headers = { "content-type": "application/json" };
    const path = "/api/v2/query";
    const { status, json } = await shop.footfall.request(path, {
      body: "{",
      headers,
      method: "POST",
    });
    expect([status, json]).toEqual([400, { error: expect.stringContaining("JSON") }]);
  });

  test("v2: a regular expression that takes for ever, and nobody waits for it", async () => {
    const { id, domain } = await shop.footfall.store("slow.example");
    const url = `https://slow.example/${"a".repeat(40)}`;
    const event = { url, name: "pageview", timestamp: `${days.from}T10:00:00Z`, ip: "192.0.2.1" };
    await shop.footfall.bulk(id, [{ ...event, user_agent: chrome }]);
    await shop.footfall.server.shipped();
    const filters = [["matches", "event:page", ["^/(a+)+b$"]]];
    const slow = shop.v2({ site_id: domain, metrics: ["visitors"], filters });
    expect((await shop.v1("sites")).status).toBe(200);
    const { status, json } = await slow;
    expect([status, json]).toEqual([400, { error: expect.stringContaining("(a+)+b") }]);
    await shop.footfall.request(`/api/v1/websites/${id}`, { method: "DELETE" });
  });
});

describe("websites and keys", () => {
  const makeKey = async (body: object): Promise<string> =>
    (await shop.footfall.request("/api/v1/keys", { body: { name: "Other", ...body } })).json.data
      .key;
  const ask = (site: string | undefined, key: string | false = apiKey) =>
    shop.footfall.request(
      `/api/v1/stats/aggregate?${site === undefined ? "" : `site_id=${site}`}`,
      { key },
    );

  test("an alias is a name of the website", async () => {
    const [own, alias] = await Promise.all([ask("shop.example"), ask("old-shop.example")]);
    expect([alias.status, alias.json]).toEqual([200, own.json]);
  });

  test("a wrong key, none, one without the right, and an unknown website get the same answer", async () => {
    const blogKey = await makeKey({ may: ["read"], websites: [shop.blog] });
    const collecting = await makeKey({ may: ["collect"], websites: "all" });
    const answers = await Promise.all([
      ask("shop.example", false),
      ask("shop.example", "wrong-key-0123456789"),
      ask("shop.example", collecting),
      ask("shop.example", blogKey),
      ask("nobody.example"),
      ask("summary"),
      ask(undefined, false),
      ask("a".repeat(300)),
    ]);
    const [first] = answers;
    expect(first?.json).toEqual({ error: expect.stringMatching(/^Invalid API key or site ID/) });
    for (const { status, json, headers } of answers) {
      expect([status, json, headers.get("www-authenticate")]).toEqual([401, first?.json, "Bearer"]);
    }
    expect((await ask("blog.example", blogKey)).status).toBe(200);
    const missing = await ask(undefined);
    expect([missing.status, missing.json]).toEqual([
      400,
      { error: expect.stringContaining("site_id") },
    ]);
    const body = { site_id: 1, metrics: "?" };
    expect(
      (await shop.footfall.request("/api/v2/query", { body, key: "wrong-key-0123456789" })).status,
    ).toBe(401);
    expect((await shop.footfall.request("/api/v2/query", { body })).status).toBe(400);
  });

  test("a session's cookie is no key", async () => {
    const session = await shop.footfall.request("/session", { body: { key: apiKey }, key: false });
    const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const { status } = await shop.footfall.request("/api/v1/sites", {
      key: false,
      headers: { cookie },
    });
    expect(status).toBe(401);
  });

  test("the websites that a key may read are listed", async () => {
    const blogKey = await makeKey({ may: ["read"], websites: [shop.blog] });
    const list = async (query = "", key = apiKey) =>
      (await shop.footfall.request(`/api/v1/sites${query}`, { key })).json;
    const sites = [
      { domain: "shop.example", timezone: "Europe/Berlin" },
      { domain: "blog.example", timezone: "UTC" },
    ];
    expect(await list()).toEqual({ sites, meta: { after: null, before: null, limit: 100 } });
    expect((await list("", blogKey)).sites).toEqual([sites[1]]);
    const first = await list("?limit=1");
    expect([first.sites, first.meta.before]).toEqual([[sites[0]], null]);
    const second = await list(`?limit=1&after=${first.meta.after}`);
    expect([second.sites, second.meta.after]).toEqual([[sites[1]], null]);
    expect((await shop.footfall.request("/api/v1/sites/old-shop.example")).json).toEqual(sites[0]);
    expect((await shop.footfall.request("/api/v1/sites/nobody.example")).status).toBe(401);
  });

  test("the goals of a website are listed", async () => {
    const { goals, meta } = await ok(shop.v1("sites/goals"));
    expect(meta).toEqual({ after: null, before: null, limit: 100 });
    expect(goals).toHaveLength(5);
    expect(goals[2]).toEqual({
      id: "3",
      goal_type: "page",
      display_name: "Pricing",
      page_path: "/pricing",
      event_name: null,
      currency: null,
      custom_props: {},
    });
    expect(goals[4].custom_props).toEqual({ plan: "pro" });
  });
});

test("shares are percentages, in whole numbers or with two digits", async () => {
  const { data } = await shop.native("summary", range);
  const bounceRate = percent(data.bounce_rate);
  expect(bounceRate).toBeGreaterThan(1);
  const v1 = await ok(shop.v1("stats/aggregate", { ...custom, metrics: "bounce_rate" }));
  expect(v1.results).toEqual({ bounce_rate: { value: bounceRate } });
  expect(rowsOf(await ok(shop.v2({ metrics: ["bounce_rate"] })))).toEqual([[bounceRate]]);

  const { data: goals } = await shop.native("goals/stats", range);
  const signup = goals.find(({ name }: { name: string }) => name === "Signup");
  const filters = [["is", "event:goal", ["Signup"]]];
  expect(rowsOf(await ok(shop.v2({ metrics: ["conversion_rate"], filters })))).toEqual([
    [percent(signup.visitors / data.visitors, 2)],
  ]);
});

test("visitors of the last five minutes are a number, also for plausible-api", async () => {
  await shop.footfall.track({ domain: "blog.example", url: "https://blog.example/" });
  await shop.footfall.server.shipped();
  const { json, headers } = await shop.v1("stats/realtime/visitors", { site_id: "blog.example" });
  expect([json, headers.get("content-type")]).toEqual([1, "application/json; charset=utf-8"]);

  // The package has its origin as a constant, and is asked with its own fetch.
  const require = createRequire(import.meta.url);
  const ownFetch = require.resolve("node-fetch", { paths: [require.resolve("plausible-api")] });
  const redirected = (url: string, init: RequestInit) =>
    fetch(url.replace("https://plausible.io", shop.footfall.url), init);
  require.cache[ownFetch] = { exports: { __esModule: true, default: redirected } } as never;
  onTestFinished(() => void delete require.cache[ownFetch]);
  const PlausibleClient = require("plausible-api");
  const client = new PlausibleClient(apiKey);

  expect(await client.getRealtimeVisitors("blog.example")).toBe(1);
  await expect(client.getRealtimeVisitors("nobody.example")).rejects.toThrow("Invalid API key");
});
