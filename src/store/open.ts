import { join, resolve } from "node:path";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { Config } from "../config.ts";
import { ClickHouse } from "./clickhouse.ts";
import type { Database } from "./database.ts";
import { EmbeddedEngine, findRunningEngine, type RunningEngine } from "./embedded/engine.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { connectServer } from "./server.ts";

export interface Store {
  readonly db: Database;
  close(): Promise<void>;
}

/** A store that other processes are told how to reach. */
export interface OpenedStore extends Store {
  /** Returns where the store is now, `undefined` while it is away. */
  readonly url: () => string | undefined;
  /**
   * Returns the process of the embedded engine, `undefined` on a server. The primary hands it to
   * each new worker, which connects to that process alone (`EngineAgent`).
   */
  readonly enginePid: () => number | undefined;
}

/** Called each time the store comes up at another URL, or goes away; with the process of an embedded engine. */
export type OnStoreUrl = (url: string | undefined, enginePid?: number) => Promise<void>;

/**
 * Opens the store that the configuration names, embedded or server, with its schema up to date.
 * Throws `StartRefused` with the one line that says why it cannot.
 */
export async function openStore(
  config: Config,
  logger: Logger,
  onUrl: OnStoreUrl = async () => {},
): Promise<OpenedStore> {
  const clickHouse = new ClickHouse();
  let current = config.CLICKHOUSE_URL;
  const engine = await connect(clickHouse, config, logger, async (url, enginePid) => {
    current = url;
    await clickHouse.use(url, enginePid);
    await onUrl(url, enginePid);
  });
  const close = async () => {
    await engine?.stop();
    await clickHouse.use(undefined);
  };
  try {
    await migrate(clickHouse, await readMigrations());
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db: clickHouse,
    url: () => current,
    enginePid: () => engine?.pid,
    close,
  };
}

/** Like `openStore`, for commands: where a Footfall runs on the same `DATA_DIR`, its engine is used. */
export async function joinStore(config: Config, logger: Logger): Promise<Store> {
  if (config.CLICKHOUSE_URL === undefined) {
    const running = await findRunningEngine(engineDirectory(config));
    if (running !== undefined) return joinEngine(running);
  }
  return openStore(config, logger);
}

async function joinEngine({ url, pid }: RunningEngine): Promise<Store> {
  const db = new ClickHouse();
  await db.use(url, pid);
  return { db, close: () => db.use(undefined) };
}

async function connect(
  clickHouse: ClickHouse,
  config: Config,
  logger: Logger,
  onUrl: OnStoreUrl,
): Promise<EmbeddedEngine | undefined> {
  if (config.CLICKHOUSE_URL !== undefined) {
    await connectServer(clickHouse, config.CLICKHOUSE_URL);
    return undefined;
  }
  return EmbeddedEngine.start({
    directory: engineDirectory(config),
    memoryBytesMax: config.EMBEDDED_MEMORY_BYTES_MAX,
    logger,
    onUrl,
  });
}

function engineDirectory(config: Config): string {
  return join(resolve(config.DATA_DIR), "clickhouse");
}
