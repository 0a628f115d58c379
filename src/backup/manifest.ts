import { createHash } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { isAbsolute, join } from "node:path";

import { StartRefused } from "../base/errors.ts";
import { inDirectory, syncDirectory } from "./files.ts";

/** A file of the backup: its path in a part or in `DATA_DIR`, its size in bytes, its SHA-256. */
export type FileEntry = readonly [path: string, bytes: number, sha256: string];

/** A part of a table: rows that ClickHouse stored together, in files that never change. */
export interface BackupPart {
  readonly name: string;
  /** Tells the part from all others, wherever it lies: a hash of its list of checksums. */
  readonly identity: string;
  readonly rows: number;
  readonly files: readonly FileEntry[];
}

export interface BackupTable {
  readonly name: string;
  /** The statement that makes the table. */
  readonly create: string;
  /** No parts where a restored Footfall begins with an empty table. */
  readonly parts: readonly BackupPart[];
}

/** A file of `schema/` that was applied to the database. */
export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

/** Lists everything that a backup has. */
export interface Manifest {
  /** The id of the database, which stays when it is restored. */
  readonly databaseId: string;
  /** ISO 8601. Every event that was acknowledged before is in the backup. */
  readonly begunAt: string;
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly BackupTable[];
  /** Files of `DATA_DIR`. */
  readonly files: readonly FileEntry[];
}

const fileName = "manifest.json";
/** A later format has a higher number. */
const formatVersion = 1;
/** Matches the names that Footfall gives to tables, and ClickHouse to parts. */
const plainName = /^[\w-]+$/;

/** Returns every file that the backup needs. */
export function filesOf({ tables, files }: Manifest): FileEntry[] {
  return [...files, ...tables.flatMap(({ parts }) => parts.flatMap((part) => part.files))];
}

/**
 * Returns the manifest of the backup in the directory; undefined if no backup was finished there.
 * Throws `StartRefused` if it is damaged, or of a later format.
 */
export async function readManifest(directory: string): Promise<Manifest | undefined> {
  const path = join(directory, fileName);
  const text = await inDirectory(directory, () =>
    readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    }),
  );
  if (text === undefined) return undefined;
  const { version, sha256, content } = parse(text);
  if (version !== undefined && version > formatVersion) {
    throw new StartRefused(`a newer release of Footfall made the backup in ${directory}`);
  }
  if (sha256 !== hashOf(content)) throw new StartRefused(`${path} is damaged`);
  const manifest = content as Manifest;
  for (const name of strangeNames(manifest)) {
    throw new StartRefused(`${path} was changed: it has the name ${JSON.stringify(name)}`);
  }
  return manifest;
}

/** Replaces the manifest. After a crash there is the old one or this one. */
export async function writeManifest(directory: string, content: Manifest): Promise<void> {
  const document = { version: formatVersion, sha256: hashOf(content), content };
  const path = join(directory, fileName);
  const file = await open(`${path}.new`, "w", 0o600);
  try {
    await file.writeFile(JSON.stringify(document));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  await syncDirectory(directory);
}

/**
 * Yields the names that could lead out of the directories of a restore. No backup has any. But
 * whoever can write to a directory of backups can write a manifest with a right checksum.
 */
function* strangeNames(manifest: Manifest): Generator<string> {
  for (const { name, parts } of manifest.tables) {
    if (!plainName.test(name)) yield name;
    for (const part of parts) if (!plainName.test(part.name)) yield part.name;
  }
  for (const [path, , sha256] of filesOf(manifest)) {
    if (isAbsolute(path) || /[\\\0]/.test(path) || path.split("/").includes("..")) yield path;
    if (!/^[0-9a-f]{64}$/.test(sha256)) yield sha256;
  }
}

function parse(text: string): { version?: number; sha256?: string; content?: unknown } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

function hashOf(content: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(content) ?? "")
    .digest("hex");
}
