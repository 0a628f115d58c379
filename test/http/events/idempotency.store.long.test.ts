import { beforeEach, expect, test } from "vitest";

import { statement } from "../../../src/clickhouse/sql.ts";
import { selectRows } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const footfall = openFootfall();
beforeEach(() => {
  footfall.clock.aheadMs = 0;
});

const hourMs = 60 * 60 * 1000;
let websites = 0;

async function storeOne(settings: object = {}) {
  websites += 1;
  const { id, domain } = await footfall.store(`key-${websites}.example`, settings);
  return { id, url: `https://${domain}/` };
}

function post(id: number, events: readonly object[], key: string) {
  return footfall.request(`/api/v1/websites/${id}/events`, {
    body: events,
    headers: { "idempotency-key": key },
  });
}

async function countOf(id: number): Promise<number> {
  return (await selectRows(footfall, `SELECT 1 FROM events WHERE website_id = ${id}`)).length;
}

test("the same key is counted once, and every answer is the first one", async () => {
  const { id, url } = await storeOne();
  const events = [{ url }, { url, user_agent: "" }];
  const replies = [
    await post(id, events, "a"),
    await post(id, events, "a"),
    await post(id, events, "a"),
  ];

  for (const reply of replies) {
    expect([reply.status, reply.json]).toEqual([202, { accepted: 1, dropped: { bot: 1 } }]);
  }
  expect(await countOf(id)).toBe(1);
});

test("the same key ten times at once is counted once", async () => {
  const { id, url } = await storeOne();
  const events = ["2026-01-10", "2026-02-10", "2026-03-10"].map((day) => ({
    url,
    timestamp: `${day}T00:00:00Z`,
  }));
  const replies = await Promise.all(Array.from({ length: 10 }, () => post(id, events, "a")));

  for (const reply of replies) {
    expect([reply.status, reply.json]).toEqual([202, { accepted: 3, dropped: {} }]);
  }
  expect(await countOf(id)).toBe(3);
});

test("ten keys at once are counted ten times", async () => {
  const { id, url } = await storeOne();
  await Promise.all(Array.from({ length: 10 }, (_, i) => post(id, [{ url }], `key ${i}`)));

  expect(await countOf(id)).toBe(10);
});

test("without a key every request is counted", async () => {
  const { id, url } = await storeOne();
  await footfall.bulk(id, [{ url }]);
  await footfall.bulk(id, [{ url }]);

  expect(await countOf(id)).toBe(2);
});

test("a key belongs to its website", async () => {
  const one = await storeOne();
  const other = await storeOne();
  await post(one.id, [{ url: one.url }], "shared");
  await post(other.id, [{ url: other.url }], "shared");

  expect([await countOf(one.id), await countOf(other.id)]).toEqual([1, 1]);
});

test("keys differ by case and by every character", async () => {
  const { id, url } = await storeOne();
  for (const key of ["a", "A", "a-", "a%"]) await post(id, [{ url }], key);

  expect(await countOf(id)).toBe(4);
});

test("a key is good for 24 hours, and then for another 24", async () => {
  const { id, url } = await storeOne();
  const counts: number[] = [];
  for (const hours of [0, 12, 23.99, 24.01, 36, 48, 48.02]) {
    footfall.clock.aheadMs = hours * hourMs;
    expect((await post(id, [{ url }], "a")).status).toBe(202);
    counts.push(await countOf(id));
  }

  expect(counts).toEqual([1, 1, 1, 2, 2, 2, 3]);
});

test("a request that was refused does not use up its key", async () => {
  const { id, url } = await storeOne();
  expect((await post(id, [{ url: "/a" }], "a")).status).toBe(422);
  expect((await post(id, [{ url }], "a")).json).toEqual({ accepted: 1, dropped: {} });
  expect(await countOf(id)).toBe(1);
});

test("another body under the same key is refused, and nothing of it is counted", async () => {
  const { id, url } = await storeOne();
  const [january, february] = ["2026-01-10T00:00:00Z", "2026-02-10T00:00:00Z"].map((timestamp) => ({
    url,
    timestamp,
  })) as [object, object];
  const bot = { ...january, user_agent: "" };
  const first = await post(id, [january], "a");
  for (const others of [[january, february], [february], [january, january], [bot], []]) {
    const { status, json } = await post(id, others, "a");
    expect([status, json.code, Object.keys(json.errors)]).toEqual([
      422,
      "VALIDATION",
      ["idempotency-key"],
    ]);
  }

  expect((await post(id, [january], "a")).json).toEqual(first.json);
  expect(await countOf(id)).toBe(1);
  expect((await post(id, [january, february], "b")).json.accepted).toBe(2);
  const intake = await footfall.request(
    `/api/v1/websites/${id}/intake?from=2026-01-10&to=2026-01-10`,
  );
  expect(intake.json.data[0].dropped.bot).toBe(0);
});

