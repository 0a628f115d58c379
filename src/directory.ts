import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

import { StartRefused } from "./errors.ts";

/**
 * Makes a directory, and those above it, for this user alone; it survives a power cut when this
 * resolves. Node's own `recursive` never returns where a directory can be looked at and not be
 * written, as in /proc.
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

/** What is said where another process has the directory, or something in it. */
export function directoryInUse(directory: string): StartRefused {
  return new StartRefused(`another Footfall is using ${directory}; stop it or set DATA_DIR`);
}

/** Opens something in `DATA_DIR`; where that cannot be done, one line says so. */
export async function inDataDirectory<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && "syscall" in error)) throw error;
    throw new StartRefused(`DATA_DIR cannot be written: ${error.message}`);
  }
}
