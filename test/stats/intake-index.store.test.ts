import { beforeAll, expect, test } from "vitest";
import { sql, statement } from "../../src/clickhouse/sql.ts";
import { intakeSql } from "../../src/stats/intake.ts";
import { openFootfall } from "../helpers/open-footfall.ts";

const footfall = openFootfall();
beforeAll(async () => {
  for (const table of ["events (website_id, date)", "drops (website_id, date, reason, count)"]) {
    const more = table.startsWith("drops") ? ", 'bot', 1" : "";
    await footfall.server.store.db.run(
      statement(`INSERT INTO ${table}
         SELECT 1 + number % 3, toDate('2025-01-01') + intDiv(number, 3) % 365${more}
         FROM numbers(600000)`),
    );
  }
  // The embedded engine makes the projection with the first merge.
  await footfall.server.store.db.run(sql`OPTIMIZE TABLE events FINAL`);
});

test("the intake counts events by the projection and reads the drops of its days", async () => {
  const explained = intakeSql({ websiteId: 2, from: "2025-06-10", to: "2025-06-11" });
  const rows = await footfall.server.store.db.rows<{ explain: string }>(
    sql`EXPLAIN indexes = 1 ${explained}`,
  );
  const plan = rows.map(({ explain }) => explain).join("\n");

  expect(plan).toContain("events_per_day");
  expect(plan).toMatch(/drops[\s\S]*PrimaryKey\s+Keys:\s+website_id\s+date\s/);
  expect(plan).toMatch(/drops[\s\S]*Parts: 1\/12/);
});
