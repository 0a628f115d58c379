import { beforeAll, expect, test } from "vitest";
import { sql, statement } from "../../src/clickhouse/sql.ts";
import { dimensionNames } from "../../src/counting/dimensions.ts";
import { dayEventsSql } from "../../src/rollups/day-sql.ts";
import { breakdownListing } from "../../src/stats/breakdown.ts";
import { pageSql } from "../../src/stats/listing.ts";
import { openFootfall } from "../helpers/open-footfall.ts";

const footfall = openFootfall();
beforeAll(async () => {
  // 12 months of three websites, many granules each.
  await footfall.server.store.db.run(sql`INSERT INTO events (website_id, date, visitor, time, name, page)
       SELECT 1 + number % 3, toDate('2025-01-01') + intDiv(number, 3) % 365, number, 0, 'pageview', '/'
       FROM numbers(600000)`);
});

const query = {
  websiteId: 2,
  from: "2025-06-10",
  to: "2025-06-11",
  search: "a",
  sortBy: "count",
  sort: "desc",
  filters: [],
  limit: 10,
  offset: 0,
} as const;

test.each(dimensionNames)(
  "%s reads the website's days of one month, in order",
  async (dimension) => {
    const days = ["2025-06-10", "2025-06-11"].map((date) => ({
      date,
      events: 1,
      removals: 0,
      rollupId: undefined,
    }));
    const explained = pageSql(breakdownListing({ ...query, dimension }), days, query);
    const explain = async (kind: string): Promise<string> => {
      const rows = await footfall.server.store.db.rows<{ explain: string }>(
        sql`EXPLAIN ${statement(kind)} ${explained}`,
      );
      return rows.map((row) => row.explain).join("\n");
    };

    const indexes = await explain("indexes = 1");
    expect(indexes).toMatch(/Partition\n.*Keys:\s+toYYYYMM\(date\)/);
    expect(indexes).toMatch(/PrimaryKey\n.*Keys:\s+website_id\s+date\s/);
    const [, parts = "", allParts = ""] = /Parts: (\d+)\/(\d+)/.exec(indexes) ?? [];
    expect([Number(parts), Number(allParts)]).toEqual([1, 12]);
    const granules = [...indexes.matchAll(/Granules: (\d+)\/(\d+)/g)].at(-1) ?? [];
    expect(Number(granules[1])).toBeLessThan(Number(granules[2]));

    expect(await explain("PIPELINE")).toContain("AggregatingInOrder");
  },
);

test("the events of days are counted from the projection", async () => {
  const counted = dayEventsSql({ websiteId: 2, from: "2025-06-10", to: "2025-06-11" });
  const { db } = footfall.server.store;
  // The embedded engine makes the projection with the first merge.
  await db.run(sql`OPTIMIZE TABLE events FINAL`);
  const rows = await db.rows<{ explain: string }>(sql`EXPLAIN ${counted}`);

  expect(rows.map(({ explain }) => explain).join("\n")).toContain("events_per_day");
  expect(await db.rows(counted)).toMatchObject([
    { events: 548, rollupId: "" },
    { events: 548, rollupId: "" },
  ]);
});
