import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { Database } from "../../clickhouse/database.ts";
import {
  addHeartbeat,
  endHeartbeat,
  heartbeatEveryMs,
} from "../../clickhouse/shards/heartbeats.ts";
import type { StoredWebsites } from "../../websites/stored-websites.ts";
import { startBackgroundJobs } from "../parts/background-jobs.ts";
import type { CleanupStack } from "../parts/cleanup.ts";

/** A move waits for each change, without statistics of its website, so news are told at once. */
const lookEveryMs = 200;

/** Tells movers of websites which changes this instance has in force, see `src/move`. */
export function startHeartbeat(
  db: Database,
  websites: StoredWebsites,
  logger: Logger,
  cleanup: CleanupStack,
): void {
  const heartbeat = () => {
    return { role: "footfall", websiteId: 0, id, change: websites.lastChange } as const;
  };
  const id = randomUUID();
  let written = { change: 0, atMs: Number.NEGATIVE_INFINITY };
  const run = async () => {
    const atMs = performance.now();
    const isNews = websites.lastChange !== written.change;
    if (!isNews && atMs - written.atMs < heartbeatEveryMs) return;
    const current = heartbeat();
    await addHeartbeat(db, current);
    written = { change: current.change, atMs };
  };
  const job = { name: "say that this instance is there", everyMs: lookEveryMs, run };
  cleanup.push(
    () => endHeartbeat(db, heartbeat()).catch(() => {}),
    startBackgroundJobs([job], logger),
  );
}
