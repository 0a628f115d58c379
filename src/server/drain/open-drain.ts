import type { FastifyBaseLogger as Logger } from "fastify";

import type { Config } from "../../base/config.ts";
import type { OrphanedLogs } from "../../log/orphaned-logs.ts";
import type { CleanupStack } from "../parts/cleanup.ts";
import { Drain, type Drainable } from "./drain.ts";
import { listenForDrains } from "./drain-socket.ts";

/** Lets commands drain a Footfall, whose processes that answer HTTP are those of `processes`. */
export async function openDrain(
  processes: Drainable,
  options: {
    readonly config: Config;
    readonly directory: string;
    readonly orphanedLogs: readonly OrphanedLogs[];
    readonly logger: Logger;
  },
  cleanup: CleanupStack,
): Promise<Drain> {
  const { config, directory, orphanedLogs, logger } = options;
  const drain = new Drain({
    drainable: withOrphanedLogs(processes, orphanedLogs),
    stallMs: config.STOP_SECONDS * 1_000,
    logger,
  });
  try {
    cleanup.push(await listenForDrains(directory, drain));
  } catch (error) {
    // Some file systems have no sockets. Only drains need one.
    logger.warn({ err: error }, "this Footfall cannot be drained while it runs");
  }
  return drain;
}

/** Adds the logs of processes that are gone. */
function withOrphanedLogs(processes: Drainable, all: readonly OrphanedLogs[]): Drainable {
  return {
    refuseEvents: (isRefusing) => processes.refuseEvents(isRefusing),
    async emptied() {
      // The log of a worker that ends meanwhile is an orphaned log before this resolves.
      await processes.emptied();
      await Promise.all(all.map((orphanedLogs) => orphanedLogs.shipped()));
    },
    async unshippedBytes() {
      return (await processes.unshippedBytes()) + (await bytesOf(all));
    },
  };
}

/** Resolves with the bytes that wait in orphaned logs. */
export async function bytesOf(all: readonly OrphanedLogs[]): Promise<number> {
  const backlogs = all.map((orphanedLogs) => orphanedLogs.backlog().catch(() => orphanedLogs));
  return (await Promise.all(backlogs)).reduce((sum, { bytes }) => sum + bytes, 0);
}
