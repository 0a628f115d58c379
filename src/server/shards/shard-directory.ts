import { readdir } from "node:fs/promises";
import { join } from "node:path";

const prefix = "shard-";

/** Returns the directory with the event logs of a shard, which is `DATA_DIR` for "", the first. */
export function shardDirectory(dataDirectory: string, key: string): string {
  return key === "" ? dataDirectory : join(dataDirectory, `${prefix}${key}`);
}

/** Returns the shards but the first of which `DATA_DIR` has a directory. */
export async function listShardDirectories(dataDirectory: string): Promise<string[]> {
  const entries = await readdir(dataDirectory);
  return entries.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}
