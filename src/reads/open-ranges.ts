import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { StartRefused } from "../base/errors.ts";
import { OperatorRanges, type PublishedRanges } from "./operator-ranges.ts";
import { shippedRanges } from "./ranges/index.ts";
import { listedNames } from "./reader.ts";

const names: ReadonlySet<string> = new Set([...listedNames].map((name) => name.toLowerCase()));

/**
 * Resolves with the ranges that ship with the program. A directory replaces or adds some: its files
 * `NAME.json` are named after a reader, in lower case, and have the form in which operators publish
 * ranges. Rejects with `StartRefused`, which names the file and what is wrong with it.
 */
export async function openRanges(directory: string | undefined): Promise<OperatorRanges> {
  const ranges = new Map(shippedRanges.map((each) => [each.reader, each]));
  for (const file of directory === undefined ? [] : await filesOf(directory)) {
    const path = join(directory ?? "", file);
    const reader = file.slice(0, -".json".length);
    if (!names.has(reader)) throw refused(path, `there is no reader ${reader}`);
    ranges.set(reader, { reader, prefixes: readPrefixes(path, await readFile(path, "utf8")) });
  }
  return new OperatorRanges(ranges.values());
}

async function filesOf(directory: string): Promise<string[]> {
  try {
    const files = await readdir(directory);
    return files.filter((file) => file.endsWith(".json")).sort();
  } catch (error) {
    throw new StartRefused(`READER_RANGES cannot be read: ${(error as Error).message}`);
  }
}

/** Reads `{"prefixes": [{"ipv4Prefix": …}, {"ipv6Prefix": …}]}`. Other members are ignored. */
function readPrefixes(path: string, text: string): PublishedRanges["prefixes"] {
  const { prefixes } = parse(path, text) as { prefixes?: unknown };
  if (!Array.isArray(prefixes)) throw refused(path, "it has no list prefixes");
  return prefixes.map((entry: unknown, index) => {
    const { ipv4Prefix, ipv6Prefix } = (entry ?? {}) as Record<string, unknown>;
    const prefix = ipv4Prefix ?? ipv6Prefix;
    if (typeof prefix !== "string" || !OperatorRanges.isPrefix(prefix)) {
      throw refused(path, `prefixes[${index}] is no address range`);
    }
    return prefix;
  });
}

function parse(path: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch (error) {
    throw refused(path, (error as Error).message.replaceAll(/\s+/g, " "));
  }
  throw refused(path, "it is no JSON object");
}

function refused(path: string, problem: string): StartRefused {
  return new StartRefused(`READER_RANGES cannot be read: ${path}: ${problem}`);
}
