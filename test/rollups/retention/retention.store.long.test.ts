import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { bind, sql, statement } from "../../../src/clickhouse/sql.ts";
import { dimensionNames } from "../../../src/counting/dimensions.ts";
import { batchIdOf } from "../../../src/events/batch-id.ts";
import { Importer } from "../../../src/import/access-log/importer.ts";
import { archiveBatches } from "../../../src/rollups/retention/due-months.ts";
import type { Retention } from "../../../src/rollups/retention/retention.ts";
import { removeSuperseded } from "../../../src/rollups/superseded-rollups.ts";
import {
  createProcessing,
  openIdempotencyRecords,
  openLookups,
  openSalts,
  openWebsites,
} from "../../../src/server/parts/open-services.ts";
import { goalsReport } from "../../../src/stats/goals.ts";
import { heatmapReport } from "../../../src/stats/heatmap.ts";
import { QueryScheduler } from "../../../src/stats/query-scheduler.ts";
import { revenueBreakdownReport } from "../../../src/stats/revenue-breakdown.ts";
import { Statistics } from "../../../src/stats/statistics.ts";
import { summary } from "../../../src/stats/summary.ts";
import { eventTable } from "../../../src/tables/event-table.ts";
import { temporaryDirectory } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { followLines } from "../../helpers/follow-lines.ts";
import { chrome, selectRows } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { silent } from "../../helpers/shipping.ts";
import { history, hourMs, range } from "./history.ts";

const footfall = openFootfall();
let id: number;
let retention: Retention;
const { answers, eventsLeft, leaving, now, open, read, retentionOf, rollUp, visit } =
  history(footfall);
beforeEach(async () => {
  id = await open();
  retention = retentionOf({ retentionDays: 31 });
});

test("a month stays until its last day is as old as it must be", async () => {
  const lastDay = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 10);
  await visit(`${lastDay.slice(0, 7)}-01`);
  await rollUp();
  const run = async (nowMs: number) => {
    await retentionOf({ retentionDays: 31, now: () => nowMs }).run();
    return Object.values(await eventsLeft());
  };
  const dueMs = Date.parse(lastDay) + 32 * 24 * hourMs;

  expect(await run(dueMs + 11 * hourMs)).toEqual([9]);
  expect(await run(dueMs + 13 * hourMs)).toEqual([]);
});

test("ranges over dropped and present days answer every name as before", async () => {
  for (const date of ["2025-01-31", "2025-02-01", "2025-02-28", "2025-03-01"]) await visit(date);
  await read("2025-02-01");
  const before = await answers(dimensionNames);
  await rollUp();
  const retentionDays = Math.floor((now() - Date.parse("2025-03-15")) / (24 * hourMs));

  await retentionOf({ retentionDays }).run();

  expect(await eventsLeft()).toEqual({ 202503: 9 });
  expect(await answers(dimensionNames)).toEqual(before);
  expect(await leaving()).toEqual([]);
  await footfall.server.rollUp();
});

test("a month stays while one of its days is not rolled up", async () => {
  await visit("2025-01-10");
  await visit("2025-02-10");
  await rollUp();
  await visit("2025-02-11");
  footfall.clock.aheadMs += 25 * hourMs;

  await retention.run();
  expect(await eventsLeft()).toEqual({ 202502: 18 });

  await rollUp();
  await retention.run();
  expect(await eventsLeft()).toEqual({});
});

test("a month stays while one of its days may get events of visitors with a salt", async () => {
  await visit("2025-01-10");
  await footfall.server.rollUp();

  await retention.run();

  expect(await eventsLeft()).toEqual({ 202501: 9 });
});

test("events that come for a dropped day are counted beside it, rolled up and dropped in their turn", async () => {
  await visit("2025-01-10");
  await rollUp();
  await retention.run();
  const count = async () => (await footfall.stats(id, { name: "visitor", ...range })).json.data;
  const intake = async () => {
    const query = "intake?from=2025-01-10&to=2025-01-10";
    return (await footfall.request(`/api/v1/websites/${id}/${query}`)).json.data[0].accepted;
  };
  const once = { value: "2025-01-10", count: 3, visitors: 3, pageviews: 6 };
  const twice = { value: "2025-01-10", count: 6, visitors: 6, pageviews: 12 };
  expect(await count()).toMatchObject([once]);

  await visit("2025-01-10");
  expect(await count()).toMatchObject([twice]);
  await rollUp();
  expect(await eventsLeft()).toEqual({ 202501: 9 });
  expect(await count()).toMatchObject([twice]);
  await retention.run();
  expect(await eventsLeft()).toEqual({});
  expect(await count()).toMatchObject([twice]);
  expect(await intake()).toBe(18);
});

