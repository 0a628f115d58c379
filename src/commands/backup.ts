import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger as Logger } from "fastify";

import { type BackupResult, makeBackup } from "../backup/backup.ts";
import { filesOf } from "../backup/manifest.ts";
import { logsShipped } from "../backup/shipped-logs.ts";
import { type Snapshot, takeSnapshot } from "../backup/snapshot.ts";
import type { Config } from "../base/config.ts";
import {
  directoryInUse,
  inDataDirectory,
  refuseUnfinishedRestore,
} from "../base/data-directory.ts";
import { StartRefused } from "../base/errors.ts";
import { loadOrMakeKey } from "../base/key-file.ts";
import {
  engineDirectory,
  joinEngine,
  openEngine,
  openStores,
  refuseWithoutDatabase,
} from "../clickhouse/open.ts";
import { lockDirectory } from "../log/lock.ts";
import { listLogs } from "../log/log-directory.ts";
import { OrphanedLogs } from "../log/orphaned-logs.ts";
import { disk } from "../log/synced-disk.ts";
import { withCleanup } from "../server/parts/cleanup.ts";
import { eventTable } from "../tables/event-table.ts";
import { readArgs, refuseServers, stoppable, usageOf } from "./backup-command.ts";
import { CopyProgress } from "./copy-progress.ts";

export const usage = usageOf("backup");

const pauseMs = 100;
/** The file in `DATA_DIR` with the id by which backups of the same database know each other. */
export const databaseIdFile = "backup-id";

