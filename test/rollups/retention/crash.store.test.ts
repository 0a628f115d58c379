import { cp } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { OrphanedLogs } from "../../../src/log/orphaned-logs.ts";
import { disk } from "../../../src/log/synced-disk.ts";
import { Retention } from "../../../src/rollups/retention/retention.ts";
import { eventTable } from "../../../src/tables/event-table.ts";
import { stopAll, temporaryDirectory } from "../../helpers/clean-up.ts";
import { chrome, selectRows, startFootfall } from "../../helpers/footfall.ts";
import { silent } from "../../helpers/shipping.ts";

afterAll(stopAll);

test("events that were dropped do not come back from the log of a process that died", async () => {
  const directory = await temporaryDirectory();
  const footfall = await startFootfall({ DATA_DIR: directory });
  const { db } = footfall.server.store;
  const { id } = await footfall.store("retention-crash.example");
  const event = { name: "pageview", url: "https://retention-crash.example/", user_agent: chrome };
  const timestamp = "2025-01-10T12:00:00Z";
  const events = Array.from({ length: 10 }, () => ({ ...event, timestamp, ip: "8.8.8.8" }));
  expect((await footfall.bulk(id, events)).status).toBe(202);
  await footfall.server.shipped();
  await footfall.server.rollUp();
  // The salt of late events expires.
  footfall.clock.aheadMs += 25 * 60 * 60_000;
  const retention = new Retention({
    db,
    saltDb: db,
    retentionDays: 31,
    shipped: () => footfall.server.shipped(),
    logger: silent,
    now: () => Date.now() + footfall.clock.aheadMs,
    graceMs: 0,
  });
  const count = async () => ({
    events: await selectRows(
      footfall,
      `SELECT count() AS count FROM events WHERE website_id = ${id}`,
    ),
    pageviews: (
      await footfall.stats(id, { name: "pageview", from: "2025-01-01", to: "2025-01-31" })
    ).json.meta.count,
  });
  await retention.run();
  expect(await count()).toEqual({ events: [{ count: 0 }], pageviews: 10 });

  // Files that a kill leaves on the disk, and that the next start finds.
  const left = await temporaryDirectory();
  await cp(join(directory, "log"), join(left, "log"), { recursive: true });
  const store = eventTable(db);
  const next = await OrphanedLogs.open({ fs: disk, directory: left, store, logger: silent });
  await next.shipped();

  expect(await count()).toEqual({ events: [{ count: 0 }], pageviews: 10 });
});
