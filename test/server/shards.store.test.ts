import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

import { StartRefused } from "../../src/errors.ts";
import { ClickHouse } from "../../src/store/clickhouse.ts";
import { sql } from "../../src/store/sql.ts";
import {
  chrome,
  cleanUp,
  eventually,
  startFootfall,
  stopAll,
  type TestFootfall,
} from "../helpers/footfall.ts";
import { newDatabase } from "../helpers/footfalls.ts";
import { type SwitchableProxy, startProxy } from "../helpers/switchable-proxy.ts";

const day = "2025-03-10";
afterAll(stopAll);

/** Two databases of one server are two shards. The second one is reached by way of a proxy. */
async function twoShards(): Promise<{ urls: [string, string]; second: SwitchableProxy }> {
  const [one, two] = [await newDatabase(), await newDatabase()];
  const second = await startProxy(two);
  return { urls: [one, second.url], second };
}

async function dataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "footfall-shards-"));
  cleanUp(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

function start(urls: readonly string[], env: Record<string, string> = {}): Promise<TestFootfall> {
  return startFootfall({ CLICKHOUSE_URL: urls.join(" "), ...env });
}

async function databaseAt(url: string): Promise<ClickHouse> {
  const db = new ClickHouse();
  await db.use(url);
  cleanUp(() => db.use(undefined));
  return db;
}

async function eventsAt(url: string): Promise<number> {
  const db = await databaseAt(url);
  const [row] = await db.rows<{ count: number }>(sql`SELECT count() AS count FROM events`);
  return row?.count ?? 0;
}

function pageViews(domain: string, count: number): object[] {
  const event = { name: "pageview", user_agent: chrome, timestamp: `${day}T12:00:00Z` };
  return Array.from({ length: count }, (_, i) => ({
    ...event,
    url: `https://${domain}/${i}`,
    ip: `198.51.100.${i}`,
  }));
}

async function countOf(footfall: TestFootfall, id: number): Promise<number> {
  const { json } = await footfall.stats(id, { name: "pageview", from: day, to: day });
  return json.meta.count;
}

test("a website's events are on its shard alone, and its statistics come from there", async () => {
  const { urls } = await twoShards();
  const footfall = await start(urls);
  const one = await footfall.store("one.example", { shard: "1" });
  const two = await footfall.store("two.example", { shard: "2" });
  expect((await footfall.bulk(one.id, pageViews("one.example", 3))).status).toBe(202);
  expect((await footfall.bulk(two.id, pageViews("two.example", 5))).status).toBe(202);

  expect(await countOf(footfall, one.id)).toBe(3);
  expect(await countOf(footfall, two.id)).toBe(5);
  expect(await Promise.all(urls.map(eventsAt))).toEqual([3, 5]);

  await footfall.server.rollUp();
  const rolledUp = await Promise.all(
    urls.map(async (url) =>
      (await databaseAt(url)).rows(sql`SELECT DISTINCT website_id AS id FROM rollup_days`),
    ),
  );
  expect(rolledUp).toEqual([[{ id: one.id }], [{ id: two.id }]]);
  expect(await countOf(footfall, two.id)).toBe(5);
});

test("a new website gets the shard with the fewest events, and of several the fewest websites", async () => {
  const { urls } = await twoShards();
  const footfall = await start(urls);
  const create = async (domain: string, fields: object = {}) =>
    (await footfall.request("/api/v1/websites", { body: { domain, ...fields } })).json.data;

  const first = await create("a.example");
  expect([first.shard, (await create("b.example")).shard]).toEqual(["1", "2"]);
  await footfall.bulk(first.id, pageViews("a.example", 2));
  await footfall.server.shipped();
  expect((await create("c.example")).shard).toBe("2");
  expect((await create("d.example")).shard).toBe("2");
  expect((await create("e.example", { shard: "1" })).shard).toBe("1");
});

test("an unknown shard is 422, and so is a shard in an update", async () => {
  const { urls } = await twoShards();
  const footfall = await start(urls);
  const { id } = await footfall.store("a.example");

  const unknown = await footfall.request("/api/v1/websites", {
    body: { domain: "b.example", shard: "3" },
  });
  expect([unknown.status, unknown.json.errors]).toEqual([422, { shard: ["must be one of 1, 2"] }]);
  const update = await footfall.request(`/api/v1/websites/${id}`, {
    method: "PATCH",
    body: { shard: "2" },
  });
  expect([update.status, Object.keys(update.json.errors)]).toEqual([422, ["shard"]]);
});

test("with one shard, records and health name none", async () => {
  const footfall = await start([await newDatabase()]);
  const record = await footfall.store("a.example");

  expect(record).not.toHaveProperty("shard");
  expect((await footfall.request("/health")).json).toEqual({ status: "ok" });
});

test.each(["die", "freeze"] as const)(
  "while a shard can only %s, its events wait, and the other websites go on",
  async (fault) => {
    const { urls, second } = await twoShards();
    const footfall = await start(urls);
    const one = await footfall.store("one.example", { shard: "1" });
    const two = await footfall.store("two.example", { shard: "2" });
    const track = (domain: string) =>
      footfall.track({ domain, name: "pageview", url: `https://${domain}/` });
    await footfall.bulk(one.id, pageViews("one.example", 1));
    await footfall.server.shipped();

    await second[fault]();
    const health = await eventually(async () => {
      const { status, json } = await footfall.request("/health");
      expect(json.status).toBe("degraded");
      return { status, json };
    });
    expect(health).toEqual({
      status: 200,
      json: {
        status: "degraded",
        shards: [
          { name: "1", status: "up" },
          { name: "2", status: "down" },
        ],
      },
    });
    expect((await track("one.example")).status).toBe(202);
    expect((await track("two.example")).status).toBe(202);
    await eventually(async () => {
      const { text } = await footfall.request("/metrics");
      expect(text).toContain('footfall_shard_up{shard="2"} 0');
      expect(text).toMatch(/footfall_shard_log_bytes\{shard="2"\} [1-9]/);
    });

    // Not `stats`, which waits until everything is shipped.
    const ask = (id: number) =>
      fetch(`${footfall.url}/api/v1/stats/${id}?name=pageview&from=${day}&to=${day}`, {
        headers: { authorization: "Bearer test-key-0123456789abcdef" },
      });
    expect((await ask(one.id)).status).toBe(200);
    const refused = await ask(two.id);
    expect([refused.status, refused.headers.has("retry-after")]).toEqual([503, true]);
    const keyed = await footfall.request(`/api/v1/websites/${two.id}/events`, {
      body: pageViews("two.example", 1),
      headers: { "idempotency-key": "1" },
    });
    expect([keyed.status, keyed.json.code]).toEqual([503, "STORE_UNAVAILABLE"]);
    expect((await footfall.bulk(two.id, pageViews("two.example", 2))).status).toBe(202);
    const named = await footfall.request("/api/v1/websites", {
      body: { domain: "three.example", shard: "2" },
    });
    expect(named.status).toBe(503);
    expect((await footfall.store("four.example")).id).toBeGreaterThan(0);

    await second.revive();
    expect(await countOf(footfall, two.id)).toBe(2);
    expect(await eventsAt(urls[1])).toBe(3);
  },
);

test("Footfall starts without a shard, and migrates it when it comes", async () => {
  const { urls, second } = await twoShards();
  await second.die();
  const footfall = await start(urls);
  const one = await footfall.store("one.example");
  expect(one).toMatchObject({ shard: "1" });

  await second.revive();
  const two = await eventually(() => footfall.store("two.example", { shard: "2" }));
  await footfall.bulk(two.id, pageViews("two.example", 4));
  expect(await countOf(footfall, two.id)).toBe(4);
});

test("without the first shard, a start uses the copy of websites and salts", async () => {
  const [one, two] = [await newDatabase(), await newDatabase()];
  const first = await startProxy(one);
  const DATA_DIR = await dataDirectory();
  const before = await start([first.url, two], { DATA_DIR });
  const { id } = await before.store("two.example", { shard: "2" });
  await before.bulk(id, pageViews("two.example", 2));
  await before.server.shipped();
  // The salts of today are made in the background.
  const view = { domain: "two.example", name: "pageview", url: "https://two.example/" };
  expect((await before.track(view)).status).toBe(202);
  await before.server.stop();

  await first.die();
  const footfall = await start([first.url, two], { DATA_DIR });
  expect((await footfall.track(view)).status).toBe(202);
  const stats = await fetch(
    `${footfall.url}/api/v1/stats/${id}?name=pageview&from=${day}&to=${day}`,
    { headers: { authorization: "Bearer test-key-0123456789abcdef" } },
  );
  expect(await stats.json()).toMatchObject({ meta: { count: 2 } });
  const change = await footfall.request(`/api/v1/websites/${id}`, {
    method: "PATCH",
    body: { email: 0, timezone: "Europe/Berlin" },
  });
  expect([change.status, change.json.code]).toEqual([503, "STORE_UNAVAILABLE"]);
  await first.revive();
});

test("without the first shard and without a copy, nothing is lost by a wrong 404", async () => {
  const first = await startProxy(await newDatabase());
  const second = await newDatabase();
  await first.die();
  const footfall = await start([first.url, second]);

  const view = { domain: "two.example", name: "pageview", url: "https://two.example/" };
  const answer = await footfall.track(view);
  expect([answer.status, answer.json.code]).toEqual([503, "STORE_UNAVAILABLE"]);
  await first.revive();
  await eventually(() => footfall.store("two.example"));
  expect((await footfall.track(view)).status).toBe(202);
});

test("a deleted website's events go from its shard, also when that was away", async () => {
  const { urls, second } = await twoShards();
  const footfall = await start(urls);
  const { id } = await footfall.store("two.example", { shard: "2" });
  await footfall.bulk(id, pageViews("two.example", 3));
  await footfall.server.shipped();
  await second.die();

  const deleted = await footfall.request(`/api/v1/websites/${id}`, { method: "DELETE" });
  expect(deleted.status).toBe(200);
  await second.revive();
  const again = await eventually(() => footfall.store("other.example", { shard: "2" }));
  await eventually(async () => {
    await footfall.request(`/api/v1/websites/${again.id}`, { method: "DELETE" });
    expect(await eventsAt(urls[1])).toBe(0);
  });
});

test("servers that are not the ones of before are refused in one line", async () => {
  const { urls } = await twoShards();
  const [one, two] = urls;
  const before = await start(urls);
  await before.store("two.example", { shard: "2" });
  await before.server.stop();
  const third = await newDatabase();

  await expect(start([two, one])).rejects.toThrow(StartRefused);
  await expect(start([two, one])).rejects.toThrow(/^CLICKHOUSE_URL: the first address must be/);
  await expect(start([one, third, two])).rejects.toThrow(
    /^CLICKHOUSE_URL: .* was shard 2 and is shard 3 now$/,
  );
  await expect(start([one])).rejects.toThrow(
    /^CLICKHOUSE_URL lacks shard 2, which has two\.example$/,
  );
  expect((await start([one, two, third])).url).toMatch(/^http/);
});
