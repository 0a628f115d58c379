import { join, resolve } from "node:path";
import { ClickHouseError } from "@clickhouse/client";
import type { FastifyBaseLogger as Logger } from "fastify";

import type { Config } from "../config.ts";
import { Problem } from "../errors.ts";
import { ClickHouse } from "./clickhouse.ts";
import type { Database } from "./database.ts";
import { EmbeddedEngine, findRunningEngine, type RunningEngine } from "./embedded/engine.ts";
import { noteJoin } from "./embedded/joins.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { connectServer } from "./server.ts";

export interface Store {
  readonly db: Database;
  /** Where it is now; `undefined` while it is away. */
  readonly url: () => string | undefined;
  /** The embedded engine's process; undefined on a server. */
  readonly enginePid: () => number | undefined;
  close(): Promise<void>;
}

/** A store that this process has opened by itself. */
export interface OwnStore extends Store {
  /**
   * Another text after other processes wrote to the embedded engine; undefined while one may write, and on a server, where
   * nobody knows who does.
   */
  readonly foreignWrites: () => string | undefined;
}

/** Called each time the store comes up at another URL, or goes away; with the process of an embedded engine. */
export type OnStoreUrl = (url: string | undefined, enginePid?: number) => Promise<void>;

/**
 * Opens the store that the configuration names, embedded or server, with its schema up to date.
 * Throws `StartRefused` with the one line that says why it cannot.
 */
export async function openStore(
  config: Config,
  log: Logger,
  onUrl: OnStoreUrl = async () => {},
): Promise<OwnStore> {
  const clickHouse = new ClickHouse();
  let current = config.CLICKHOUSE_URL;
  const engine = await connect(clickHouse, config, log, async (url, enginePid) => {
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
    foreignWrites: () => engine?.joins.ended,
    close,
  };
}

/** Like `openStore`, for commands: where a Footfall runs on the same `DATA_DIR`, its engine is used. */
export async function joinStore(config: Config, log: Logger): Promise<Store> {
  if (config.CLICKHOUSE_URL === undefined) {
    const running = await findRunningEngine(engineDirectory(config));
    if (running !== undefined) return joinEngine(engineDirectory(config), running);
  }
  return openStore(config, log);
}

async function joinEngine(directory: string, { url, pid }: RunningEngine): Promise<Store> {
  const noteEnd = noteJoin(directory);
  const clickHouse = new ClickHouse();
  await clickHouse.use(url, pid);
  // Inserts that may be under way in the engine.
  let unanswered = 0;
  const db: Database = {
    rows: (query, limits) => clickHouse.rows(query, limits),
    csv: (query, limits) => clickHouse.csv(query, limits),
    run: (statement, options) => clickHouse.run(statement, options),
    insert: async (rows) => {
      unanswered += 1;
      try {
        await clickHouse.insert(rows);
        unanswered -= 1;
      } catch (error) {
        const cause = error instanceof Problem ? error.cause : error;
        if (cause instanceof ClickHouseError) unanswered -= 1;
        throw error;
      }
    },
  };
  const close = async () => {
    await clickHouse.use(undefined);
    if (unanswered === 0) noteEnd();
  };
  return { db, url: () => url, enginePid: () => pid, close };
}

async function connect(
  clickHouse: ClickHouse,
  config: Config,
  log: Logger,
  onUrl: OnStoreUrl,
): Promise<EmbeddedEngine | undefined> {
  if (config.CLICKHOUSE_URL !== undefined) {
    await connectServer(clickHouse, config.CLICKHOUSE_URL);
    return undefined;
  }
  return EmbeddedEngine.start({
    directory: engineDirectory(config),
    memoryBytesMax: config.EMBEDDED_MEMORY_BYTES_MAX,
    log,
    onUrl,
  });
}

function engineDirectory(config: Config): string {
  return join(resolve(config.DATA_DIR), "clickhouse");
}
