import { beforeAll, expect, test } from "vitest";
import { sql, statement } from "../../src/clickhouse/sql.ts";
import { liveSql } from "../../src/stats/live.ts";
import { openFootfall } from "../helpers/open-footfall.ts";

const day = "2025-05-05";

const footfall = openFootfall();
beforeAll(async () => {
  const { db } = footfall.server.store;
  const insert = (from: string) =>
    db.run(
      statement(`INSERT INTO events (website_id, date, visitor, time, name)
         SELECT 1 + number % 3, '${day}', cityHash64(number), toDateTime64('${from}', 3, 'UTC') + number % 600, 'pageview'
         FROM numbers(90000)`),
    );
  await insert(`${day} 10:00:00`);
  await db.run(sql`OPTIMIZE TABLE events FINAL`);
  await insert(`${day} 15:00:00`);
});

test("live reads the website's day, and no merged part of earlier hours", async () => {
  const nowMs = Date.parse(`${day}T15:10:00Z`);
  const explained = liveSql({ websiteId: 2, from: day, to: day, nowMs });
  const rows = await footfall.server.store.db.rows<{ explain: string }>(
    sql`EXPLAIN indexes = 1 ${explained}`,
  );
  const plan = rows.map(({ explain }) => explain).join("\n");

  expect(plan).toMatch(/Statistics\s+Keys:\s+[\s\S]*?time[\s\S]*?Parts: 1\/2/);
  const [, granules, all] =
    /PrimaryKey\s+Keys:\s+website_id\s+date\s[\s\S]*?Granules: (\d+)\/(\d+)/.exec(plan) ?? [];
  expect(Number(granules)).toBeLessThan(Number(all));
});
