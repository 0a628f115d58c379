import { join } from "node:path";

import { quarantineDirectory } from "../log/log-directory.ts";
import { BackupDirectory } from "./backup-directory.ts";
import { forEach, inDirectory, listFiles } from "./files.ts";
import {
  type BackupPart,
  type BackupTable,
  type FileEntry,
  filesOf,
  type Manifest,
  readManifest,
  writeManifest,
} from "./manifest.ts";
import type { Snapshot, SnapshotPart, SnapshotTable } from "./snapshot.ts";

/** The files of `DATA_DIR` that are in a backup, where they exist, beside the quarantine. */
export const keyFiles = ["api-key", "mail-key"] as const;

export interface BackupOptions {
  /** `DATA_DIR`, absolute. */
  readonly dataDirectory: string;
  readonly databaseId: string;
  readonly begunAt: Date;
  /** The directory of the backup, absolute. */
  readonly path: string;
  /** Ships the logs, and takes the tables as they are then. */
  readonly openSnapshot: () => Promise<Snapshot>;
  /**
   * Reads the objects that are there, so that damaged ones are copied again. Is called with their
   * number that were read, and that of all. Undefined if they are believed.
   */
  readonly onVerified?: ((done: number, of: number) => void) | undefined;
  /** Is called with the number of files that are in the backup by now, and of all. */
  readonly listener: (filesDone: number, files: number) => void;
  readonly signal: AbortSignal;
}

export interface BackupResult {
  readonly manifest: Manifest;
  /** Bytes that the backup before did not have. */
  readonly addedBytes: number;
  /** The number of damaged objects that were found, if they were read. */
  readonly damaged: number | undefined;
}

/**
 * Makes a backup, or brings the one in the directory up to date. Whenever it is cut off, the backup
 * that was there before is whole.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  const { path, databaseId, onVerified, signal } = options;
  const { directory, release } = await BackupDirectory.claim(path, databaseId);
  try {
    const previous = await readManifest(path);
    const damaged =
      onVerified && (await inDirectory(path, () => directory.verify(onVerified, signal)));
    const manifest = await copyAll(directory, previous, options);
    await inDirectory(path, async () => {
      await directory.sync();
      await writeManifest(path, manifest);
      await directory.removeOthers(filesOf(manifest));
    });
    return { manifest, addedBytes: directory.addedBytes, damaged };
  } finally {
    await release();
  }
}

async function copyAll(
  directory: BackupDirectory,
  previous: Manifest | undefined,
  options: BackupOptions,
): Promise<Manifest> {
  const { dataDirectory, databaseId, begunAt, openSnapshot, path } = options;
  const snapshot = await openSnapshot();
  try {
    const known = await partsWithin(directory, previous);
    const total = snapshot.tables
      .flatMap(({ parts }) => parts)
      .reduce((sum, { files }) => sum + files.length, 0);
    const tables: BackupTable[] = [];
    let done = 0;
    const added = (files: number) => {
      done += files;
      options.listener(done, total);
    };
    added(0);
    for (const table of snapshot.tables) {
      const copy = copyTable(directory, table, { known, added, signal: options.signal });
      tables.push(await inDirectory(path, () => copy));
    }
    // Behind the snapshot: rows that ClickHouse refused are in either of them.
    const files = await inDirectory(path, () => copyFiles(directory, dataDirectory, options));
    const { migrations } = snapshot;
    return { databaseId, begunAt: begunAt.toISOString(), migrations, tables, files };
  } finally {
    await snapshot.release();
  }
}

/** Returns the parts of the backup before, by their identity, of which all files are there. */
async function partsWithin(
  directory: BackupDirectory,
  previous: Manifest | undefined,
): Promise<ReadonlyMap<string, BackupPart>> {
  const parts = new Map<string, BackupPart>();
  for (const part of previous?.tables.flatMap((table) => table.parts) ?? []) {
    const found = await Promise.all(part.files.map((file) => directory.has(file)));
    if (!found.includes(false)) parts.set(part.identity, part);
  }
  return parts;
}

async function copyTable(
  directory: BackupDirectory,
  { name, create, parts }: SnapshotTable,
  options: {
    readonly known: ReadonlyMap<string, BackupPart>;
    readonly added: (files: number) => void;
    readonly signal: AbortSignal;
  },
): Promise<BackupTable> {
  const { known, added, signal } = options;
  const copied: BackupPart[] = [];
  for (const part of parts) {
    const files = known.get(part.identity)?.files ?? (await copyPart(directory, part, signal));
    const { name: partName, identity, rows } = part;
    copied.push({ name: partName, identity, rows, files });
    added(files.length);
  }
  return { name, create, parts: copied };
}

function copyPart(
  directory: BackupDirectory,
  part: SnapshotPart,
  signal: AbortSignal,
): Promise<FileEntry[]> {
  return forEach(part.files, signal, (file) => directory.add(join(part.directory, file), file));
}

/** Copies keys and quarantine. A file that has gone meanwhile is left out. */
async function copyFiles(
  directory: BackupDirectory,
  dataDirectory: string,
  { signal }: Pick<BackupOptions, "signal">,
): Promise<FileEntry[]> {
  const root = quarantineDirectory("");
  const quarantined = await listFiles(join(dataDirectory, root)).catch(ifGone<string[]>([]));
  const paths = [...keyFiles, ...quarantined.map((file) => join(root, file))];
  const copied = await forEach(paths, signal, (path) =>
    directory.add(join(dataDirectory, path), path).catch(ifGone(undefined)),
  );
  return copied.flatMap((entry) => (entry === undefined ? [] : [entry]));
}

function ifGone<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === "ENOENT") return value;
    throw error;
  };
}
