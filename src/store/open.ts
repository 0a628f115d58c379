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

/** A store that tells how other processes can reach it. */
export interface OpenedStore extends Store {
  /** Returns where the store is now, `undefined` while it is away. */
  readonly url: () => string | undefined;
  /**
   * Returns the process of the embedded engine, `undefined` on a server. The primary hands it to
   * each new worker, which connects to that process alone (`EngineAgent`).
   */
  readonly enginePid: () => number | undefined;
}

/**
 * Receives the store's URL each time the store comes up at another one, or `undefined` when it goes
 * away. For an embedded engine it also receives the id of the engine's process.
 */
export type OnStoreUrl = (url: string | undefined, enginePid?: number) => Promise<void>;

/**
 * Opens the store that the configuration names, embedded or server, with its schema up to date.
 * Throws `StartRefused` with one line that says why it cannot.
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

/** Opens the store for a command, which uses the engine of a Footfall on the same `DATA_DIR`. */
export async function joinStore(config: Config, logger: Logger): Promise<Store> {
  if (config.CLICKHOUSE_URL === undefined) {
    const engine = await findRunningEngine(engineDirectory(config));
    if (engine !== undefined) return joinEngine(engine);
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
