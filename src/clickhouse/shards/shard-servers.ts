import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger as Logger } from "fastify";
import { withTimeLimit } from "../../base/async/time-limit.ts";
import { Problem, StartRefused } from "../../base/errors.ts";
import { ClickHouse } from "../clickhouse.ts";
import type { Database } from "../database.ts";
import { type Migration, migrate } from "../migrate.ts";
import { pings } from "../ping.ts";
import { connectServer, ServerAway } from "../server.ts";
import { sql } from "../sql.ts";
import type { OnStoreUrl, OpenedStore } from "../store.ts";
import {
  addShardName,
  checkShardNames,
  readMacro,
  readShardNames,
  refuseRenamed,
  type ShardName,
  serverOf,
} from "./shard-names.ts";

/** A server that takes longer to introduce itself is unavailable. */
const introductionMsMax = 3_000;
/** The time between two looks at a server. */
const lookEveryMs = 1_000;
/** The time that a look under way has at a stop. */
const closeMsMax = 500;

export interface ShardServersOptions {
  readonly urls: readonly string[];
  readonly migrations: readonly Migration[];
  /** The names that are known without the first server. */
  readonly knownNames: readonly ShardName[];
  readonly onUrl: OnStoreUrl;
  readonly logger: Logger;
}

/**
 * Opens several servers, each a shard, the first of which has the websites. Those that are
 * unavailable are opened when they come: until then their requests fail with STORE_UNAVAILABLE.
 * Throws `StartRefused` with one line if a server is not the one that the addresses say.
 */
export async function openShardServers(
  options: ShardServersOptions,
): Promise<readonly OpenedStore[]> {
  const { urls, migrations, knownNames } = options;
  const macros = await Promise.all(urls.map(introduce));
  const first = macros[0] === undefined ? undefined : await openFirst(urls[0] ?? "", migrations);
  const servers: ShardServer[] = [];
  try {
    const known = first === undefined ? knownNames : await readShardNames(first);
    const names = urls.map((url, i): ShardName => {
      const address = serverOf(url);
      const remembered = known.find((shard) => shard.address === address)?.name;
      const macro = macros[i];
      const position = String(i + 1);
      return { address, name: macro === undefined ? (remembered ?? position) : macro || position };
    });
    for (const name of names) refuseRenamed(name, known);
    checkShardNames(names);
    for (const [i, url] of urls.entries()) {
      if (i > 0 && macros[i] !== undefined) await refuseWebsites(url);
    }
    for (const [i, { name }] of names.entries()) {
      const isFirst = i === 0;
      const isNameGuess = macros[i] === undefined && !isKnown(names[i], known);
      const server = new ShardServer({
        ...options,
        name,
        isNameGuess,
        isFirst,
        url: urls[i] ?? "",
      });
      servers.push(server);
      if (macros[i] !== undefined) await server.open().catch(unlessAway);
    }
    if (first !== undefined) {
      const seen = names.filter((name, i) => macros[i] !== undefined && !isKnown(name, known));
      for (const name of seen) await addShardName(first, name);
    }
    for (const server of servers) server.watch();
    return servers;
  } catch (error) {
    for (const server of servers) await server.close();
    throw error;
  } finally {
    await first?.use(undefined);
  }
}

function isKnown(name: ShardName | undefined, known: readonly ShardName[]): boolean {
  return known.some(({ address }) => address === name?.address);
}

/** A server that becomes unavailable in the middle of its start is opened when it is back. */
function unlessAway(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}

/** Returns the server's macro, "" without one; undefined if the server is unavailable. */
async function introduce(url: string): Promise<string | undefined> {
  return introduced(url, async (db) => (await readMacro(db)) ?? "");
}

async function openFirst(url: string, migrations: readonly Migration[]): Promise<ClickHouse> {
  const db = new ClickHouse();
  await db.use(url);
  await migrate(db, migrations);
  return db;
}

