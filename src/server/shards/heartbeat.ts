import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { Database } from "../../clickhouse/database.ts";
import { addPresence, endPresence, presenceEveryMs } from "../../clickhouse/shards/heartbeats.ts";
import type { StoredWebsites } from "../../websites/stored-websites.ts";
import { startBackgroundJobs } from "../parts/background-jobs.ts";
import type { CleanupStack } from "../parts/cleanup.ts";

/** A move waits for each change, without statistics of its website, so news are told at once. */
const lookEveryMs = 200;

/** Tells movers of websites which changes this Footfall has in force, see `src/move`. */
export function startPresence(
  db: Database,
  websites: StoredWebsites,
  logger: Logger,
  cleanup: CleanupStack,
): void {
  const presence = () => {
    return { role: "footfall", websiteId: 0, id, change: websites.lastChange } as const;
  };
  const id = randomUUID();
  let written = { change: 0, atMs: Number.NEGATIVE_INFINITY };
  const run = async () => {
    const atMs = performance.now();
    const isNews = websites.lastChange !== written.change;
    if (!isNews && atMs - written.atMs < presenceEveryMs) return;
    const current = presence();
    await addPresence(db, current);
    written = { change: current.change, atMs };
  };
  const job = { name: "say that this Footfall is there", everyMs: lookEveryMs, run };
  cleanup.push(
    () => endPresence(db, presence()).catch(() => {}),
    startBackgroundJobs([job], logger),
  );
}