test("a roll-up that stands for dropped events counts and stays, whatever version wrote it", async () => {
  await visit("2025-01-10");
  const before = await answers();
  await rollUp();
  await retention.run();
  const { db } = footfall.server.store;
  await db.run(
    statement(
      `ALTER TABLE rollup_days UPDATE definition = 1, rolled_at = rolled_at - INTERVAL 2 HOUR WHERE website_id = ${id} SETTINGS mutations_sync = 1`,
    ),
  );
  const visitorDays = () =>
    selectRows(footfall, `SELECT count() AS days FROM visitor_days WHERE website_id = ${id}`);
  expect(await visitorDays()).not.toEqual([{ days: 0 }]);
  await removeSuperseded(db);

  // Visitor days go with the events, and the numbers stay.
  expect(await visitorDays()).toEqual([{ days: 0 }]);
  expect(await answers()).toEqual(before);
  await visit("2025-01-10");
  await rollUp();
  await removeSuperseded(db);
  expect((await footfall.stats(id, { name: "visitor", ...range })).json.meta.count).toBe(6);
});

test("an imported access log is recognised after its events are gone", async () => {
  const { db } = footfall.server.store;
  const salts = openSalts(db, now);
  const processing = createProcessing(await openLookups({}), salts);
  const idempotencyRecords = openIdempotencyRecords(db, eventTable(db), now);
  const parts = { ...processing, salts, idempotencyRecords };
  const website = (await openWebsites(db, now)).all.find(id);
  if (website === undefined) throw new Error("the website is not there");
  const file = join(await temporaryDirectory(), "access.log");
  const line = (i: number) =>
    `8.8.8.${i} - - [17/Jan/2025:10:05:00 +0000] "GET /${i} HTTP/1.1" 200 12 "-" "${chrome}"`;
  await writeFile(file, `${Array.from({ length: 20 }, (_, i) => line(i)).join("\n")}\n`);
  const importFile = async () => {
    const importer = await Importer.open({ ...parts, website, now });
    await importer.importFiles([file]);
    return importer.counts;
  };
  expect(await importFile()).toMatchObject({ imported: 20 });
  await rollUp();
  await retention.run();
  expect(await eventsLeft()).toEqual({});

  expect(await importFile()).toMatchObject({ imported: 0, alreadyImported: 20 });

  expect((await footfall.stats(id, { name: "visitor", ...range })).json.meta.count).toBe(20);
});

test.each([
  ["", '{"batches":[{"table":"events","month":202501}]}'],
  [
    " with spaces and in another order",
    '{ "digest": "a", "batches": [{ "month" : 202412 }, { "month" : 202501, "table": "events" }] }',
  ],
])("the batch of an idempotency record is archived%s", async (_form, outcome) => {
  const { db } = footfall.server.store;
  const batch = randomUUID();
  const stored = batchIdOf(`${batch} events 202501`);
  await db.run(sql`
    INSERT INTO idempotency_records (website_id, key, batch, outcome, expires_at)
    SELECT 1, 'log:', ${bind("UUID", batch)}, ${bind("String", outcome)}, '2100-01-01 00:00:00'`);
  await db.run(sql`
    INSERT INTO events (website_id, date, batch) SELECT 1, '2025-01-10', ${bind("UUID", stored)}`);
  const isArchived = async () =>
    (await selectRows(footfall, `SELECT 1 FROM archived_batches WHERE batch = '${stored}'`)).length;

  await archiveBatches(db, "events", 202502);
  expect(await isArchived()).toBe(0);
  await archiveBatches(db, "events", 202501);
  expect(await isArchived()).toBe(1);
  await db.run(sql`ALTER TABLE events DELETE WHERE website_id = 1 SETTINGS mutations_sync = 1`);
});

test("reads leave with their month, and a request that brought some is still known", async () => {
  const body = ["2025-01-10", "2025-02-10"].map((day) => ({
    url: "https://example.com/",
    user_agent: "GPTBot/1.2",
    timestamp: `${day}T12:00:00Z`,
  }));
  const { domain } = (await footfall.request(`/api/v1/websites/${id}`)).json.data;
  for (const each of body) each.url = `https://${domain}/`;
  const headers = { "idempotency-key": randomUUID() };
  const send = () => footfall.request(`/api/v1/websites/${id}/reads`, { body, headers });
  expect((await send()).json.reads).toBe(2);
  const days = async () => {
    const path = `/api/v1/websites/${id}/reads?by=day&from=2025-01-01&to=2025-03-31&sort_by=value`;
    const { data } = (await footfall.request(path)).json;
    return data.map(({ value, reads }: { value: string; reads: number }) => `${value} ${reads}`);
  };
  expect(await days()).toEqual(["2025-02-10 1", "2025-01-10 1"]);
  const retentionDays = Math.floor((now() - Date.parse("2025-02-15")) / (24 * hourMs));

  await retentionOf({ retentionDays }).run();
  expect((await send()).json.reads).toBe(2);

  expect(await days()).toEqual(["2025-02-10 1"]);
});

