import { readdir } from "node:fs/promises";
import { join } from "node:path";

const prefix = "shard-";

/** Returns the directory with the event logs of a shard, which is `DATA_DIR` for "", the first. */
export function shardDirectory(dataDirectory: string, key: string): string {
  return key === "" ? dataDirectory : join(dataDirectory, `${prefix}${key}`);
}

/** Returns the directories that can have event logs, of which `DATA_DIR` is the first. */
export async function listLogDirectories(dataDirectory: string): Promise<string[]> {
  const keys = ["", ...(await listShardDirectories(dataDirectory))];
  return keys.map((key) => shardDirectory(dataDirectory, key));
}

/** Returns the shards but the first of which `DATA_DIR` has a directory. */
export async function listShardDirectories(dataDirectory: string): Promise<string[]> {
  const entries = await readdir(dataDirectory);
  return entries.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}
