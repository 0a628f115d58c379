import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

import { makeDirectory } from "../base/data-directory.ts";
import { StartRefused } from "../base/errors.ts";
import type { Database } from "../clickhouse/database.ts";
import { bind, identifier, sql, statement } from "../clickhouse/sql.ts";
import { BackupDirectory } from "./backup-directory.ts";
import { forEach, inDirectory, listEntries, syncDirectory } from "./files.ts";
import {
  type AppliedMigration,
  type BackupTable,
  filesOf,
  type Manifest,
  readManifest,
} from "./manifest.ts";

/** A finished backup that this release can restore. */
export interface OpenedBackup {
  readonly manifest: Manifest;
  readonly directory: BackupDirectory;
}

/**
 * Opens the backup in the directory. Throws `StartRefused` with one line if there is none, it was
 * never finished, files are missing, or a newer release made it.
 */
export async function openBackup(
  path: string,
  migrations: readonly AppliedMigration[],
): Promise<OpenedBackup> {
  const directory = await BackupDirectory.open(path);
  const manifest = await readManifest(path);
  if (manifest === undefined) {
    throw new StartRefused(`the backup in ${path} was never finished; nothing can be restored`);
  }
  for (const { name, checksum } of manifest.migrations) {
    const known = migrations.find((migration) => migration.name === name);
    if (known?.checksum === checksum) continue;
    throw new StartRefused(
      `the backup in ${path} has schema/${name}, which this release does not have; use the release that made it`,
    );
  }
  await directory.expect(filesOf(manifest));
  return { manifest, directory };
}

/** Throws `StartRefused` unless `DATA_DIR` is empty or does not exist. */
export async function expectEmpty(dataDirectory: string): Promise<void> {
  const names = await inDirectory(dataDirectory, () => listEntries(dataDirectory));
  const [name] = names;
  if (name === undefined) return;
  throw new StartRefused(`${dataDirectory} is not empty: it has ${name}; set DATA_DIR`);
}

/** Copies keys and quarantine to `DATA_DIR`, but for the files that are left out. */
export async function restoreFiles(
  { manifest, directory }: OpenedBackup,
  dataDirectory: string,
  { leftOut, signal }: { readonly leftOut: readonly string[]; readonly signal: AbortSignal },
): Promise<void> {
  const wanted = manifest.files.filter(([path]) => !leftOut.includes(path));
  const targets = wanted.map(([path]) => dirname(join(dataDirectory, path)));
  for (const target of new Set(targets)) await makeDirectory(target);
  await forEach(wanted, signal, (entry) => directory.extract(entry, join(dataDirectory, entry[0])));
  for (const target of new Set(targets)) await syncDirectory(target);
}

/**
 * Makes the tables in an empty database, and adds the parts: it copies each to the directory
 * `detached` of its table, from which ClickHouse takes it. Calls `listener` with the number of
 * files that were copied.
 */
export async function restoreTables(
  { manifest, directory }: OpenedBackup,
  db: Database,
  options: { readonly listener: (files: number) => void; readonly signal: AbortSignal },
): Promise<void> {
  let done = 0;
  for (const table of manifest.tables) {
    await db.run(statement(table.create));
    const detached = join(await pathOf(db, table), "detached");
    for (const { name, files } of table.parts) {
      const target = join(detached, name);
      const directories = new Set([target, ...files.map(([path]) => dirname(join(target, path)))]);
      for (const path of directories) await mkdir(path, { recursive: true, mode: 0o700 });
      await forEach(files, options.signal, (entry) =>
        directory.extract(entry, join(target, entry[0])),
      );
      for (const path of directories) await syncDirectory(path);
      done += files.length;
      options.listener(done);
    }
    await attachAll(db, table);
  }
}

/** Removes all that a restore made, which began with an empty `DATA_DIR`. */
export async function emptyDirectory(dataDirectory: string): Promise<void> {
  for (const name of await listEntries(dataDirectory)) {
    await rm(join(dataDirectory, name), { recursive: true, force: true });
  }
}

async function pathOf(db: Database, { name }: BackupTable): Promise<string> {
  const [row] = await db.rows<{ path: string }>(sql`
    SELECT data_paths[1] AS path
    FROM system.tables
    WHERE database = currentDatabase() AND name = ${bind("String", name)}`);
  if (row === undefined) throw new StartRefused(`the backup has a wrong statement for ${name}`);
  return row.path;
}

function attachAll(db: Database, { name }: BackupTable): Promise<void> {
  return db.run(sql`ALTER TABLE ${identifier(name)} ATTACH PARTITION ALL`, { isLong: true });
}
