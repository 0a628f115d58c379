import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { ApiKey } from "../access/api-key.ts";
import type { Recorded } from "../access/recorded.ts";
import { inDirectory, listEntries, syncDirectory } from "../backup/files.ts";
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
import { openAccess } from "../server/parts/open-services.ts";
import { restoreIdFile } from "../server/parts/restore-id.ts";
import { databaseIdFile } from "./backup.ts";
import { readArgs, refuseServers, stoppable, usageOf } from "./backup-command.ts";
import { CopyProgress } from "./copy-progress.ts";
import { endRestoredAccess, keyLine } from "./restored-access.ts";

export const usage = usageOf("restore");
const apiKeyFile = "api-key";

/**
 * Runs `footfall restore DIRECTORY`: makes in an empty `DATA_DIR` what the backup has, but for
 * what would let people in whom somebody has locked out since. With `--new-keys`, no key of the
 * backup holds. If it fails, `DATA_DIR` is empty again.
 */
export async function restore(
  config: Config,
  args: readonly string[],
  logger: Logger,
): Promise<number> {
  const { directory, hasFlag: endsKeys } = readArgs(args, "restore");
  const path = resolve(directory);
  refuseServers(config);
  const dataDirectory = resolve(config.DATA_DIR);
  const migrations = await readMigrations();
  const opened = await openBackup(path, migrations);
  await refuseUnfinishedRestore(dataDirectory);
  await expectEmpty(dataDirectory);
  const quiet = logger.child({}, { level: config.LOG_LEVEL === "silent" ? "silent" : "error" });
  const keys = await stoppable((signal) =>
    inDirectory(dataDirectory, async () => {
      await makeDirectory(dataDirectory);
      const release = await lockDirectory(dataDirectory);
      try {
        await writeSynced(join(dataDirectory, unfinishedRestore), "");
        await restoreFiles(opened, dataDirectory, { leftOut: leftOut(endsKeys), signal });
        const kept = await restoreDatabase(opened, config, quiet, { endsKeys, signal });
        await writeSynced(join(dataDirectory, databaseIdFile), `${opened.manifest.databaseId}\n`);
        await writeSynced(join(dataDirectory, restoreIdFile), `${randomUUID()}\n`);
        await syncDirectory(dataDirectory);
        await rm(join(dataDirectory, unfinishedRestore));
        await syncDirectory(dataDirectory);
        return kept;
      } catch (error) {
        await emptyDirectory(dataDirectory);
        throw error;
      } finally {
        await release();
      }
    }),
  );
  const lines = [
    `restored ${dataDirectory} as of ${opened.manifest.begunAt}`,
    "all sessions, invitations and links for new passwords have ended",
    ...aboutKeys([...(await ownKeys(dataDirectory)), ...keys.map(keyLine)], endsKeys),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

/**
 * Returns the files of a backup that are not restored. A new key for cookies ends those that keys
 * and passwords of websites have opened; earlier releases had it in their backups.
 */
function leftOut(endsKeys: boolean): string[] {
  return ["cookie-key", ...(endsKeys ? [apiKeyFile] : [])];
}

/** Resolves with the line about the generated API key, if the backup had one. */
async function ownKeys(dataDirectory: string): Promise<string[]> {
  const names = await listEntries(dataDirectory);
  return names.includes(apiKeyFile) ? [`the key in ${join(dataDirectory, apiKeyFile)}`] : [];
}

function aboutKeys(lines: readonly string[], endsKeys: boolean): string[] {
  if (endsKeys) return ["all keys have ended; those of API_KEYS are settings, and stay"];
  if (lines.length === 0) return [];
  const head = "these keys hold again, also if they were ended after the backup (see --new-keys):";
  return [head, ...lines.map((line) => `  ${line}`)];
}

/**
 * Restores the tables, brings their schema up to this release, and ends what lets people in.
 * Resolves with the keys that hold again.
 */
async function restoreDatabase(
  opened: OpenedBackup,
  config: Config,
  logger: Logger,
  { endsKeys, signal }: { readonly endsKeys: boolean; readonly signal: AbortSignal },
): Promise<readonly Recorded<ApiKey>[]> {
  const progress = new CopyProgress();
  const store = await openEngine(config, logger);
  try {
    const of = filesOf(opened.manifest).length - opened.manifest.files.length;
    const listener = (done: number) => progress.show("restoring", { done, of, unit: "files" });
    await restoreTables(opened, store.db, { listener, signal });
    await migrate(store.db, await readMigrations());
    return await endRestoredAccess(await openAccess(store.db, {}), { endsKeys, now: Date.now });
  } finally {
    progress.end();
    await store.close();
  }
}

function writeSynced(path: string, text: string): Promise<void> {
  return writeFile(path, text, { mode: 0o600, flush: true });
}