/** The parts that all steps of the command share. */
interface Context {
  readonly config: Config;
  /** `DATA_DIR`, absolute. */
  readonly dataDirectory: string;
  /** Whether the objects that are there are read. */
  readonly verifies: boolean;
  readonly progress: CopyProgress;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Runs `footfall backup DIRECTORY`: makes a backup of `DATA_DIR`, or brings the one in the
 * directory up to date, whether or not an instance runs. It has every event that was acknowledged
 * before the command began.
 */
export async function backup(
  config: Config,
  args: readonly string[],
  logger: Logger,
): Promise<number> {
  const { directory, hasFlag: verifies } = readArgs(args, "backup");
  const path = resolve(directory);
  refuseServers(config);
  const dataDirectory = resolve(config.DATA_DIR);
  if (await isWithin(dataDirectory, path)) {
    throw new StartRefused(`${path} is in DATA_DIR, and would be lost with it`);
  }
  const startedMs = performance.now();
  const quiet = logger.child({}, { level: config.LOG_LEVEL === "silent" ? "silent" : "error" });
  const progress = new CopyProgress();
  const result = await stoppable((signal) =>
    inDataDirectory(() =>
      backUp({ config, dataDirectory, verifies, progress, logger: quiet, signal }, path),
    ).finally(() => progress.end()),
  );
  process.stdout.write(summary(result, performance.now() - startedMs));
  return 0;
}

/** Returns whether the path is the directory or below it, whatever links lead there. */
async function isWithin(directory: string, path: string): Promise<boolean> {
  const way = relative(await realPathOf(directory), await realPathOf(path));
  return way.split(sep)[0] !== "..";
}

/** Returns the path without symbolic links, also if its end does not exist. */
async function realPathOf(path: string): Promise<string> {
  const parent = dirname(path);
  return realpath(path).catch(async () =>
    parent === path ? path : join(await realPathOf(parent), basename(path)),
  );
}

async function backUp(context: Context, path: string): Promise<BackupResult> {
  const { config, dataDirectory, verifies, progress, signal } = context;
  const begunAt = new Date();
  const engine = engineDirectory(config);
  await refuseWithoutDatabase(config);
  await refuseUnfinishedRestore(dataDirectory);
  // The lock of an instance is in `DATA_DIR` itself.
  const release = await lockDirectory(engine).catch((error: unknown) => {
    if (!(error instanceof StartRefused)) throw error;
    throw new StartRefused(`another backup of ${dataDirectory} is running`);
  });
  try {
    const { key: databaseId } = await loadOrMakeKey(dataDirectory, databaseIdFile);
    return await makeBackup({
      dataDirectory,
      databaseId,
      begunAt,
      path,
      openSnapshot: () => openSnapshot(context),
      onVerified: verifies
        ? (done, of) => progress.show("verifying", { done, of, unit: "files" })
        : undefined,
      listener: (done, of) => progress.show("copying", { done, of, unit: "files" }),
      signal,
    });
  } finally {
    await release();
  }
}

/** Takes the tables when they have every event that is acknowledged by now. */
async function openSnapshot(context: Context): Promise<Snapshot> {
  const { config, dataDirectory, signal } = context;
  const deadlineMs = Date.now() + config.stopSeconds * 1_000;
  for (;;) {
    signal.throwIfAborted();
    const release = await lockUnlessUsed(dataDirectory);
    if (release !== undefined) {
      try {
        return await snapshotWithoutFootfall(context);
      } finally {
        await release();
      }
    }
    const engine = await joinEngine(config);
    if (engine !== undefined) {
      try {
        await waitForLogs(context, () => engine.isRunning());
        return await takeSnapshot(engine.db, dataOf(config));
      } finally {
        await engine.close();
      }
    }
    // A Footfall starts or stops.
    if (Date.now() > deadlineMs) throw directoryInUse(dataDirectory);
    await delay(pauseMs);
  }
}

/** Resolves with undefined while an instance has the directory. */
async function lockUnlessUsed(directory: string): Promise<(() => Promise<void>) | undefined> {
  try {
    return await lockDirectory(directory);
  } catch (error) {
    if (error instanceof StartRefused) return undefined;
    throw error;
  }
}

/**
 * Takes the tables with an engine of its own, or with that of another command. It ships the logs
 * first, if there are any. Otherwise the schema stays as it is, so that a release can back up what
 * an older one has made.
 */
async function snapshotWithoutFootfall(context: Context): Promise<Snapshot> {
  const { config, dataDirectory, logger } = context;
  const logs = await listLogs({ fs: disk, directory: dataDirectory });
  const { snapshot, stop } = await withCleanup(async (cleanup) => {
    const opened =
      (await joinEngine(config)) ??
      (logs.length > 0 ? (await openStores({ config, logger }))[0] : undefined) ??
      (await openEngine(config, logger));
    cleanup.push(() => opened.close());
    if (logs.length > 0) {
      const store = eventTable(opened.db);
      const shipping = { fs: disk, directory: dataDirectory, store, logger };
      const orphanedLogs = await OrphanedLogs.open(shipping);
      cleanup.push(() => orphanedLogs.stop());
      await waitForLogs(context, () => true);
    }
    return { snapshot: await takeSnapshot(opened.db, dataOf(config)) };
  });
  await stop();
  return snapshot;
}

async function waitForLogs(context: Context, isShipping: () => boolean): Promise<void> {
  const { dataDirectory, progress, signal } = context;
  let most = 0;
  const listener = (bytes: number) => {
    most = Math.max(most, bytes);
    progress.show("shipping events", { done: most - bytes, of: most, unit: "bytes" });
  };
  await logsShipped(dataDirectory, { isShipping, listener, signal });
}

/** Returns the directory with the tables of the engine. */
function dataOf(config: Config): string {
  return join(engineDirectory(config), "data");
}

function summary({ manifest, addedBytes, damaged }: BackupResult, ms: number): string {
  const events = manifest.tables.find(({ name }) => name === "events");
  const rows = (events?.parts ?? []).reduce((sum, part) => sum + part.rows, 0);
  const files = filesOf(manifest);
  const bytes = files.reduce((sum, [, size]) => sum + size, 0);
  return [
    `backed up ${rows.toLocaleString("en")} events, as of ${manifest.begunAt}`,
    `${megabytes(bytes)} in ${files.length.toLocaleString("en")} files, ${megabytes(addedBytes)} of it new, in ${(ms / 1_000).toFixed(1)} s`,
    ...(damaged === undefined ? [] : [verified(damaged)]),
    "",
  ].join("\n");
}

function verified(damaged: number): string {
  if (damaged === 0) return "no damaged file was found";
  return damaged === 1
    ? "1 damaged file was found and mended"
    : `${damaged.toLocaleString("en")} damaged files were found and mended`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
}
