import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

import { StartRefused } from "../base/errors.ts";

/** Files that are copied at once. More would only wait for the same disk. */
const concurrencyMax = 8;

/** The entries of a new file system. */
const systemEntries = ["lost+found"];

/**
 * Runs a task on a directory. Throws `StartRefused` with one line about it if the file system
 * fails.
 */
export async function inDirectory<T>(directory: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && "syscall" in error)) throw error;
    throw new StartRefused(`${directory} cannot be used: ${error.message}`);
  }
}

/** Returns the names in the directory; none if it does not exist. */
export async function listEntries(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => !systemEntries.includes(name));
}

/** Returns the paths of all files below the directory, relative to it. */
export async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const paths = await Promise.all(
    entries.map(async (entry) => {
      if (!entry.isDirectory()) return entry.isFile() ? [entry.name] : [];
      const below = await listFiles(join(directory, entry.name));
      return below.map((path) => join(entry.name, path));
    }),
  );
  return paths.flat().sort();
}

/** Resolves when the directory's entries are on the disk. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/**
 * Runs the task for each item, for some of them at once. Resolves with the results, in order.
 * Begins no other item once one has failed or `signal` is aborted.
 */
export async function forEach<Item, Result>(
  items: readonly Item[],
  signal: AbortSignal,
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let hasFailed = false;
  const work = async () => {
    while (next < items.length && !hasFailed) {
      signal.throwIfAborted();
      const i = next++;
      try {
        results[i] = await task(items[i] as Item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: concurrencyMax }, work));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  return results;
}
