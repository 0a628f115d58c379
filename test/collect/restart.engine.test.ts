import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { selectRows, startFootfall } from "../helpers/footfall.ts";
import { testServer } from "../helpers/test-server.ts";

test("a restart keeps websites, events and visitors", async () => {
  const directory = await mkdtemp(join(tmpdir(), "footfall-restart-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const server = testServer();
  const env = {
    DATA_DIR: directory,
    ...(server !== undefined && { CLICKHOUSE_URL: `${server}/restarted` }),
  };
  const first = await startFootfall(env);
  const { id, domain } = await first.store("again.example");
  const event = { domain, url: `https://${domain}/` };
  await first.track(event);
  // On a server, two processes may share the store; the embedded engine belongs to one process
  // alone.
  if (server === undefined) await first.server.stop();
  const second = await startFootfall(env);
  await second.track(event);

  const rows = await selectRows<{ visitor: string }>(
    second,
    `SELECT toString(visitor) AS visitor FROM events WHERE website_id = ${id}`,
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual(rows[1]);
});
