import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { Config } from "../base/config.ts";
import { refuseUnfinishedRestore } from "../base/data-directory.ts";
import { Problem, StartRefused } from "../base/errors.ts";
import { ClickHouse } from "./clickhouse.ts";
import type { Database } from "./database.ts";
import { EmbeddedEngine, findRunningEngine } from "./embedded/engine.ts";
import { isRunning } from "./embedded/engine-agent.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { connectServer } from "./server.ts";
import type { ShardName } from "./shards/shard-names.ts";
import { openShardServers } from "./shards/shard-servers.ts";
import type { OnStoreUrl, OpenedStore, Store } from "./store.ts";

export interface StoreOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly onUrl?: OnStoreUrl | undefined;
  /** The names of the shards as far as they are known without the first one. */
  readonly knownNames?: readonly ShardName[];
}

/** The name of a shard that is the only one. */
const onlyName = "1";
/**
 * A command waits this long for an engine's first answer. On a busy machine, one of the lowest
 * priority hardly gets the processor to read it.
 */
const joinMsMax = 30_000;

/**
 * Opens the stores that the configuration names, the embedded one or each server, with their
 * schemas up to date. Of several servers some may be unavailable. Throws `StartRefused` with one
 * line that says why it cannot.
 */
export async function openStores(options: StoreOptions): Promise<readonly OpenedStore[]> {
  const { config, logger, onUrl = async () => {}, knownNames = [] } = options;
  const [url, ...others] = config.CLICKHOUSE_URL;
  if (url === undefined) return [await openEmbedded(config, logger, onUrl)];
  if (others.length === 0) return [await openServer(url)];
  const migrations = await readMigrations();
  const urls = config.CLICKHOUSE_URL;
  return openShardServers({ urls, migrations, knownNames, onUrl, logger });
}

/**
 * Opens the stores for a command, which uses the engine of an instance on the same `DATA_DIR`.
 * Throws `StartRefused` if `DATA_DIR` has no database: the command was started elsewhere. Where the
 * command starts no engine itself, throws `Problem` STORE_UNAVAILABLE if no instance runs.
 */
export async function joinStores(
  config: Config,
  logger: Logger,
  { mayStart = true }: { readonly mayStart?: boolean } = {},
): Promise<readonly Store[]> {
  if (config.CLICKHOUSE_URL.length === 0) {
    await refuseWithoutDatabase(config);
    const engine = await joinEngine(config);
    if (engine !== undefined) return [engine];
    if (!mayStart) throw new Problem("STORE_UNAVAILABLE");
  }
  return openStores({ config, logger });
}

/** The store of an embedded engine that another process runs. */
export interface JoinedEngine extends Store {
  /** Returns whether that engine still runs. */
  isRunning(): boolean;
}

/** Joins the embedded engine that runs on `DATA_DIR`; undefined if there is none. */
export async function joinEngine(config: Config): Promise<JoinedEngine | undefined> {
  const engine = await findRunningEngine(engineDirectory(config), joinMsMax);
  if (engine === undefined) return undefined;
  const { url, pid } = engine;
  const db = new ClickHouse();
  await db.use(url, pid);
  return { name: onlyName, db, close: () => db.use(undefined), isRunning: () => isRunning(pid) };
}

async function openServer(url: string): Promise<OpenedStore> {
  const db = new ClickHouse();
  await connectServer(db, url);
  const close = () => db.use(undefined);
  await migrateOr(close, db);
  return { name: onlyName, db, url: () => url, enginePid: () => undefined, close };
}

async function openEmbedded(
  config: Config,
  logger: Logger,
  onUrl: OnStoreUrl,
): Promise<OpenedStore> {
  await refuseUnfinishedRestore(resolve(config.DATA_DIR));
  const store = await openEngine(config, logger, onUrl);
  await migrateOr(store.close, store.db);
  return store;
}

/** Opens the embedded store with the schema that it has, which is none in an empty `DATA_DIR`. */
export async function openEngine(
  config: Config,
  logger: Logger,
  onUrl: OnStoreUrl = async () => {},
): Promise<OpenedStore> {
  const db = new ClickHouse();
  let current: string | undefined;
  const engine = await EmbeddedEngine.start({
    directory: engineDirectory(config),
    memoryBytesMax: config.EMBEDDED_MEMORY_BYTES_MAX,
    logger,
    onUrl: async (url, enginePid) => {
      current = url;
      await db.use(url, enginePid);
      await onUrl(onlyName, url, enginePid);
    },
  });
  const close = async () => {
    await engine.stop();
    await db.use(undefined);
  };
  return { name: onlyName, db, url: () => current, enginePid: () => engine.pid, close };
}

async function migrateOr(close: () => Promise<void>, db: Database): Promise<void> {
  try {
    await migrate(db, await readMigrations());
  } catch (error) {
    await close();
    throw error;
  }
}

/** Throws `StartRefused` if `DATA_DIR` has no database. */
export async function refuseWithoutDatabase(config: Config): Promise<void> {
  if ((await stat(engineDirectory(config)).catch(() => undefined)) !== undefined) return;
  throw new StartRefused(`${resolve(config.DATA_DIR)} has no database; set DATA_DIR`);
}

/** Returns the directory of the embedded engine, absolute. */
export function engineDirectory(config: Config): string {
  return join(resolve(config.DATA_DIR), "clickhouse");
}
