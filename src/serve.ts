import { resolve } from "node:path";
import type { FastifyInstance, FastifyBaseLogger as Logger } from "fastify";

import { type ApiKeys, loadApiKeys } from "./api-key.ts";
import { buildApp } from "./app.ts";
import { type Chore, startChores } from "./chores.ts";
import { Bulk } from "./collect/bulk.ts";
import { Collector } from "./collect/collector.ts";
import { openPlaces } from "./collect/places.ts";
import type { Config } from "./config.ts";
import { makeDirectory } from "./directory.ts";
import { StartRefused } from "./errors.ts";
import { disk } from "./log/file-system.ts";
import { lockDirectory } from "./log/lock.ts";
import { Shipping } from "./log/shipping.ts";
import { assembleParts, type Parts } from "./parts.ts";
import { languageNames } from "./stats/names.ts";
import { openStore, type Store } from "./store/open.ts";

/** At a stop, what clients have not finished sending by then is cut off. */
const unfinishedRequestsMs = 5_000;
/** At a stop, what has not been shipped by then stays in the log for the next start. */
const lastShippingMs = 2_500;

/** A Footfall that listens. */
export interface Footfall {
  readonly url: string;
  readonly apiKeys: ApiKeys;
  readonly store: Store;
  /** Resolves when every event that is acknowledged now is in the store. */
  shipped(): Promise<void>;
  /** Stops accepting, answers what is under way, hands what was accepted to the store. */
  stop(): Promise<void>;
}

/** Undoes what was opened, in reverse. */
type Closers = (() => unknown)[];

/** Opens everything, in order, and listens. Throws `StartRefused` with one line for the operator. */
export async function serve(
  config: Config,
  log: Logger,
  now: () => number = Date.now,
): Promise<Footfall> {
  const closers: Closers = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    return { ...(await open(config, log, now, closers)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(
  config: Config,
  log: Logger,
  now: () => number,
  closers: Closers,
): Promise<Omit<Footfall, "stop">> {
  const directory = resolve(config.DATA_DIR);
  await inDataDirectory(() => makeDirectory(directory));
  closers.push(await inDataDirectory(() => lockDirectory(directory)));
  const apiKeys = await inDataDirectory(() => loadApiKeys(config));
  const findPlace = await openPlaces(config.GEOIP_DB);
  const opening = openStore(config, log);
  // Takes a fraction of a second, which is free while the store opens and would stall a request.
  languageNames();
  const store = await opening;
  closers.push(() => store.close());

  const parts = await assembleParts(store.db, findPlace, now);
  const bytesMax = config.EVENT_LOG_BYTES_MAX;
  const shipping = await inDataDirectory(() =>
    Shipping.open({ fs: disk, directory, bytesMax, store: parts.events, log }),
  );
  closers.push(() => shipping.stop(lastShippingMs));

  const collector = new Collector({ ...parts, log: shipping.eventLog });
  const app = buildApp({
    db: store.db,
    websites: parts.websites,
    collector,
    bulk: new Bulk({ collector, receipts: parts.receipts, now }),
    acceptsEvents: () => shipping.eventLog.accepts,
    // What was acknowledged before the website was deleted is still on its way.
    purgeEvents: () => {
      const purged = shipping.shipped().then(() => parts.events.purge());
      purged.catch((error: unknown) => log.warn({ err: error }, "events wait to be purged"));
    },
    apiKeys: apiKeys.keys,
    trustProxy: config.TRUST_PROXY,
    log,
    now,
  });
  const url = await listen(app, config);
  closers.push(() => closeApp(app), startChores(chores(config, parts), log));
  return { url, apiKeys, store, shipped: () => shipping.shipped() };
}

function chores(config: Config, { salts, events, websites }: Parts): Chore[] {
  const minute = 60_000;
  const always: Chore[] = [
    { name: "destroy salts", everyMs: minute, run: () => salts.destroyExpired() },
    // An outage over midnight must not stop the collecting.
    { name: "prepare salts", everyMs: minute, run: () => salts.prepare() },
    // Events may outlive their website: the store can go away between the two deletions.
    { name: "purge events", everyMs: minute, run: () => events.purge() },
  ];
  if (config.CLICKHOUSE_URL === undefined) return always;
  // Other processes on the same server may change websites.
  return [...always, { name: "read websites", everyMs: 1_000, run: () => websites.refresh() }];
}

/** Opens something in `DATA_DIR`; where that cannot be done, one line says so. */
async function inDataDirectory<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && "syscall" in error)) throw error;
    throw new StartRefused(`DATA_DIR cannot be written: ${error.message}`);
  }
}

async function listen(app: FastifyInstance, { HOST, PORT }: Config): Promise<string> {
  try {
    await app.listen({ host: HOST, port: PORT });
    const address = app.server.address();
    const port = typeof address === "object" && address !== null ? address.port : PORT;
    return `http://${HOST.includes(":") ? `[${HOST}]` : HOST}:${port}`;
  } catch (error) {
    await app.close();
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") throw new StartRefused(`PORT ${PORT} is in use by another program`);
    if (code === "EACCES") throw new StartRefused(`PORT ${PORT} may not be used by this user`);
    throw new StartRefused(`HOST ${HOST}: ${message}`);
  }
}

async function closeApp(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), unfinishedRequestsMs);
  await app.close();
  clearTimeout(cutOff);
}
