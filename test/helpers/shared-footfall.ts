import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";

import { cleanUp } from "./clean-up.ts";
import { serveTest, type TestFootfall } from "./footfall.ts";
import { recordServerLog } from "./server-logs.ts";
import { testServer } from "./test-server.ts";

let log: ReturnType<typeof recordServerLog>;
let footfall: Promise<TestFootfall> | undefined;

/**
 * Resolves with the Footfall that all files of a worker share, as its start takes longer than most
 * of them. When a file ends, all websites are deleted. A file that looks at anything else, such as
 * people, metrics or the clock, needs `startFootfall`.
 */
export async function shareFootfall(): Promise<TestFootfall> {
  log = recordServerLog("the shared Footfall");
  footfall ??= serveShared();
  const { request } = await footfall;
  cleanUp(async () => {
    for (;;) {
      const { data } = (await request("/api/v1/websites?per_page=100")).json;
      if (data.length === 0) return;
      await Promise.all(
        data.map(({ id }: { id: number }) =>
          request(`/api/v1/websites/${id}`, { method: "DELETE" }),
        ),
      );
    }
  });
  return footfall;
}

/** It ends with the worker. Its directory and its database go with those of the tests' server. */
async function serveShared(): Promise<TestFootfall> {
  const directory = await mkdtemp(join(inject("testsDirectory"), "shared-"));
  const server = testServer();
  const store = server && { CLICKHOUSE_URL: `${server}/shared_${process.pid}` };
  return serveTest({ DATA_DIR: directory, ...store }, { write: (line) => log.write(line) });
}