test("the body is compared as it was sent, in either format", async () => {
  const { id, url } = await storeOne();
  const send = (body: string, type: string, key: string) =>
    footfall.request(`/api/v1/websites/${id}/events`, {
      body,
      headers: { "content-type": type, "idempotency-key": key },
    });
  const line = JSON.stringify({ url });
  const [json, ndjson] = ["application/json", "application/x-ndjson"];
  const statuses = [
    await send(`[${line}]`, json, "a"),
    await send(`[${line}]`, json, "a"),
    await send(`[${line} ]`, json, "a"),
    await send(line, ndjson, "a"),
    await send(line, ndjson, "b"),
    await send(line, ndjson, "b"),
    await send(`${line}\n`, ndjson, "b"),
  ].map(({ status }) => status);

  expect(statuses).toEqual([202, 202, 422, 422, 202, 202, 422]);
  expect(await countOf(id)).toBe(2);
});

test("of two bodies at once under the same key one is counted, and the other refused", async () => {
  const { id, url } = await storeOne();
  const bodies = Array.from({ length: 6 }, (_, n) => Array(n + 1).fill({ url }));
  const replies = await Promise.all(bodies.map((events) => post(id, events, "a")));

  const taken = replies.filter(({ status }) => status === 202);
  expect(replies.map(({ status }) => status).sort()).toEqual([202, ...Array(5).fill(422)]);
  expect(await countOf(id)).toBe(taken[0]?.json.accepted);
});

test("the record of an earlier version, which has no digest, still stands for its key", async () => {
  const { id, url } = await storeOne();
  await post(id, [{ url }], "a");
  const { db } = footfall.server.store;
  const [{ outcome = "" } = {}] = await selectRows<{ outcome: string }>(
    footfall,
    `SELECT outcome FROM idempotency_records WHERE website_id = ${id}`,
  );
  const { digest, ...earlier } = JSON.parse(outcome);
  expect(digest).toMatch(/^[\w-]{43}$/);
  await db.run(
    statement(`ALTER TABLE idempotency_records UPDATE outcome = '${JSON.stringify(earlier)}' WHERE website_id = ${id}
       SETTINGS mutations_sync = 1`),
  );

  const again = await post(id, [{ url }, { url }], "a");
  expect([again.status, again.json]).toEqual([202, { accepted: 1, dropped: {} }]);
  expect(await countOf(id)).toBe(1);
});

test("what was dropped stays dropped when the settings change before it is sent again", async () => {
  const { id, url } = await storeOne();
  const events = [{ url, user_agent: "curl/8.5.0" }];
  const first = await post(id, events, "a");
  await footfall.request(`/api/v1/websites/${id}`, { method: "PATCH", body: { exclude_bots: 0 } });
  const second = await post(id, events, "a");

  expect([first.json, second.json]).toEqual(Array(2).fill({ accepted: 0, dropped: { bot: 1 } }));
  expect(await countOf(id)).toBe(0);
});

test("a change of the time zone does not make another month of what is sent again", async () => {
  const { id, url } = await storeOne();
  const events = [{ url, timestamp: "2026-01-31T23:00:00Z" }];
  await post(id, events, "a");
  await footfall.request(`/api/v1/websites/${id}`, {
    method: "PATCH",
    body: { timezone: "Asia/Kolkata" },
  });
  await post(id, events, "a");

  expect(await countOf(id)).toBe(1);
});

test("events without a time stamp stay at the time of the first request", async () => {
  const { id, url } = await storeOne();
  await post(id, [{ url }], "a");
  footfall.clock.aheadMs = 20 * hourMs;
  await post(id, [{ url }], "a");

  expect(await countOf(id)).toBe(1);
});

test.each([
  ["of 255 characters", "x".repeat(255), 202],
  ["of 256 characters", "x".repeat(256), 422],
  ["of blanks", "  ", 422],
])("a key %s", async (_what, key, status) => {
  const { id, url } = await storeOne();
  const reply = await post(id, [{ url }], key);

  expect(reply.status).toBe(status);
  if (status === 422) expect(Object.keys(reply.json.errors)).toEqual(["idempotency-key"]);
});
