import { StartRefused } from "../../base/errors.ts";
import type { OpenedStore } from "../../clickhouse/store.ts";
import { listLogs } from "../../log/log-directory.ts";
import { disk } from "../../log/synced-disk.ts";
import type { Website } from "../../websites/website.ts";
import { listShardDirectories, shardDirectory } from "./shard-directory.ts";

/**
 * Throws `StartRefused` if `CLICKHOUSE_URL` lacks a shard that has websites, or that the event logs
 * in `DATA_DIR` hold events for.
 */
export async function refuseMissingShards({
  directory,
  stores,
  websites,
}: {
  directory: string;
  stores: readonly OpenedStore[];
  websites: readonly Website[];
}): Promise<void> {
  const names = new Set(["", ...stores.map(({ name }) => name)]);
  for (const { domain, placement } of websites) {
    const missing = [placement.shard, placement.movingTo ?? ""].find((name) => !names.has(name));
    if (missing !== undefined) {
      throw new StartRefused(`CLICKHOUSE_URL lacks shard ${missing}, which has ${domain}`);
    }
  }
  for (const name of await listShardDirectories(directory)) {
    if (names.has(name)) continue;
    const own = shardDirectory(directory, name);
    if ((await listLogs({ fs: disk, directory: own })).length === 0) continue;
    throw new StartRefused(`CLICKHOUSE_URL lacks shard ${name}, and ${own} holds events for it`);
  }
}
