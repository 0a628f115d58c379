import { mkdir, open, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { StartRefused } from "./errors.ts";

/**
 * Makes a directory, and those above it, for this user alone. Resolves when it is safe from a power
 * cut. Node's own `recursive` never returns for a directory that is readable but not writable, as
 * in /proc.
 */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    await makeDirectory(dirname(path));
    await mkdir(path, { mode: 0o700 });
  }
  const parent = await open(dirname(path), "r");
  try {
    await parent.sync();
  } finally {
    await parent.close();
  }
}

/** The file in `DATA_DIR` that is there until a restore has ended. */
export const unfinishedRestore = "restore-unfinished";

/** Throws `StartRefused` if a restore into `DATA_DIR` was cut off. */
export async function refuseUnfinishedRestore(directory: string): Promise<void> {
  const found = await stat(join(directory, unfinishedRestore)).catch(() => undefined);
  if (found === undefined) return;
  throw new StartRefused(`a restore into ${directory} was cut off; empty it and restore again`);
}

/** Returns the error for a directory that another process uses, wholly or in part. */
export function directoryInUse(directory: string): StartRefused {
  return new StartRefused(`another Footfall is using ${directory}; stop it or set DATA_DIR`);
}

/**
 * Runs a task that opens something in `DATA_DIR`. Throws `StartRefused` with one line about it if
 * the file system fails.
 */
export async function inDataDirectory<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && "syscall" in error)) throw error;
    throw new StartRefused(`DATA_DIR cannot be written: ${error.message}`);
  }
}