test("a followed log stays known when the month of its last lines has left", async () => {
  const { domain } = (await footfall.request(`/api/v1/websites/${id}`)).json.data;
  const line = (day: string, agent: string) =>
    `192.0.2.1 - - [${day}/2025:12:00:00 +0000] "GET / HTTP/1.1" 200 9 "-" "${agent}"`;
  const lines = [line("10/Jan", chrome), line("10/Jan", "GPTBot/1.2"), line("10/Feb", chrome)];
  await followLines(footfall, domain, lines);
  await rollUp();
  const counts = async () => {
    const path = `/api/v1/websites/${id}/reads/summary?from=2025-01-01&to=2025-03-31`;
    return [await eventsLeft(), (await footfall.request(path)).json.data.reads];
  };
  expect(await counts()).toEqual([{ 202501: 1, 202502: 1 }, 1]);
  const retentionDays = Math.floor((now() - Date.parse("2025-02-15")) / (24 * hourMs));

  await retentionOf({ retentionDays }).run();
  // The part is sent again, as it is not settled.
  expect(await followLines(footfall, domain, lines)).toBe(3);
  expect(await counts()).toEqual([{ 202502: 1 }, 0]);
  expect(await followLines(footfall, domain, [...lines, line("11/Feb", chrome)])).toBeGreaterThan(
    0,
  );
  expect(await counts()).toEqual([{ 202502: 2 }, 0]);
});

test("deleting a website deletes the roll-ups that stand for its dropped events", async () => {
  await visit("2025-01-10");
  await rollUp();
  await retention.run();
  await footfall.request(`/api/v1/websites/${id}`, { method: "DELETE" });

  for (const table of ["archived_rollups", "rollup_days", "rollup_values"]) {
    await eventually(async () =>
      expect(
        await selectRows(footfall, `SELECT 1 FROM ${table} WHERE website_id = ${id} LIMIT 1`),
      ).toEqual([]),
    );
  }
});

test("queries of events name the first day that they can ask for", async () => {
  await visit("2025-01-10");
  await visit("2025-02-10");
  await rollUp();
  await retention.run();
  const scheduler = new QueryScheduler({ heavyMax: 1, timeMsMax: 30_000 }, silent);
  const statistics = new Statistics({ db: footfall.server.store.db, scheduler });
  const caller = { signal: new AbortController().signal, priority: "owner" } as const;
  const firefox = { dimension: "browser", wanted: [{ text: "Firefox", match: "is" }] } as const;
  const ask = (from: string, to: string) =>
    summary(
      statistics,
      { websiteId: id, from, to, filters: [{ ...firefox, unwanted: [] }] },
      caller,
    );

  const askRevenue = (from: string, to: string) =>
    statistics.report(
      revenueBreakdownReport,
      {
        websiteId: id,
        from,
        to,
        countsFrom: "events",
        filters: [],
        limit: 10,
        offset: 0,
        dimension: "source",
        touch: "last",
        search: "",
        sortBy: "amount",
        sort: "desc",
      },
      caller,
    );

  const askHours = (from: string, to: string) =>
    statistics.report(
      heatmapReport,
      {
        websiteId: id,
        from,
        to,
        countsFrom: "events",
        metric: "visitors",
        filters: [],
        clock: { timezone: "UTC" },
      },
      caller,
    );

  const goals = [{ name: "Read", type: "page", value: "/", props: {} }] as const;
  const askGoals = (from: string, to: string) =>
    statistics.report(
      goalsReport,
      { websiteId: id, from, to, countsFrom: "events", filters: [], goals },
      caller,
    );

  const earlier = { from: "2025-02-10", to: "2025-02-10" };
  const compared = { websiteId: id, from: "2025-03-01", to: "2025-03-01", earlier };
  const filters = [{ ...firefox, unwanted: [] }];
  await expect(summary(statistics, { ...compared, filters }, caller)).rejects.toMatchObject({
    fields: {
      from: [
        "must not be compared with days before 2025-02-11 for this query: earlier days have totals and no events",
      ],
    },
  });
  const { value } = await summary(statistics, { ...compared, filters: [] }, caller);
  expect(value.previous).toMatchObject({ ...earlier, visitors: 3 });
  for (const askAny of [ask, askHours, askRevenue, askGoals]) {
    await expect(askAny("2025-01-01", "2025-02-28")).rejects.toMatchObject({
      code: "VALIDATION",
      fields: {
        from: [
          "must not be before 2025-02-11 for this query: earlier days have totals and no events",
        ],
      },
    });
    await expect(askAny("2025-02-11", "2025-12-31")).resolves.toBeDefined();
  }
});
