import { pino } from "pino";
import { expect, test } from "vitest";

import { dimensionNames } from "../../src/counting/dimensions.ts";
import {
  beginAttempt,
  readAttempts,
  saveOutcome,
} from "../../src/notifications/deliveries/attempts.ts";
import { reportMailKey } from "../../src/notifications/deliveries/delivery-key.ts";
import { byMail } from "../../src/notifications/deliveries/recipient.ts";
import { Retention } from "../../src/rollups/retention/retention.ts";
import { tablesOfWebsites } from "../../src/tables/purge.ts";
import { chrome, startFootfall, type TestFootfall } from "../helpers/footfall.ts";
import { makeShards, type TestShards } from "../helpers/shards.ts";

const hourMs = 3_600_000;
const range = { from: "2025-01-01", to: "2027-12-31" };

/** Starts a Footfall on two shards, with a website of many kinds of events on shard 1. */
async function startWithWebsite() {
  const shards = await makeShards();
  const footfall = await startFootfall(shards.env);
  const { id, domain } = await footfall.store("moved.example", { shard: "1" });
  return { shards, footfall, id, domain };
}

/** Sends some visitors on a day, one of them a bot, which is dropped. */
async function visit(footfall: TestFootfall, id: number, date: string, visitors = 4) {
  const events = Array.from({ length: visitors * 3 }, (_, i) => ({
    name: i % 3 === 2 ? "signup" : "pageview",
    url: `https://moved.example/${i % 5}?utm_source=s${i % 2}`,
    referrer: `https://www.${["google.com", "t.co", "news.example"][i % 3]}/`,
    timestamp: `${date}T12:00:0${i % 10}Z`,
    ip: `8.8.8.${i % visitors}`,
    user_agent: chrome,
    language: i % 2 === 0 ? "de" : "fr",
    screen: "1920x1080",
    props: { plan: `p${i % 3}` },
  }));
  const bot = { ...events[0], user_agent: "curl/8" };
  const reply = await footfall.bulk(id, [...events, bot]);
  expect(reply.json).toEqual({ accepted: visitors * 3, dropped: { bot: 1 } });
}

/** Resolves with the values of each dimension, the totals, and accepted and dropped events. */
async function answers(footfall: TestFootfall, id: number): Promise<unknown> {
  const all: unknown[] = [];
  for (const name of dimensionNames) {
    const reply = await footfall.stats(id, { name, ...range, per_page: "100" });
    expect(reply.status, reply.text).toBe(200);
    all.push([name, reply.json.data, reply.json.meta.total, reply.json.meta.count]);
  }
  const query = new URLSearchParams({ from: "2026-01-01", to: "2026-11-30" });
  for (const path of ["summary", "engagement", "revenue", "intake"]) {
    const reply = await footfall.request(`/api/v1/websites/${id}/${path}?${query}`);
    expect(reply.status, reply.text).toBe(200);
    all.push(reply.json.data);
  }
  return all;
}

/** Resolves with the tables of shard 1 and of shard 2 that have rows of the website. */
async function filledTables({ rows }: TestShards, id: number): Promise<string[][]> {
  const filled: [string[], string[]] = [[], []];
  for (const table of tablesOfWebsites) {
    const found = await rows(`SELECT 1 FROM ${table} WHERE website_id = ${id} LIMIT 1`);
    for (const [i, some] of found.entries()) if (some.length > 0) filled[i]?.push(table);
  }
  return filled.map((tables) => tables.sort());
}

