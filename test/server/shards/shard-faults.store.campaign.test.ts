import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

import { localDay } from "../../../src/base/calendar.ts";
import type { Salt } from "../../../src/collect/salts.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { newDatabase } from "../../helpers/footfalls.ts";
import { startProxy } from "./switchable-proxy.ts";
import {
  countOf,
  dataDirectory,
  day,
  eventsAt,
  pageViews,
  start,
  twoShards,
} from "./two-shards.ts";

afterAll(stopAll);

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
  const copy = JSON.parse(await readFile(join(DATA_DIR, "websites-and-salts"), "utf8"));
  const days = copy.salts.map((salt: Salt) => salt.day);
  const today = localDay("UTC", Date.now());
  expect(days).toEqual(expect.arrayContaining([today, today + 1, today + 2]));
  const { id } = await before.store("two.example", { shard: "2" });
  await before.bulk(id, pageViews("two.example", 2));
  await before.server.shipped();
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
