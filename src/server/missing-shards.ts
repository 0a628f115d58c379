import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { StartRefused } from "../errors.ts";
import type { OpenedStore } from "../store/store.ts";
import type { Website } from "../websites/website.ts";

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
  for (const entry of await readdir(directory)) {
    const [, name] = /^shard-(.+)$/.exec(entry) ?? [];
    if (name === undefined || names.has(name)) continue;
    if (await isEmpty(join(directory, entry, "log"))) continue;
    throw new StartRefused(
      `CLICKHOUSE_URL lacks shard ${name}, and ${join(directory, entry)} holds events for it`,
    );
  }
}

async function isEmpty(directory: string): Promise<boolean> {
  const entries = await readdir(directory).catch(() => []);
  return entries.length === 0;
}
