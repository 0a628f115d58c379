import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClickHouseClient } from "@clickhouse/client";

import { startEngineProcess } from "../../src/clickhouse/embedded/process.ts";
import { type Footfall, startFootfall } from "../program.ts";
import { type TreeUsage, usageOf } from "../usage.ts";
import { connectStore, engineUrl } from "../website.ts";

export const stores = ["embedded", "server"] as const;
export type Store = (typeof stores)[number];

/** The default of `EMBEDDED_MEMORY_BYTES_MAX`, for the server too. */
const memoryBytesMax = 1024 ** 3;

/** A Footfall and its store. */
export interface Installation {
  readonly title: string;
  readonly footfall: Footfall;
  /** The address of the store's database, with user and password. */
  readonly storeUrl: string;
  readonly client: ClickHouseClient;
  /** Resolves with the usage of Footfall and of its store, wherever that runs. */
  usage(): Promise<TreeUsage>;
  stop(): Promise<void>;
}

/**
 * Starts Footfall with its embedded store, or with another process of the same engine as a
 * ClickHouse server. With `profile`, its main process writes a CPU profile into that directory.
 */
export async function startInstallation(
  store: Store,
  workers: number,
  profile?: string,
): Promise<Installation> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const each of stops.reverse()) await each();
  };
  try {
    const env = { WORKERS: String(workers) };
    const server = store === "server" ? await startServer(stops) : undefined;
    const footfall = await startFootfall({
      env: { ...env, ...(server && { CLICKHOUSE_URL: server.url }) },
      nodeArgs: profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`],
    });
    stops.push(() => footfall.stop());
    const storeUrl = server?.url ?? (await engineUrl(footfall.directory));
    const client = connectStore(storeUrl);
    stops.push(() => client.close());
    const usage = async () => {
      const usage = await usageOf(footfall.pid);
      return server === undefined
        ? usage
        : { ...usage, engine: (await usageOf(server.pid)).engine };
    };
    const title = `${store} store, ${workers} ${workers === 1 ? "worker" : "workers"}`;
    return { title, footfall, storeUrl, client, usage, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a ClickHouse server. Adds to `stops` what ends it and removes its directory. */
async function startServer(
  stops: (() => Promise<unknown>)[],
): Promise<{ readonly url: string; readonly pid: number }> {
  const directory = await mkdtemp(join(tmpdir(), "footfall-bench-server-"));
  stops.push(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
  const grants = ["GRANT ALL ON *.*"];
  const server = await startEngineProcess({ directory, memoryBytesMax, grants });
  stops.push(() => server.kill());
  return { url: server.url.replace(/\/default$/, "/bench"), pid: server.pid };
}
