import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { StartRefused } from "../base/errors.ts";
import { findJsonEnd } from "./json-end.ts";
import { OperatorRanges, type PublishedRanges } from "./operator-ranges.ts";
import { families, shippedFiles } from "./ranges/index.ts";
import { listedNames } from "./reader.ts";

const shippedRanges: readonly PublishedRanges[] = Object.entries(shippedFiles).map(
  ([reader, file]) => ({ reader, prefixes: readPrefixes(`${reader}.json`, file) }),
);
const names: ReadonlySet<string> = new Set([...listedNames].map((name) => name.toLowerCase()));

/**
 * Resolves with the ranges that ship with the program. A directory replaces or adds some: its files
 * `NAME.json` are named after a reader, in lower case, and have the form in which operators publish
 * ranges. Rejects with `StartRefused`, which names the file and what is wrong with it.
 */
export async function openRanges(
  directory: string | undefined,
  shipped: readonly PublishedRanges[] = shippedRanges,
): Promise<OperatorRanges> {
  const ranges = new Map(shipped.map((each) => [each.reader, each]));
  if (directory !== undefined) {
    for (const each of await readRanges(directory)) ranges.set(each.reader, each);
  }
  return new OperatorRanges(ranges.values(), families);
}

async function readRanges(directory: string): Promise<PublishedRanges[]> {
  const files = await readdir(directory).catch((error: Error) => {
    throw refused(error.message);
  });
  const ranges: PublishedRanges[] = [];
  for (const file of files.filter((name) => name.endsWith(".json")).sort()) {
    const path = join(directory, file);
    const reader = file.slice(0, -".json".length);
    if (!names.has(reader)) throw refused(`${path}: there is no reader ${reader} in lower case`);
    const text = await readFile(path, "utf8").catch((error: Error) => {
      throw refused(error.message);
    });
    ranges.push({ reader, prefixes: readPrefixes(path, parse(path, text)) });
  }
  return ranges;
}

/** Reads `{"prefixes": [{"ipv4Prefix": …}, {"ipv6Prefix": …}]}`. Other members are ignored. */
function readPrefixes(path: string, file: unknown): string[] {
  const { prefixes } = (file ?? {}) as { prefixes?: unknown };
  if (!Array.isArray(prefixes)) throw refused(`${path}: it has no list prefixes`);
  return prefixes.flatMap((entry: unknown, index) => {
    const { ipv4Prefix, ipv6Prefix } = (entry ?? {}) as Record<string, unknown>;
    const found = [ipv4Prefix, ipv6Prefix].filter((prefix) => prefix !== undefined);
    if (found.length === 0 || !found.every(isPrefix)) {
      throw refused(`${path}: prefixes[${index}] is no address range`);
    }
    return found;
  });
}

function isPrefix(value: unknown): value is string {
  return typeof value === "string" && OperatorRanges.isPrefix(value);
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused(`${path}: it is no JSON at ${findJsonEnd(text)}`);
  }
}

function refused(problem: string): StartRefused {
  return new StartRefused(`READER_RANGES cannot be read: ${problem}`);
}
