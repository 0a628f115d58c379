import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { FastifyBaseLogger as Logger } from "fastify";

import { inDirectory, syncDirectory } from "../backup/files.ts";
import { filesOf } from "../backup/manifest.ts";
import {
  emptyDirectory,
  expectEmpty,
  type OpenedBackup,
  openBackup,
  restoreFiles,
  restoreTables,
} from "../backup/restore.ts";
import type { Config } from "../base/config.ts";
import {
  makeDirectory,
  refuseUnfinishedRestore,
  unfinishedRestore,
} from "../base/data-directory.ts";
import { migrate, readMigrations } from "../clickhouse/migrate.ts";
import { openEngine } from "../clickhouse/open.ts";
import { lockDirectory } from "../log/lock.ts";
import { restoreIdFile } from "../server/parts/restore-id.ts";
import { databaseIdFile } from "./backup.ts";
import { readArgs, refuseServers, stoppable, usageOf } from "./backup-command.ts";
import { CopyProgress } from "./copy-progress.ts";

export const usage = usageOf("restore");

/**
 * Runs `footfall restore DIRECTORY`: makes in an empty `DATA_DIR` what the backup has. If it
 * fails, `DATA_DIR` is empty again.
 */
export async function restore(
  config: Config,
  args: readonly string[],
  logger: Logger,
): Promise<number> {
  const path = resolve(readArgs(args, "restore").directory);
  refuseServers(config);
  const dataDirectory = resolve(config.DATA_DIR);
  const migrations = await readMigrations();
  const opened = await openBackup(path, migrations);
  await refuseUnfinishedRestore(dataDirectory);
  await expectEmpty(dataDirectory);
  const quiet = logger.child({}, { level: config.LOG_LEVEL === "silent" ? "silent" : "error" });
  await stoppable((signal) =>
    inDirectory(dataDirectory, async () => {
      await makeDirectory(dataDirectory);
      const release = await lockDirectory(dataDirectory);
      try {
        await writeSynced(join(dataDirectory, unfinishedRestore), "");
        await restoreFiles(opened, dataDirectory, signal);
        await restoreDatabase(opened, config, quiet, signal);
        await writeSynced(join(dataDirectory, databaseIdFile), `${opened.manifest.databaseId}\n`);
        await writeSynced(join(dataDirectory, restoreIdFile), `${randomUUID()}\n`);
        await syncDirectory(dataDirectory);
        await rm(join(dataDirectory, unfinishedRestore));
        await syncDirectory(dataDirectory);
      } catch (error) {
        await emptyDirectory(dataDirectory);
        throw error;
      } finally {
        await release();
      }
    }),
  );
  process.stdout.write(`restored ${dataDirectory} as of ${opened.manifest.begunAt}\n`);
  return 0;
}

/** Restores the tables, and brings their schema up to this release. */
async function restoreDatabase(
  opened: OpenedBackup,
  config: Config,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  const progress = new CopyProgress();
  const store = await openEngine(config, logger);
  try {
    const of = filesOf(opened.manifest).length - opened.manifest.files.length;
    const listener = (done: number) => progress.show("restoring", { done, of, unit: "files" });
    await restoreTables(opened, store.db, { listener, signal });
    await migrate(store.db, await readMigrations());
  } finally {
    progress.end();
    await store.close();
  }
}

function writeSynced(path: string, text: string): Promise<void> {
  return writeFile(path, text, { mode: 0o600, flush: true });
}