/** Throws `StartRefused` if a server that is not the first one has websites. */
async function refuseWebsites(url: string): Promise<void> {
  const rows = await introduced(url, (db) =>
    db.rows(sql`
      SELECT 1
      FROM system.tables
      WHERE database = currentDatabase() AND name = 'websites' AND total_rows > 0`),
  );
  if (rows === undefined || rows.length === 0) return;
  throw new StartRefused(
    `CLICKHOUSE_URL: the first address must be the server with the websites, and ${serverOf(url)} has some`,
  );
}

/** Returns what `ask` finds out, or undefined if the server is unavailable. */
async function introduced<T>(
  url: string,
  ask: (db: Database) => Promise<T>,
): Promise<T | undefined> {
  const db = new ClickHouse({ requestTimeoutMs: introductionMsMax });
  try {
    await connectServer(db, url);
    return await ask(db);
  } catch (error) {
    if (error instanceof ServerAway || error instanceof Problem) return undefined;
    throw error;
  } finally {
    await db.use(undefined);
  }
}

interface ShardServerOptions extends ShardServersOptions {
  readonly name: string;
  readonly isNameGuess: boolean;
  readonly isFirst: boolean;
  readonly url: string;
}

/**
 * One of several servers. A server that does not answer is unavailable at once for all: what is
 * under way ends, and new requests fail without waiting. So a dead or frozen server holds nobody
 * up. When it answers again, its schema is brought up to date before anything else uses it.
 */
class ShardServer implements OpenedStore {
  readonly name: string;
  readonly isNameGuess: boolean;
  readonly db = new ClickHouse();
  readonly #options: ShardServerOptions;
  readonly #stopping = new AbortController();
  #isUp = false;
  #watching: Promise<void> = Promise.resolve();

  constructor(options: ShardServerOptions) {
    this.name = options.name;
    this.isNameGuess = options.isNameGuess;
    this.#options = options;
  }

  /** Resolves when the server's schema is up to date and requests get through. */
  async open(): Promise<void> {
    const { url, migrations, onUrl } = this.#options;
    const db = new ClickHouse();
    await db.use(url);
    try {
      await migrate(db, migrations);
    } finally {
      await db.use(undefined);
    }
    if (this.#stopping.signal.aborted) return;
    this.#isUp = true;
    await this.db.use(url);
    await onUrl(this.name, url);
  }

  /** Looks at the server each second from now on. */
  watch(): void {
    this.#watching = this.#watch();
  }

  url(): string | undefined {
    return this.#isUp ? this.#options.url : undefined;
  }

  enginePid(): undefined {
    return undefined;
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    // It may be asking a server that has just gone silent.
    await withTimeLimit(this.#watching, closeMsMax);
    await this.db.use(undefined);
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await delay(lookEveryMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const answers = await pings(this.#options.url, signal);
      if (signal.aborted || answers === this.#isUp) continue;
      if (answers) await this.#reopen();
      else await this.#leave();
    }
  }

  async #leave(): Promise<void> {
    const { onUrl, logger } = this.#options;
    this.#isUp = false;
    logger.warn({ shard: this.name }, "a ClickHouse server does not answer");
    await this.db.use(undefined);
    await onUrl(this.name, undefined);
  }

  async #reopen(): Promise<void> {
    const { url, logger } = this.#options;
    try {
      const macro = await introduce(url);
      if (macro === undefined) return;
      if (macro !== "") this.#checkName(macro);
      await this.open();
      logger.info({ shard: this.name }, "a ClickHouse server answers again");
    } catch (error) {
      logger.error({ err: error, shard: this.name }, "a ClickHouse server cannot be used");
    }
  }

  /** Throws `StartRefused` if the server has another name than the one in use for it. */
  #checkName(name: string): void {
    const { url, isFirst } = this.#options;
    const address = serverOf(url);
    if (!this.isNameGuess) {
      refuseRenamed({ address, name }, [{ address, name: this.name }]);
      return;
    }
    // Nothing is stored under the name of the first server: it is shown, from the next start on.
    if (name === this.name || isFirst) return;
    throw new StartRefused(
      `CLICKHOUSE_URL: ${address} is shard ${name}, which was not known at the start; start Footfall again`,
    );
  }
}
