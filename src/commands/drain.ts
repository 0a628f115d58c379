import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { Config } from "../base/config.ts";
import { inDataDirectory } from "../base/data-directory.ts";
import { StartRefused } from "../base/errors.ts";
import { lockDirectory } from "../log/lock.ts";
import { listLogs } from "../log/log-directory.ts";
import type { OrphanedLogs } from "../log/orphaned-logs.ts";
import { disk } from "../log/synced-disk.ts";
import { CleanupStack } from "../server/parts/cleanup.ts";
import { listLogDirectories } from "../server/shards/shard-directory.ts";
import {
  openOrphanedLogs,
  openShardStores,
  type ShardStores,
} from "../server/shards/shard-stores.ts";

export const usage = "usage: footfall drain (with the settings of a Footfall that is stopped)";
/** The interval at which the command looks how far it is. */
const lookEveryMs = 1_000;

/**
 * Runs `footfall drain`: ships all that the event logs of `DATA_DIR` hold, so that the machine can
 * be removed. No Footfall may run there.
 */
export async function drain(
  config: Config,
  args: readonly string[],
  logger: Logger,
): Promise<number> {
  if (args.length > 0) throw new StartRefused(usage);
  const directory = resolve(config.DATA_DIR);
  return inDataDirectory(async () => {
    await readdir(directory);
    const release = await lockDirectory(directory);
    try {
      if (await hasLogs(directory)) await shipLogs(directory, config, logger);
      process.stdout.write("everything is shipped\n");
      return 0;
    } finally {
      await release();
    }
  });
}

/** Ships the logs with a store of its own. Throws `StartRefused` if the store takes nothing. */
async function shipLogs(directory: string, config: Config, logger: Logger): Promise<void> {
  const quiet = logger.child({}, { level: config.LOG_LEVEL === "silent" ? "silent" : "error" });
  const cleanup = new CleanupStack();
  try {
    const opened = await openInTime(directory, config, quiet, cleanup);
    const logs = await opened.stores.mapInTurn((_, name) =>
      openOrphanedLogs(name, opened, { directory, logger: quiet }),
    );
    cleanup.push(() => Promise.all(logs.all.map((some) => some.stop())));
    let isShipped = false;
    const shipped = Promise.all(logs.all.map((some) => some.shipped())).then(() => {
      isShipped = true;
    });
    const stallMs = config.stopSeconds * 1_000;
    let leastBytes = Number.POSITIVE_INFINITY;
    let progressMs = performance.now();
    while (!isShipped) {
      const bytes = await bytesOf(logs.all);
      if (bytes < leastBytes) progressMs = performance.now();
      leastBytes = bytes;
      const size = `${Math.ceil(bytes / 1_000).toLocaleString("en")} kB of events`;
      if (performance.now() - progressMs > stallMs) {
        throw new StartRefused(
          `the store takes no events; ${size} wait; run it again when the store is back`,
        );
      }
      process.stdout.write(`${size} left to ship\n`);
      await Promise.race([shipped, delay(lookEveryMs, undefined, { ref: false })]);
    }
  } finally {
    await cleanup.close();
  }
}

/** Resolves with the bytes that wait in the logs. */
async function bytesOf(all: readonly OrphanedLogs[]): Promise<number> {
  const backlogs = all.map((some) => some.backlog().catch(() => some));
  return (await Promise.all(backlogs)).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Opens the stores. Throws `StartRefused` if a server is silent for longer than a drain waits. */
async function openInTime(
  directory: string,
  config: Config,
  logger: Logger,
  cleanup: CleanupStack,
): Promise<ShardStores> {
  const opening = openShardStores({ config, directory, logger, now: Date.now }, cleanup);
  // The embedded engine has a limit of its own, as it reads its tables at the start.
  if (config.CLICKHOUSE_URL.length === 0) return opening;
  const late = delay(config.stopSeconds * 1_000, undefined, { ref: false });
  const opened = await Promise.race([opening, late]);
  if (opened !== undefined) return opened;
  opening.catch(() => {});
  throw new StartRefused("the store does not answer, so nothing was shipped");
}

async function hasLogs(dataDirectory: string): Promise<boolean> {
  for (const directory of await listLogDirectories(dataDirectory)) {
    if ((await listLogs({ fs: disk, directory })).length > 0) return true;
  }
  return false;
}
