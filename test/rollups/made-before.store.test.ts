import { expect, test } from "vitest";

import { sql, statement } from "../../src/clickhouse/sql.ts";
import { removeMadeBefore } from "../../src/rollups/superseded-rollups.ts";
import { markChanged } from "../../src/rollups/totals.ts";
import { eventually } from "../helpers/eventually.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);

test("what was made of a day before it changed goes, and what is being made of it since stays", async () => {
  const { db } = footfall.server.store;
  const { id } = await footfall.storeWith([{ at: "10:00:00" }]);
  await footfall.server.rollUp();
  const idsIn = async (table: string) => {
    const rows = await db.rows<{ id: string }>(
      statement(`SELECT DISTINCT toString(rollup_id) AS id FROM ${table} WHERE website_id = ${id}`),
    );
    return rows.map((row) => row.id);
  };
  const [old] = await idsIn("rollup_days");
  const days = ["2025-06-02"];
  // A roll-up that began less than a second before the mark may have read it.
  await eventually(async () => {
    const [row] = await db.rows<{ isOld: number }>(
      statement(`SELECT UUIDv7ToDateTime(toUUID('${old}')) < now64(3) - 2 AS isOld`),
    );
    expect(row?.isOld).toBe(1);
  });
  await markChanged(db, { websiteId: id, importId: 0 }, days);
  const [begun] = await db.rows<{ id: string }>(sql`SELECT generateUUIDv7() AS id`);
  await db.run(
    statement(
      `INSERT INTO visitor_days (website_id, date, rollup_id) VALUES (${id}, '2025-06-02', '${begun?.id}')`,
    ),
  );
  await removeMadeBefore(db, { websiteId: id, days });
  expect(await idsIn("visitor_days")).toEqual([begun?.id]);
  expect(await idsIn("rollup_values")).toEqual([]);
  expect(await idsIn("rollup_days")).toEqual([]);
});
