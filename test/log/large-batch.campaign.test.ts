import { expect, test } from "vitest";
import { statement } from "../../src/clickhouse/sql.ts";
import { eventTable } from "../../src/tables/event-table.ts";
import { cleanUp } from "../helpers/clean-up.ts";
import { pageRows } from "../helpers/shipping.ts";
import { TestStore } from "../helpers/test-store.ts";

test("a batch of more rows than ClickHouse's blocks is one part", async () => {
  const store = await TestStore.start();
  cleanUp(() => store.stop());
  const month = 202_501;
  const row = pageRows(["/one-part"], 20_100);
  const rowCount = 1_100_000;
  const rows = Buffer.alloc(row.length * rowCount, row);
  await eventTable(store.direct).insert({
    id: crypto.randomUUID(),
    table: "events",
    month,
    rows,
  });

  const parts = await store.direct.rows(
    statement(
      `SELECT rows, level FROM system.parts WHERE database = currentDatabase() AND table = 'events' AND partition = '${month}' AND active`,
    ),
  );
  expect(parts).toEqual([{ rows: rowCount, level: 0 }]);
});
