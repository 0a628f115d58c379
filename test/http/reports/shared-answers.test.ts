import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { render, type Sql } from "../../../src/clickhouse/sql.ts";
import { startApp } from "../../helpers/app.ts";
import { apiKey } from "../../helpers/footfall.ts";

const authorization = `Bearer ${apiKey}`;
const days = "from=2026-11-01&to=2026-11-20";

// However slow the machine is, all of a test happens within a second.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts an application for a public website, whose database counts the statements it gets. */
async function open() {
  const counted = { browsers: 0, statements: 0 };
  const rows = async (query: Sql) => {
    counted.statements += 1;
    const text = render(query).query;
    const day = { date: "2026-11-01", events: 1, rollupId: "", gone: 1 };
    if (text.includes("'' AS rollupId")) return [day] as never[];
    if (!text.includes("day_browser")) return [];
    counted.browsers += 1;
    const row = { value: "Firefox", count: 1, visitors: 1, pageviews: 1, total: 1, total_count: 1 };
    return [row] as never[];
  };
  const { url } = await startApp({ rows, websites: [{ privacy: "public" }] });
  const own = (headers = {}) =>
    fetch(`${url}/api/v1/stats/7?name=browser&${days}`, { headers: { authorization, ...headers } });
  const shared = (headers = {}) =>
    fetch(`${url}/shared/example.com/stats?name=browser&${days}`, { headers });
  return { counted, own, shared };
}

test("however many ask the same, it is counted once", async () => {
  const { counted, own } = await open();
  const replies = await Promise.all(Array.from({ length: 50 }, () => own()));
  const texts = await Promise.all(replies.map((reply) => reply.text()));

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(texts).size).toBe(1);
  expect(JSON.parse(texts[0] ?? "").data[0].value).toBe("Firefox");
  expect(counted.browsers).toBe(1);
});

test("viewers get the answer that was counted for the owner, and the other way round", async () => {
  const { counted, own, shared } = await open();
  const { data } = (await (await own()).json()) as { data: unknown };
  const viewed = (await (await shared()).json()) as { data: unknown };

  expect(viewed.data).toEqual(data);
  expect(counted.browsers).toBe(1);
});

test("a heat map is counted once for owners and viewers, and once for each metric", async () => {
  let counted = 0;
  const rows = async (query: Sql) => {
    const text = render(query).query;
    const day = { date: "2026-11-01", events: 1, rollupId: "", gone: 1 };
    if (text.includes("'' AS rollupId")) return [day] as never[];
    if (!text.includes("AS weekday")) return [];
    counted += 1;
    return [{ weekday: 7, hour: 23, count: 5 }] as never[];
  };
  const { url } = await startApp({ rows, websites: [{ privacy: "public" }] });
  const own = (more = "") =>
    fetch(`${url}/api/v1/websites/7/heatmap?${days}${more}`, { headers: { authorization } });
  const viewed = await fetch(`${url}/shared/example.com/heatmap?${days}`);
  const replies = await Promise.all(Array.from({ length: 20 }, () => own("&metric=visitors")));
  const texts = await Promise.all([viewed, ...replies].map((reply) => reply.text()));

  expect(new Set(texts).size).toBe(1);
  expect(JSON.parse(texts[0] ?? "").data.at(-1)).toEqual({ weekday: 7, hour: 23, count: 5 });
  expect(counted).toBe(1);
  await own("&metric=pageviews");
  expect(counted).toBe(2);
});

test("with no-cache each query is counted anew, for viewers, too", async () => {
  const { counted, own, shared } = await open();
  for (const value of ["no-cache", "max-age=0, No-Cache", "no-cache, no-transform"]) {
    const before = counted.browsers;
    expect((await own({ "cache-control": value })).status).toBe(200);
    expect(counted.browsers).toBe(before + 1);
  }
  await shared({ "cache-control": "no-cache" });
  expect(counted.browsers).toBe(4);
  for (const value of ["max-age=0", "no-cache-please", "private"]) {
    await own({ "cache-control": value });
  }
  expect(counted.browsers).toBe(4);
});

test("a tag is compared with the answer that there is", async () => {
  const { counted, own } = await open();
  const tag = (await own()).headers.get("etag") ?? "";
  const before = counted.browsers;
  // `fetch` adds `Cache-Control: no-cache`.
  const again = await own({ "if-none-match": tag });

  expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, tag, ""]);
  expect(counted.browsers).toBe(before);
});
