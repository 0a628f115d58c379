import type { FastifyBaseLogger as Logger } from "fastify";

import type { StoredWebsites } from "../../websites/stored-websites.ts";
import { startBackgroundJobs } from "../parts/background-jobs.ts";
import type { CleanupStack } from "../parts/cleanup.ts";
import { openDefinitions } from "../parts/open-services.ts";
import type { PrimaryShard } from "../shards/primary-shard.ts";
import type { Shards } from "../shards/shards.ts";
import { Corrections, type CorrectionsOptions } from "./corrections.ts";

/** The corrections of all shards, which wait until the processes that collect have begun. */
export interface LaterCorrections {
  /** Has corrections run that the records ask for, soon. */
  look(): void;
  /** Starts them. What was cut off goes on at once. */
  start(shipped: CorrectionsOptions["shipped"], forgotten: CorrectionsOptions["forgotten"]): void;
}

export function openCorrections(
  options: Pick<CorrectionsOptions, "now"> & {
    readonly websites: StoredWebsites;
    readonly shards: Shards<PrimaryShard>;
    readonly logger: Logger;
  },
  cleanup: CleanupStack,
): LaterCorrections {
  const { shards, websites, logger, now } = options;
  let corrections: Corrections | undefined;
  return {
    look: () => corrections?.look(),
    start(shipped, forgotten) {
      const started = new Corrections({
        stores: shards.all.map(({ name, db }) => {
          return { name, key: shards.keyOf(name), db, definitions: openDefinitions(db, now) };
        }),
        first: shards.first.db,
        findWebsite: (id) => websites.all.find(id),
        shipped,
        forgotten,
        onChange: () => {
          for (const { rollUps } of shards.all) rollUps.rollUp().catch(() => {});
        },
        logger,
        now,
      });
      corrections = started;
      const job = { name: "run corrections", everyMs: 60_000, run: () => started.run() };
      cleanup.push(() => started.stop(), startBackgroundJobs([job], logger));
    },
  };
}
