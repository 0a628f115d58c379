import { describe, expect, test } from "vitest";
import { chrome, selectRows } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);

let websites = 0;

async function storeOne(settings: object = {}) {
  websites += 1;
  const { id, domain } = await footfall.store(`bulk-${websites}.example`, settings);
  return { id, url: `https://${domain}/` };
}

function rowsOfWebsite<Row>(id: number, columns: string): Promise<Row[]> {
  return selectRows<Row>(
    footfall,
    `SELECT ${columns} FROM events WHERE website_id = ${id} ORDER BY time`,
  );
}

async function countOf(id: number): Promise<number> {
  return (await rowsOfWebsite(id, "1")).length;
}

function post(id: number, body: string, contentType: string) {
  return footfall.request(`/api/v1/websites/${id}/events`, {
    body,
    headers: { "content-type": contentType },
  });
}

const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

test("events say whose and when they were", async () => {
  const { id, url } = await storeOne();
  const reply = await footfall.bulk(id, [
    { url, timestamp: "2026-03-01T10:00:00.250+01:00", ip: "141.20.1.1", user_agent: chrome },
    { u: `${url}b`, n: "buy", timestamp: "2026-03-01T09:00:01Z", p: '{"a":1}' },
  ]);

  expect(reply.status).toBe(202);
  expect(reply.headers.get("content-type")).toMatch(/^application\/json/);
  expect(reply.json).toEqual({ accepted: 2, dropped: {} });
  expect(await rowsOfWebsite(id, "name, page, time, date, country, browser, props")).toEqual([
    {
      name: "pageview",
      page: "/",
      time: "2026-03-01 09:00:00.250",
      date: "2026-03-01",
      country: "DE",
      browser: "Chrome",
      props: {},
    },
    {
      name: "buy",
      page: "/b",
      time: "2026-03-01 09:00:01.000",
      date: "2026-03-01",
      country: "",
      browser: "",
      props: { a: "1" },
    },
  ]);
});

test("reasons are counted, those that occurred and no others", async () => {
  const { id, url } = await storeOne({ exclude_ips: "203.0.113.0/24" });
  const reply = await footfall.bulk(id, [
    { url },
    { url, user_agent: googlebot },
    { url, user_agent: "" },
    { url, ip: "203.0.113.7" },
    { url, ip: "::ffff:203.0.113.8" },
    { url: "https://evil.org/" },
    { url, user_agent: chrome },
  ]);

  expect(reply.json).toEqual({ accepted: 2, dropped: { bot: 2, ip: 2, hostname: 1 } });
  expect(await countOf(id)).toBe(2);
  expect((await footfall.bulk(id, [{ url, user_agent: "" }])).json).toEqual({
    accepted: 0,
    dropped: { bot: 1 },
  });
});

test.each([
  ["is missing", {}, { accepted: 1, dropped: {} }],
  ["is null", { user_agent: null }, { accepted: 1, dropped: {} }],
  ["is empty", { user_agent: "" }, { accepted: 0, dropped: { bot: 1 } }],
  ["is a bot's", { user_agent: googlebot }, { accepted: 0, dropped: { bot: 1 } }],
])(
  "the caller's own agent says nothing of an event whose agent %s",
  async (_what, fields, outcome) => {
    const { id, url } = await storeOne();

    expect((await footfall.bulk(id, [{ url, ...fields }])).json).toEqual(outcome);
    const rows = await rowsOfWebsite(id, "browser, device, country, language");
    expect(rows).toEqual(rows.map(() => ({ browser: "", device: "", country: "", language: "" })));
  },
);

test.each(["203.0.113.7", "::ffff:203.0.113.7", "::FFFF:CB00:7107", "0:0:0:0:0:ffff:203.0.113.7"])(
  "the address %s is the visitor 203.0.113.7",
  async (ip) => {
    const { id, url } = await storeOne();
    const outcome = await footfall.bulk(id, [
      { url, ip },
      { url, ip: "203.0.113.7" },
    ]);

    expect(outcome.json).toEqual({ accepted: 2, dropped: {} });
    const [first, second] = await rowsOfWebsite(id, "toString(visitor) AS visitor");
    expect(second).toEqual(first);
  },
);

test("null is as good as nothing in every optional field", async () => {
  const { id, url } = await storeOne();
  const names =
    "timestamp ip user_agent name n u referrer r screen language props p revenue $ e sd".split(" ");
  const nulls = Object.fromEntries(names.map((name) => [name, null]));

  expect((await footfall.bulk(id, [{ ...nulls, url }])).json).toEqual({ accepted: 1, dropped: {} });
});

