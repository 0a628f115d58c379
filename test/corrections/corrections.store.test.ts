import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";

import { statement } from "../../src/clickhouse/sql.ts";
import { eventually } from "../helpers/eventually.ts";
import { chrome, selectRows } from "../helpers/footfall.ts";
import { exportOf, importText, undo } from "../helpers/imports.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";
import { correct, pagesOf } from "./correcting.ts";

const footfall = openFootfall(shareFootfall);
const range = { from: "2025-06-01", to: "2025-06-30" };
const deletion = { kind: "delete", filters: { page: ["/wp-login.php"] }, ...range };
let id: number;
let url: string;
beforeAll(async () => {
  ({ id } = await footfall.storeWith([{ at: "10:00:00" }]));
  url = `/api/v1/websites/${id}/corrections`;
});

test("events on a page are deleted, engagement included, and no others", async () => {
  const website = await footfall.storeWith([
    { at: "10:00:00", page: "/wp-login.php" },
    { at: "10:00:05", page: "/wp-login.php", name: "engagement", e: 4_000 },
    { at: "10:01:00", page: "/", who: 2 },
    { at: "10:02:00", page: "/wp-login.php?x", who: 2 },
  ]);
  const other = await footfall.storeWith([{ at: "10:00:00", page: "/wp-login.php" }]);
  await footfall.server.rollUp();
  expect(await correct(footfall, website.id, deletion)).toMatchObject({
    kind: "delete",
    status: "done",
    filters: null,
    months: [{ month: "2025-06", events: 2, done: true }],
    result: { events: 2, visitor_days: 1, days: 1, pageviews: { before: 3, after: 2 }, pairs: [] },
  });
  expect(await pagesOf(footfall, website.id, range)).toEqual({ "/": 1, "/wp-login.php?x": 1 });
  expect(await pagesOf(footfall, other.id, range)).toEqual({ "/wp-login.php": 1 });
  const stored = await selectRows(
    footfall,
    `SELECT page FROM events WHERE website_id = ${website.id} SETTINGS apply_mutations_on_fly = 0`,
  );
  expect(stored).toHaveLength(2);
});

test.each([
  [{ ...deletion, rules: [] }, "rules", "is no field of a correction of the kind delete"],
  [{ ...deletion, filters: { entry_page: ["/"] } }, "filters.entry_page", /visitor_day/],
  [{ ...deletion, filters: { colour: ["red"] } }, "filters.colour", /is not a filter/],
  [{ ...deletion, filters: undefined }, "filters", "is required"],
  [{ ...deletion, from: "2025-07-01" }, "from", "must not be after to"],
  [{ kind: "redact", what: "city", key: "a", ...range }, "key", "is for props alone"],
  [{ kind: "redact", what: "visitor", ...range }, "what", /must be one of props/],
  [{ kind: "pages", rules: [], ...range }, "rules", "must have at least one rule"],
  [
    {
      kind: "pages",
      rules: [
        { match: "/a", page: "/b" },
        { match: "/b", page: "/c" },
      ],
      ...range,
    },
    "rules.0.page",
    "is itself given another name by the rules",
  ],
])("a body that cannot be is refused: %j", async (body, field, sentence) => {
  const reply = await footfall.request(url, { body });
  expect(reply.status, reply.text).toBe(422);
  expect(reply.json.errors[field]).toEqual([
    typeof sentence === "string" ? sentence : expect.stringMatching(sentence),
  ]);
});

test("days without events of their own are refused", async () => {
  await footfall.server.store.db.run(
    statement(
      `INSERT INTO archived_rollups (website_id, date, rollup_id, events, gone) VALUES (${id}, '2025-05-31', generateUUIDv4(), 5, 1)`,
    ),
  );
  for (const dry of [0, 1]) {
    const body = { ...deletion, from: "2025-05-01", dry_run: dry };
    const reply = await footfall.request(url, { body });
    expect(reply.json.errors.from).toEqual([expect.stringMatching(/totals and no events/)]);
  }
});

test("a key that may write may not correct", async () => {
  const { json } = await footfall.request("/api/v1/keys", {
    body: { name: "writer", may: ["write"], websites: "all" },
  });
  const reply = await footfall.request(url, { body: deletion, key: json.data.key });
  expect([reply.status, reply.json.code]).toEqual([403, "FORBIDDEN"]);
  await footfall.request(`/api/v1/keys/${json.data.id}`, { method: "DELETE" });
});

test("a correction that is over cannot be cancelled, and the list has the newest first", async () => {
  const first = await correct(footfall, id, deletion);
  const second = await correct(footfall, id, deletion);
  const reply = await footfall.request(`${url}/${second.id}`, { method: "DELETE" });
  expect([reply.status, reply.json.code]).toEqual([409, "CORRECTION_RUNNING"]);
  const { json } = await footfall.request(url);
  expect(json.data.map((each: { id: number }) => each.id)).toEqual([second.id, first.id]);
  const dry = await footfall.request(url, { body: { ...deletion, dry_run: 1 } });
  expect(dry.status).toBe(200);
  expect((await footfall.request(url)).json.meta.total).toBe(2);
});

test("an import that is undone after a correction takes its events away", async () => {
  const { id: own } = await footfall.store("undone.example");
  const imported = await importText(
    footfall.url,
    own,
    exportOf("2025-06-03", 3, { page: "/x/1", hostname: "undone.example" }),
  );
  await footfall.send({ id: own, domain: "undone.example" }, [{ at: "10:00:00", page: "/x/2" }]);
  const rules = [{ match: "/x/*", page: "/x/:id" }];
  const done = await correct(footfall, own, { kind: "pages", rules, ...range });
  expect(done.result).toMatchObject({ events: 4, pageviews: { before: 4, after: 4 } });
  await undo(footfall.url, own, imported.id);
  expect(await pagesOf(footfall, own, range)).toEqual({ "/x/:id": 1 });
});

test("a request that comes again does not bring back what was deleted", async () => {
  const { id: own, domain } = await footfall.store("repeated.example");
  const headers = { "idempotency-key": randomUUID() };
  const body = [{ url: `https://${domain}/wp-login.php`, timestamp: "2025-06-02T10:00:00Z" }];
  const send = () => footfall.request(`/api/v1/websites/${own}/events`, { body, headers });
  expect((await send()).json).toEqual({ accepted: 1, dropped: {} });
  await correct(footfall, own, deletion);
  expect((await send()).json).toEqual({ accepted: 1, dropped: {} });
  expect(await pagesOf(footfall, own, range)).toEqual({});
});

test("the visitor of today is found by address and browser, and goes", async () => {
  const { id: own, domain } = await footfall.store("visitor.example");
  const today = new Date().toISOString();
  const of = (ip: string) => ({
    url: `https://${domain}/`,
    timestamp: today,
    ip,
    user_agent: chrome,
  });
  await footfall.bulk(own, [of("192.0.2.1"), of("192.0.2.1"), of("192.0.2.2")]);
  await footfall.server.shipped();
  const path = `/api/v1/websites/${own}/corrections/visitor`;
  const body = { ip: "192.0.2.1", user_agent: chrome };
  const dry = await footfall.request(path, { body: { ...body, dry_run: 1 } });
  expect(dry.json.data).toMatchObject({ events: 2, visitor_days: 1 });
  const begun = await footfall.request(path, { body });
  expect([begun.status, begun.json.data.result.events]).toEqual([202, 2]);
  await eventually(async () => {
    const rows = await selectRows(footfall, `SELECT 1 FROM events WHERE website_id = ${own}`);
    expect(rows).toHaveLength(1);
  });
});
