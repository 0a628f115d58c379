import { afterAll, beforeAll, expect, test } from "vitest";

import { StartRefused } from "../../../src/base/errors.ts";
import { bind, type Sql, sql } from "../../../src/clickhouse/sql.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import type { TestFootfall } from "../../helpers/footfall.ts";
import { newDatabase } from "../../helpers/footfalls.ts";
import { countOf, databaseAt, pageViews, start, twoShards } from "./two-shards.ts";

let urls: readonly string[];
let footfall: TestFootfall;
beforeAll(async () => {
  ({ urls } = await twoShards());
  footfall = await start(urls);
});
afterAll(stopAll);

test("a new website gets the shard with the fewest events, and of several the fewest websites", async () => {
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

test("a website's events are on its shard alone, and its statistics come from there", async () => {
  const one = await footfall.store("one.example", { shard: "1" });
  const two = await footfall.store("two.example", { shard: "2" });
  const rowsOf = (select: Sql) =>
    Promise.all(
      urls.map(async (url) =>
        (await databaseAt(url)).rows(sql`
          ${select}
          WHERE website_id IN ${bind("Array(UInt32)", [one.id, two.id])}
          GROUP BY id`),
      ),
    );
  expect((await footfall.bulk(one.id, pageViews("one.example", 3))).status).toBe(202);
  expect((await footfall.bulk(two.id, pageViews("two.example", 5))).status).toBe(202);

  expect(await countOf(footfall, one.id)).toBe(3);
  expect(await countOf(footfall, two.id)).toBe(5);
  expect(await rowsOf(sql`SELECT website_id AS id, count() AS events FROM events`)).toEqual([
    [{ id: one.id, events: 3 }],
    [{ id: two.id, events: 5 }],
  ]);

  await footfall.server.rollUp();
  expect(await rowsOf(sql`SELECT website_id AS id FROM rollup_days`)).toEqual([
    [{ id: one.id }],
    [{ id: two.id }],
  ]);
  expect(await countOf(footfall, two.id)).toBe(5);
});

test("an unknown shard is 422, and so is a shard in an update", async () => {
  const { id } = await footfall.store("update.example");

  const unknown = await footfall.request("/api/v1/websites", {
    body: { domain: "unknown.example", shard: "3" },
  });
  expect([unknown.status, unknown.json.errors]).toEqual([422, { shard: ["must be one of 1, 2"] }]);
  const update = await footfall.request(`/api/v1/websites/${id}`, {
    method: "PATCH",
    body: { shard: "2" },
  });
  expect([update.status, Object.keys(update.json.errors)]).toEqual([422, ["shard"]]);
});

test("with one shard, records and health name none", async () => {
  const alone = await start([await newDatabase()]);
  const record = await alone.store("a.example");

  expect(record).not.toHaveProperty("shard");
  expect((await alone.request("/health")).json).toEqual({ status: "ok" });
});

test("servers that are not the ones of before are refused in one line", async () => {
  const shards = await twoShards();
  const [one, two] = shards.urls;
  const before = await start(shards.urls);
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
