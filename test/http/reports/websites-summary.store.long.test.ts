import { beforeAll, expect, test } from "vitest";
import { bind, sql } from "../../../src/clickhouse/sql.ts";
import { insertArchivedSql } from "../../../src/rollups/archived-rollups.ts";
import { chrome } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { rollUp } from "../../helpers/roll-up.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const range = "from=2025-03-01&to=2025-03-02";
const domains = [
  "alone.example",
  "both.example",
  "counted.example",
  "empty.example",
  "gone.example",
];

const footfall = openFootfall(shareFootfall);
const ids = new Map<string, number>();
beforeAll(async () => {
  for (const [nth, domain] of domains.entries()) {
    const website = await footfall.store(domain);
    ids.set(domain, website.id);
    if (domain === "empty.example") continue;
    const views = Array.from({ length: 3 + nth }, (_, n) => ({
      at: `2025-03-0${1 + (n % 2)}T12:0${n}:00Z`,
      who: n % 2,
      page: `/${n}`,
    }));
    const read = { at: "2025-03-01T12:05:00Z", who: 0, page: "/0", e: 5_000, sd: 40 };
    await footfall.send(website, [...views, { ...read, name: "engagement" }]);
  }
  // Of two days, of one, and of none.
  await rollUp(footfall, ids.get("alone.example") ?? 0, ["2025-03-01", "2025-03-02"]);
  await rollUp(footfall, ids.get("both.example") ?? 0, ["2025-03-01"]);
  await archive(ids.get("gone.example") ?? 0, "2025-03-01");
});

/** Leaves a day as retention does: with the numbers of its roll-up, and without events. */
async function archive(websiteId: number, date: string): Promise<void> {
  await rollUp(footfall, websiteId, [date]);
  const { db } = footfall.server.store;
  const ofDay = sql`website_id = ${bind("UInt32", websiteId)} AND date = ${bind("Date", date)}`;
  // Footfall's own background job may have rolled the day up, too.
  const rollups = sql`
    SELECT website_id, date, rollup_id, events, 1 AS gone, 0 AS import_id
    FROM rollup_days
    WHERE ${ofDay}
    ORDER BY rolled_at DESC
    LIMIT 1`;
  await db.run(insertArchivedSql(rollups));
  await db.run(sql`ALTER TABLE events DELETE WHERE ${ofDay} SETTINGS mutations_sync = 1`);
}

async function ask(params: string) {
  return footfall.request(`/api/v1/websites/summary?${params}`);
}

interface Summary {
  readonly website_id: number;
  readonly domain: string;
  readonly visitors: number;
  readonly visits: number;
  readonly pageviews: number;
}

test("each website has what its own summary says, with and without a comparison", async () => {
  for (const compared of ["", "&compare=2025-02-28", "&imports=exclude"]) {
    const { status, json } = await ask(`${range}${compared}&sort_by=domain&sort=asc`);

    expect(status).toBe(200);
    expect(json.data.map(({ domain }: Summary) => domain)).toEqual(domains);
    for (const { website_id, domain, domain_unicode: _, ...numbers } of json.data) {
      expect(website_id).toBe(ids.get(domain));
      const own = await footfall.request(
        `/api/v1/websites/${website_id}/summary?${range}${compared}`,
      );
      const { from, to, ...expected } = own.json.data;
      expect({ domain, ...numbers }).toEqual({ domain, ...expected });
    }
  }
});

test("with interval=day each website has its days with visitors, oldest first", async () => {
  const { data } = (await ask(`${range}&interval=day&sort_by=domain&sort=asc`)).json;

  for (const { website_id, domain, days } of data) {
    const own = await footfall.stats(website_id, {
      name: "visitor",
      from: "2025-03-01",
      to: "2025-03-02",
      sort_by: "value",
      sort: "asc",
    });
    const expected = own.json.data.map(
      ({ value, visitors, visits, pageviews }: typeof own.json) => {
        return { value, visitors, visits, pageviews };
      },
    );
    expect({ domain, days }).toEqual({ domain, days: expected });
  }
});

test("the totals are those of all pages, of the websites that are searched for", async () => {
  const all = (await ask(`${range}&per_page=100`)).json;
  const sum = (name: "visitors" | "visits" | "pageviews") =>
    all.data.reduce((total: number, row: Summary) => total + row[name], 0);
  const totals = { visitors: sum("visitors"), visits: sum("visits"), pageviews: sum("pageviews") };

  expect(totals.pageviews).toBe(3 + 4 + 5 + 7);
  expect(all.meta.totals).toEqual(totals);
  expect((await ask(`${range}&page=2`)).json).toMatchObject({ data: [], meta: { totals } });
  const some = (await ask(`${range}&search=both`)).json;
  expect(some.data).toMatchObject([{ domain: "both.example", pageviews: 4 }]);
  expect(some.meta).toMatchObject({ total: 1, totals: { pageviews: 4 } });
  const none = (await ask(`${range}&favorite=1`)).json;
  expect(none).toMatchObject({ data: [], meta: { totals: { visitors: 0, pageviews: 0 } } });
});

test.each([
  ["from=2025-03-02&to=2025-03-01", ["from"]],
  ["to=2025-03-01", ["from"]],
  [`${range}&compare=2025-03-01`, ["compare"]],
  [`${range}&match=weekday`, ["match"]],
  [`${range}&sort_by=events`, ["sort_by"]],
  [`${range}&per_page=11`, ["per_page"]],
])("%s is refused", async (params, fields) => {
  const { status, json } = await ask(params);
  expect([status, Object.keys(json.errors)]).toEqual([422, fields]);
});

test("the websites come in the order of a number, or of their names", async () => {
  const orderBy = async (sort: string) => {
    const { status, json } = await ask(`${range}&${sort}&per_page=100`);
    expect(status).toBe(200);
    return json.data as readonly (Summary & { change?: { visitors: number | null } })[];
  };
  const byVisitors = await orderBy("sort_by=visitors&sort=desc");
  const numbers = byVisitors.map(({ visitors }) => visitors);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  expect(byVisitors.at(-1)?.domain).toBe("empty.example");

  const now = await footfall.bulk(ids.get("counted.example") ?? 0, [
    { ip: "192.0.2.9", user_agent: chrome, url: "https://counted.example/now" },
  ]);
  expect(now.status).toBe(202);
  await footfall.server.shipped();
  expect((await orderBy("sort_by=online&sort=desc"))[0]?.domain).toBe("counted.example");

  const byChange = await orderBy("sort_by=change&sort=desc");
  const changes = byChange.map(({ change }) => change?.visitors ?? Number.NEGATIVE_INFINITY);
  expect(changes).toEqual(changes.toSorted((a, b) => b - a));

  for (const domain of ["shop-10.example", "shop-2.example"]) await footfall.store(domain);
  const names = (await orderBy("sort_by=domain&sort=asc")).map(({ domain }) => domain);
  expect(names.indexOf("shop-2.example")).toBeLessThan(names.indexOf("shop-10.example"));
  expect((await ask(`${range}&sort_by=nothing`)).json.errors).toHaveProperty("sort_by");
});
