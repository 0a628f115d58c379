import { expect, test } from "vitest";
import { statement } from "../../src/clickhouse/sql.ts";
import { rollupDefinition } from "../../src/rollups/rollup-sql.ts";
import { startFootfall } from "../helpers/footfall.ts";

test("a range of decades of roll-ups is answered", async () => {
  const footfall = await startFootfall();
  const { id } = await footfall.store("decades.example");
  const { db } = footfall.server.store;
  const [days, setting] = [3_500, "SETTINGS max_partitions_per_insert_block = 0"];
  const inserts = [
    `INSERT INTO events (website_id, date, time, name, page)
     SELECT ${id}, toDate('2015-01-01') + number, toDate('2015-01-01') + number, 'pageview', '/' FROM numbers(${days}) ${setting}`,
    `INSERT INTO rollup_days (website_id, date, rollup_id, definition, events, rolled_at, removals)
     SELECT website_id, date, generateUUIDv7(), ${rollupDefinition()}, 1, now64(3), 0 FROM events WHERE website_id = ${id} ${setting}`,
    `INSERT INTO rollup_values (website_id, dimension, date, value, visitors, pageviews, occurrences, rollup_id)
     SELECT website_id, 'page', date, '/', 1, 1, 0, rollup_id FROM rollup_days WHERE website_id = ${id} ${setting}`,
  ];
  for (const insert of inserts) await db.run(statement(insert));

  const query = { name: "page", from: "2015-01-01", to: "2100-01-01" };
  expect((await footfall.stats(id, query)).json.data).toMatchObject([
    { value: "/", count: days, visitors: days, pageviews: days },
  ]);
});