test("an event without a time stamp happened when the request came", async () => {
  const { id, url } = await storeOne();
  const before = Date.now();
  await footfall.bulk(id, [{ url }]);
  const [row] = await rowsOfWebsite<{ ms: number }>(id, "toUnixTimestamp64Milli(time) AS ms");

  expect(row?.ms).toBeGreaterThanOrEqual(before);
  expect(row?.ms).toBeLessThanOrEqual(Date.now());
});

test("a domain in an event is ignored: the path names the website", async () => {
  const { id, url } = await storeOne();
  const other = await storeOne();
  await footfall.bulk(id, [{ url, domain: new URL(other.url).hostname, website: other.id }]);

  expect([await countOf(id), await countOf(other.id)]).toEqual([1, 0]);
});

test("an empty array is nothing, and no error", async () => {
  const { id } = await storeOne();

  const array = await footfall.bulk(id, []);
  const lines = await post(id, "", "application/x-ndjson");

  expect([array.status, array.json]).toEqual([202, { accepted: 0, dropped: {} }]);
  expect([lines.status, lines.json]).toEqual([202, { accepted: 0, dropped: {} }]);
});

test("1,000 events are taken in one request, 1,001 are refused", async () => {
  const { id, url } = await storeOne();
  const events = Array.from({ length: 1_001 }, (_, i) => ({ url: `${url}${i}` }));
  const lines = events.map((event) => JSON.stringify(event)).join("\n");

  const refused = await footfall.bulk(id, events);
  expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, ["body"]]);
  expect((await post(id, lines, "application/x-ndjson")).status).toBe(422);
  expect(await countOf(id)).toBe(0);
  expect((await footfall.bulk(id, events.slice(1))).json).toEqual({ accepted: 1_000, dropped: {} });
  expect(await countOf(id)).toBe(1_000);
});

test("events of many months and days go in one request", async () => {
  const { id, url } = await storeOne();
  const events = Array.from({ length: 40 }, (_, i) => ({
    url,
    timestamp: new Date(Date.UTC(2000, 0, 1) + i * 240 * 86_400_000).toISOString(),
  }));

  expect((await footfall.bulk(id, events)).json).toEqual({ accepted: 40, dropped: {} });
  const dates = await rowsOfWebsite<{ date: string }>(id, "date");
  expect(dates.map(({ date }) => date)).toEqual(
    events.map(({ timestamp }) => timestamp.slice(0, 10)),
  );
});

describe("NDJSON", () => {
  test.each([
    ["lines", "\n", ""],
    ["lines with a line feed at the end", "\n", "\n"],
    ["lines of Windows", "\r\n", "\r\n"],
    ["blank lines between", "\n \n\n", "\n\n"],
  ])("may come as %s", async (_what, between, end) => {
    const { id, url } = await storeOne();
    const lines = ["a", "b", "c"].map((path) => JSON.stringify({ url: url + path }));

    const reply = await post(id, lines.join(between) + end, "application/x-ndjson");

    expect([reply.status, reply.json]).toEqual([202, { accepted: 3, dropped: {} }]);
    expect(await countOf(id)).toBe(3);
  });

  test("may name its charset", async () => {
    const { id, url } = await storeOne();
    const reply = await post(id, JSON.stringify({ url }), "application/x-ndjson; charset=utf-8");

    expect(reply.json).toEqual({ accepted: 1, dropped: {} });
  });

  test("may hold a separator of lines inside of text", async () => {
    const { id, url } = await storeOne();
    const reply = await post(
      id,
      `{"url":"${url}","name":"a\u2028b\u0085c"}`,
      "application/x-ndjson",
    );

    expect(reply.json).toEqual({ accepted: 1, dropped: {} });
  });
});

test("an event of a bulk request is in the statistics of the next one", async () => {
  const { id, url } = await storeOne();
  await footfall.bulk(id, [
    { url, timestamp: "2026-03-01T00:00:00Z" },
    { url, timestamp: "2026-03-31T23:59:59Z" },
  ]);
  const stats = await footfall.stats(id, { name: "page", from: "2026-03-01", to: "2026-03-31" });

  expect(stats.json.data).toMatchObject([{ value: "/", count: 2, visitors: 2, pageviews: 2 }]);
});