test("a website moves with all that is stored of it, and back again", async () => {
  const { shards, footfall, id, domain } = await startWithWebsite();
  const other = await footfall.store("other.example", { shard: "1" });
  await footfall.bulk(other.id, [{ url: "https://other.example/" }]);
  for (const date of ["2026-01-10", "2026-01-11", "2026-03-31", "2026-04-01"]) {
    await visit(footfall, id, date);
  }
  const key = { "idempotency-key": "once" };
  const keyed = { body: [{ url: `https://${domain}/keyed`, timestamp: "2026-01-12T00:00:00Z" }] };
  const path = `/api/v1/websites/${id}/events`;
  expect((await footfall.request(path, { ...keyed, headers: key })).status).toBe(202);
  await footfall.server.shipped();
  await footfall.server.rollUp();
  const { path: goals, list: listGoals } = await saveGoals(footfall, id);
  await dropOldMonths(shards, footfall);
  await visit(footfall, id, "2026-01-10", 2);
  await visit(footfall, id, new Date().toISOString().slice(0, 10));
  await footfall.server.shipped();
  await sendReport(shards, id);
  const before = await answers(footfall, id);
  const goalsBefore = await listGoals();
  const stored = await contents(shards, id);
  const nothing = expect.objectContaining({ rows: 0 });
  for (const table of Object.keys(stored[0])) expect(stored[0][table], table).not.toEqual(nothing);

  expect(await shards.move(domain, "2")).toBe(0);
  expect(await answers(footfall, id)).toEqual(before);
  expect(await listGoals()).toEqual(goalsBefore);
  const [left, moved] = await contents(shards, id);
  expect([left, moved]).toEqual([stored[1], stored[0]]);
  expect((await filledTables(shards, other.id))[0]).toContain("events");

  // The same request again, which the record and the archived batch on the new shard answer.
  expect((await footfall.request(path, { ...keyed, headers: key })).status).toBe(202);
  await visit(footfall, id, "2026-03-31", 1);
  await footfall.request(`${goals}/1`, { method: "PATCH", body: { name: "Third name" } });
  const added = { name: "New", type: "page", value: "/new" };
  expect((await footfall.request(goals, { body: added })).json.data.id).toBe(4);
  const [during, goalsDuring] = [await answers(footfall, id), await listGoals()];
  expect(await shards.move(domain, "1")).toBe(0);
  expect(await answers(footfall, id)).toEqual(during);
  expect(await listGoals()).toEqual(goalsDuring);
  expect((await filledTables(shards, id))[1]).toEqual([]);
  await visit(footfall, id, "2026-03-30", 1);
  expect(await shards.move(domain, "2")).toBe(0);
  expect(await shards.move(domain, "2")).toBe(0);
  expect((await filledTables(shards, id))[0]).toEqual([]);
});

/** Saves goals, of which one is changed and the last one deleted. */
async function saveGoals(footfall: TestFootfall, id: number) {
  const path = `/api/v1/websites/${id}/goals`;
  for (const name of ["a", "b", "c"]) {
    await footfall.request(path, { body: { name, type: "event", value: "signup" } });
  }
  await footfall.request(`${path}/1`, { method: "PATCH", body: { name: "Second name" } });
  await footfall.request(`${path}/3`, { method: "DELETE" });
  const list = async () => {
    const reply = await footfall.request(path);
    expect(reply.status, reply.text).toBe(200);
    return reply.json.data;
  };
  return { path, list };
}

async function dropOldMonths({ dbs }: TestShards, footfall: TestFootfall): Promise<void> {
  const [db] = dbs;
  footfall.clock.aheadMs += 25 * hourMs;
  const retention = new Retention({
    db,
    saltDb: db,
    retentionDays: 200,
    graceMs: 0,
    shipped: () => footfall.server.shipped(),
    logger: pino({ level: "silent" }),
    now: () => Date.now() + footfall.clock.aheadMs,
  });
  await retention.run();
  footfall.clock.aheadMs = 0;
}

async function sendReport({ dbs: [db] }: TestShards, websiteId: number): Promise<void> {
  const report = reportMailKey(
    { websiteId, period: "week", from: "2026-11-09" },
    byMail("a@mail.test"),
  );
  const attempt = await beginAttempt(db, report, 1, Date.now());
  if (attempt === undefined) throw new Error("somebody else sends it");
  await saveOutcome(db, { ...attempt, status: "sent" });
  expect(await readAttempts(db, Date.parse("2026-11-01"))).toHaveLength(2);
}

type Contents = Record<string, unknown>;

/** Resolves with what each shard has of a website in the tables whose rows move. */
async function contents(shards: TestShards, id: number): Promise<[Contents, Contents]> {
  const all: [Contents, Contents] = [{}, {}];
  const newest = `SELECT kind, id, max(change) FROM definitions WHERE website_id = ${id} GROUP BY kind, id`;
  const isArchived = `rollup_id IN (SELECT rollup_id FROM archived_rollups WHERE website_id = ${id})`;
  for (const [table, condition] of [
    ["events", "true"],
    ["drops", "true"],
    ["archived_rollups", "true"],
    ["rollup_days", isArchived],
    ["rollup_values", isArchived],
    ["idempotency_records", "true"],
    ["deliveries", "true"],
    ["definitions", `(kind, id, change) IN (${newest})`],
  ] as const) {
    const found = await shards.rows<{ rows: number; hash: string }>(
      `SELECT count() AS rows, toString(sum(cityHash64(*))) AS hash FROM ${table} WHERE website_id = ${id} AND ${condition}`,
    );
    for (const [i, rows] of found.entries()) (all[i] ?? {})[table] = rows[0];
  }
  const batches = await shards.rows<{ rows: number }>(
    "SELECT uniqExact(batch) AS rows FROM archived_batches",
  );
  for (const [i, rows] of batches.entries()) (all[i] ?? {})["archived_batches"] = rows[0];
  return all;
}
