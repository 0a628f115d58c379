import { beforeAll, expect, test } from "vitest";
import type { Database } from "../../../src/clickhouse/database.ts";
import { statement } from "../../../src/clickhouse/sql.ts";
import { dimensionNames } from "../../../src/counting/dimensions.ts";
import type { Definitions } from "../../../src/definitions/stored-definitions.ts";
import { openDefinitions } from "../../../src/server/parts/open-services.ts";
import { eventually } from "../../helpers/eventually.ts";
import { begin, run, totalLines, totalsOf, websiteOf } from "../../helpers/import-world.ts";
import { undo } from "../../helpers/imports.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const days = ["2025-01-31", "2025-02-01"] as const;
const range = `from=${days[0]}&to=${days[1]}`;

const footfall = openFootfall();
let db: Database;
let definitions: Definitions;
let websites = 0;
beforeAll(async () => {
  db = footfall.server.store.db;
  definitions = openDefinitions(db, Date.now);
});

async function importTotals(id: number, pages: readonly string[]) {
  const website = websiteOf(id, `w${websites}.example`);
  const text = days.map((day) => totalsOf(day, pages)).join("");
  const input = { definitions, website, format: totalLines, text };
  const importId = await begin(input);
  return { importId, made: await run({ ...input, db }, importId) };
}

async function newWebsite(): Promise<number> {
  websites += 1;
  return (await footfall.store(`w${websites}.example`)).id;
}

async function ask(id: number, params = "", headers: Record<string, string> = {}) {
  const path = `/api/v1/stats/${id}?name=page&${range}${params}`;
  const { status, headers: own, text } = await footfall.request(path, { headers });
  if (status !== 200) throw new Error(text);
  const { data, meta } = text === "" ? { data: undefined, meta: undefined } : JSON.parse(text);
  const values = data?.map(({ value, count }: Record<string, unknown>) => [value, count]);
  return { status, tag: own.get("etag") ?? "", values, imports: meta?.imports };
}

test("totals count, can be left out, and leave nothing when they are undone", async () => {
  const id = await newWebsite();
  const empty = await ask(id);
  const { importId, made } = await importTotals(id, ["/old"]);
  expect(made).toMatchObject({ status: "done", days: { taken: 2 }, rows: { read: 2 } });
  const old = await ask(id);
  expect(old).toMatchObject({
    values: [["/old", 2]],
    imports: { days: 2, sums: ["page"], missing: ["city"] },
  });
  expect((await ask(id, "&imports=exclude")).values).toEqual([]);

  await undo(footfall.url, id, importId);
  expect(await ask(id)).toMatchObject({ values: [], imports: empty.imports });

  await importTotals(id, ["/new"]);
  const anew = await eventually(async () => {
    const answer = await ask(id, "", { "if-none-match": old.tag, "cache-control": "" });
    expect(answer).toMatchObject({ status: 200, values: [["/new", 2]] });
    return answer;
  });
  expect(anew.tag).not.toBe(old.tag);
});

test("values of totals without visits have null, and count for nothing beside events", async () => {
  const id = await newWebsite();
  await importTotals(id, ["/old"]);
  // As a file has them that tells nothing of visits.
  await db.run(
    statement(
      `INSERT INTO rollup_values (website_id, dimension, date, value, visitors, pageviews, occurrences, rollup_id)
       SELECT website_id, 'browser', date, 'Chrome', 2, 4, 0, rollup_id FROM archived_rollups WHERE website_id = ${id}`,
    ),
  );
  const asked = (from: string) => footfall.stats(id, { name: "browser", from, to: days[1] });
  const numbers = { visits: null, bounce_rate: null, visit_duration: null };
  expect((await asked(days[0])).json.data).toEqual([
    { value: "Chrome", count: 4, visitors: 4, pageviews: 8, ...numbers },
  ]);

  await db.run(
    statement(
      `INSERT INTO rollup_values (website_id, dimension, date, value, visitors, pageviews, occurrences, visits, bounces, visit_ms, rollup_id)
       SELECT website_id, 'browser', date, 'Chrome', 1, 1, 0, 2, 1, 9000, rollup_id FROM archived_rollups WHERE website_id = ${id} AND date = '${days[1]}'`,
    ),
  );
  expect((await asked("2025-01-30")).json.data).toEqual([
    {
      value: "Chrome",
      count: 5,
      visitors: 5,
      pageviews: 9,
      visits: 2,
      bounce_rate: 0.5,
      visit_duration: 4.5,
    },
  ]);
});

test("every report can leave totals out", async () => {
  const id = await newWebsite();
  await importTotals(id, ["/old"]);
  const stats = dimensionNames.map((name) => `/api/v1/stats/${id}?name=${name}&${range}`);
  const names = ["summary", "engagement", "revenue", "heatmap", "intake", "journeys"];
  const others = names.map((name) => `/api/v1/websites/${id}/${name}?name=page&${range}`);
  const wrong: string[] = [];
  for (const path of [...stats, ...others]) {
    const whole = await footfall.request(path);
    const without = await footfall.request(`${path}&imports=exclude`);
    if (![200, 422].includes(whole.status) || without.status !== 200) {
      wrong.push(`${path} ${whole.status} ${without.status} ${without.text.slice(0, 200)}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("days of totals are those of one import, and events collected later count beside", async () => {
  const id = await newWebsite();
  const { importId } = await importTotals(id, ["/old"]);
  const second = await importTotals(id, ["/other"]);
  expect(second.made).toMatchObject({
    status: "done",
    days: { taken: 0, left: 2, leftBecause: { imported: 2 } },
    rows: { read: 2, imported: 0, skipped: { day_left: 2 } },
  });
  const event = { name: "pageview", url: `https://w${websites}.example/beside` };
  await footfall.bulk(id, [{ ...event, ip: "198.51.100.1", timestamp: `${days[0]}T10:00:00Z` }]);
  await footfall.server.shipped();
  expect((await ask(id)).values).toEqual([
    ["/old", 2],
    ["/beside", 1],
  ]);
  footfall.clock.aheadMs += 11 * 60_000;
  await footfall.server.rollUp();
  expect((await ask(id, "&imports=exclude")).values).toEqual([["/beside", 1]]);
  await undo(footfall.url, id, second.importId);
  await undo(footfall.url, id, importId);
  expect((await ask(id)).values).toEqual([["/beside", 1]]);
  const third = await importTotals(id, ["/third"]);
  expect(third.made).toMatchObject({
    days: { taken: 1, left: 1, leftBecause: { collected: 1 } },
  });
  expect((await ask(id)).values).toEqual([
    ["/beside", 1],
    ["/third", 1],
  ]);
});
