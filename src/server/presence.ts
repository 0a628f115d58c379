import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { Database } from "../store/database.ts";
import { addPresence, endPresence, presenceEveryMs } from "../store/presences.ts";
import type { StoredWebsites } from "../websites/stored-websites.ts";
import { startBackgroundJobs } from "./background-jobs.ts";
import type { CleanupStack } from "./cleanup.ts";

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
  const run = () => addPresence(db, presence());
  const job = { name: "say that this Footfall is there", everyMs: presenceEveryMs, run };
  cleanup.push(
    () => endPresence(db, presence()).catch(() => {}),
    startBackgroundJobs([job], logger),
  );
}
