import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { clearLine, cursorTo } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { Config } from "../base/config.ts";
import { inDataDirectory } from "../base/data-directory.ts";
import { StartRefused } from "../base/errors.ts";
import { lockDirectory } from "../log/lock.ts";
import { listLogs } from "../log/log-directory.ts";
import { disk } from "../log/synced-disk.ts";
import { Drain, type DrainProgress } from "../server/drain/drain.ts";
import { joinDrain } from "../server/drain/drain-socket.ts";
import { bytesOf } from "../server/drain/open-drain.ts";
import { CleanupStack } from "../server/parts/cleanup.ts";
import { listShardDirectories, shardDirectory } from "../server/shards/shard-directory.ts";
import {
  openOrphanedLogs,
  openShardStores,
  type ShardStores,
} from "../server/shards/shard-stores.ts";

export const usage = "usage: footfall drain";
const pauseMs = 100;
/** Without a terminal, each progress is a line of its own: at most one in this time. */
const lineEveryMs = 1_000;

/**
 * Runs `footfall drain`: ships all that the event logs of `DATA_DIR` hold, so that the machine can
 * be removed. A Footfall that runs there refuses events meanwhile, and ends afterwards. Without
 * one, the command ships the logs itself.
 */
export async function drain(
  config: Config,
  args: readonly string[],
  logger: Logger,
): Promise<number> {
  if (args.length > 0) throw new StartRefused(usage);
  const directory = resolve(config.DATA_DIR);
  await inDataDirectory(() => readdir(directory));
  const display = new Display();
  try {
    return await inDataDirectory(() => drainDirectory(directory, config, { display, logger }));
  } finally {
    display.end();
  }
}

async function drainDirectory(
  directory: string,
  config: Config,
  tools: { display: Display; logger: Logger },
): Promise<number> {
  const deadlineMs = Date.now() + config.STOP_SECONDS * 1_000;
  for (;;) {
    let latest: DrainProgress | undefined;
    const hasJoined = await joinDrain(directory, (progress) => {
      latest = progress;
      tools.display.show(progress);
    });
    if (hasJoined) {
      checkOutcome(latest, "Footfall accepts events again");
      return expectNoLogs(directory);
    }
    const release = await lockOrPause(directory, deadlineMs);
    if (release === undefined) continue;
    try {
      if (await hasLogs(directory)) await shipLogs(directory, config, tools);
      return 0;
    } finally {
      await release();
    }
  }
}

/**
 * Locks the directory, and returns a function that unlocks it. While a Footfall has the lock, which
 * then starts or stops, it pauses instead, and throws `StartRefused` after the deadline.
 */
async function lockOrPause(
  directory: string,
  deadlineMs: number,
): Promise<(() => Promise<void>) | undefined> {
  try {
    return await lockDirectory(directory);
  } catch (error) {
    if (!(error instanceof StartRefused) || Date.now() > deadlineMs) throw error;
    await delay(pauseMs);
    return undefined;
  }
}

/** Ships the logs with a store of its own. Throws `StartRefused` if the store takes nothing. */
async function shipLogs(
  directory: string,
  config: Config,
  { display, logger }: { display: Display; logger: Logger },
): Promise<void> {
  const quiet = logger.child({}, { level: config.LOG_LEVEL === "silent" ? "silent" : "error" });
  const stallMs = config.STOP_SECONDS * 1_000;
  const cleanup = new CleanupStack();
  try {
    const opened = await openInTime(directory, config, quiet, cleanup);
    const logs = await opened.stores.mapInTurn((_, name) =>
      openOrphanedLogs(name, opened, { directory, logger: quiet }),
    );
    cleanup.push(() => Promise.all(logs.all.map((some) => some.stop())));
    const drainable = {
      refuseEvents: async () => {},
      emptied: async () => {
        await Promise.all(logs.all.map((some) => some.shipped()));
      },
      unshippedBytes: () => bytesOf(logs.all),
    };
    const outcome = await new Promise<DrainProgress>((settle) => {
      new Drain({ drainable, stallMs, logger: quiet }).join((progress) => {
        display.show(progress);
        if (progress.state !== "draining") settle(progress);
      });
    });
    checkOutcome(outcome, "run it again when the store is back");
  } finally {
    await cleanup.close();
  }
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
  const late = delay(config.STOP_SECONDS * 1_000, undefined, { ref: false });
  const opened = await Promise.race([opening, late]);
  if (opened !== undefined) return opened;
  opening.catch(() => {});
  throw new StartRefused("the store does not answer, so nothing was shipped");
}

function checkOutcome(outcome: DrainProgress | undefined, advice: string): void {
  if (outcome?.state === "drained") return;
  if (outcome?.state === "stalled") {
    throw new StartRefused(`the store takes no events; ${sizeOf(outcome)} wait; ${advice}`);
  }
  throw new StartRefused("Footfall ended before everything was shipped; run the drain again");
}

/** Returns the exit code 0. Throws `StartRefused` if the Footfall that has ended left a log. */
async function expectNoLogs(directory: string): Promise<number> {
  if (!(await hasLogs(directory))) return 0;
  throw new StartRefused("Footfall ended and left events in its log; run the drain again");
}

async function hasLogs(dataDirectory: string): Promise<boolean> {
  for (const key of ["", ...(await listShardDirectories(dataDirectory))]) {
    const directory = shardDirectory(dataDirectory, key);
    if ((await listLogs({ fs: disk, directory })).length > 0) return true;
  }
  return false;
}

function sizeOf({ bytes }: { bytes: number }): string {
  return `${Math.ceil(bytes / 1_000).toLocaleString("en")} kB of events`;
}

/** Shows the progress: in one line of a terminal, otherwise line by line. */
class Display {
  readonly #stream = process.stdout;
  #text = "";
  #shownMs = Number.NEGATIVE_INFINITY;

  show(progress: DrainProgress): void {
    if (progress.state === "stalled") return;
    const isDrained = progress.state === "drained";
    const text = isDrained ? "everything is shipped" : `${sizeOf(progress)} left to ship`;
    if (text === this.#text) return;
    const isEarly = performance.now() - this.#shownMs < lineEveryMs;
    if (!this.#stream.isTTY && isEarly && !isDrained) return;
    this.#text = text;
    this.#shownMs = performance.now();
    if (!this.#stream.isTTY) {
      this.#stream.write(`${text}\n`);
      return;
    }
    cursorTo(this.#stream, 0);
    this.#stream.write(text);
    clearLine(this.#stream, 1);
  }

  /** Leaves the line of the terminal, so that what follows begins a new one. */
  end(): void {
    if (this.#stream.isTTY && this.#text !== "") this.#stream.write("\n");
  }
}
