import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileProblem } from "../../model/import-problems.ts";

import { AccessLogUnreadable } from "./log-file.ts";
import { AccessLogRefused } from "./open-log.ts";

/**
 * Resolves with the paths, each directory replaced by the regular files in it, oldest first. Files
 * that begin with a dot, and directories in a directory, are left out. A path that is no directory
 * stays as it is, also if nothing is there.
 *
 * Rejects with `AccessLogUnreadable` if a directory cannot be read,
 * and with `AccessLogRefused` if it holds no file.
 */
export async function listLogs(paths: readonly string[]): Promise<string[]> {
  const logs = await Promise.all(
    paths.map(async (path) => ((await isDirectory(path)) ? filesIn(path) : [path])),
  );
  return logs.flat();
}

/**
 * Resolves with the paths of the earlier files of a log, oldest first: those that rotation has
 * renamed, or copied, or compressed. One that is there both ways is left out where it is packed.
 */
export async function listEarlier(path: string): Promise<string[]> {
  const directory = dirname(path);
  const names = await readdir(directory).catch(() => []);
  const all = new Set(names);
  return names
    .filter((name) => name !== basename(path) && parseName(name).log === basename(path))
    .filter((name) => !all.has(name.replace(/\.(?:gz|gzip)$/, "")) || !/\.(?:gz|gzip)$/.test(name))
    .sort(byAge)
    .map((name) => join(directory, name));
}

async function isDirectory(path: string): Promise<boolean> {
  if (path === "-") return false;
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function filesIn(directory: string): Promise<string[]> {
  const files: string[] = [];
  try {
    const names = (await readdir(directory)).filter((name) => !name.startsWith("."));
    for (const name of names.sort(byAge)) {
      const path = join(directory, name);
      // A link to a file counts as a file.
      if ((await stat(path)).isFile()) files.push(path);
    }
  } catch (error) {
    throw new AccessLogUnreadable(directory, error as NodeJS.ErrnoException);
  }
  if (files.length === 0) throw new AccessLogRefused(directory, fileProblem("empty_directory"));
  return files;
}

/**
 * The parts of a file's name. `access.log`, `access.log.2.gz` and `access.log-20260517` belong to
 * one log.
 */
interface RotatedName {
  readonly log: string;
  /** `20260517`, or "" if the name has none. Texts in this form sort by age. */
  readonly date: string;
  /** 2 in `access.log.2.gz`, where higher numbers are older; 0 if the name has none. */
  readonly rotation: number;
}

const rotatedName = /^(.+?)(?:[.-](\d{4}-?\d\d-?\d\d\d*)|\.(\d{1,4}))?(?:\.(?:gz|gzip))?$/;

function parseName(name: string): RotatedName {
  const [, log = name, date = "", rotation = "0"] = rotatedName.exec(name) ?? [];
  return { log, date, rotation: Number(rotation) };
}

/** Orders names by log, and the files of one log oldest first, with the one in use at the end. */
function byAge(a: string, b: string): number {
  const [left, right] = [parseName(a), parseName(b)];
  return (
    compare(left.log, right.log) ||
    right.rotation - left.rotation ||
    Number(left.date === "") - Number(right.date === "") ||
    compare(left.date, right.date) ||
    compare(a, b)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
