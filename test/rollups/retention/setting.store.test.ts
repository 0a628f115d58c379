import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { sql } from "../../../src/clickhouse/sql.ts";
import { eventually } from "../../helpers/eventually.ts";
import { selectRows, startFootfall } from "../../helpers/footfall.ts";
import { testServer } from "../../helpers/test-server.ts";

test("a Footfall that starts with RETENTION_DAYS drops older events by itself", async () => {
  const directory = await mkdtemp(join(tmpdir(), "footfall-retention-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const server = testServer();
  const env = {
    DATA_DIR: directory,
    ...(server !== undefined && { CLICKHOUSE_URL: `${server}/kept_days` }),
  };
  const first = await startFootfall(env);
  const { id, domain } = await first.store("old.example");
  for (const timestamp of ["2025-01-15T12:00:00Z", new Date().toISOString()]) {
    await first.bulk(id, [{ url: `https://${domain}/`, timestamp }]);
  }
  await first.server.shipped();
  await first.server.rollUp();
  // As a day later: no event of that day's visitors can come any more.
  await first.server.store.db.run(sql`TRUNCATE TABLE salts`);
  // On a server, two processes may share the store; the embedded engine belongs to one process
  // alone.
  if (server === undefined) await first.server.stop();

  const second = await startFootfall({ ...env, RETENTION_DAYS: "31" });

  const archived = `SELECT toString(date) AS date, events FROM archived_rollups WHERE website_id = ${id}`;
  await eventually(async () =>
    expect(await selectRows(second, archived)).toEqual([{ date: "2025-01-15", events: 1 }]),
  );
  const { json } = await second.stats(id, { name: "page", from: "2025-01-01", to: "2025-01-31" });
  expect(json.data).toMatchObject([{ value: "/", count: 1, visitors: 1, pageviews: 1 }]);
});
