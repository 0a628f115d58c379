import { resolve } from "node:path";
import type { FastifyBaseLogger as Logger } from "fastify";

import { type ApiKeys, loadApiKeys } from "./api-key.ts";
import { type Chore, startChores } from "./chores.ts";
import type { Closers } from "./closers.ts";
import type { Salts } from "./collect/salts.ts";
import type { Config } from "./config.ts";
import { inDataDirectory, makeDirectory } from "./directory.ts";
import { disk } from "./log/file-system.ts";
import { LeftOverLogs } from "./log/left-over-logs.ts";
import { lockDirectory } from "./log/lock.ts";
import { openSalts, openWebsites } from "./parts.ts";
import { type EventTable, eventTable } from "./store/events.ts";
import { type OnStoreUrl, openStore, type Store } from "./store/open.ts";
import type { Announce, StoredWebsites } from "./websites/stored-websites.ts";

/** What there is once in a Footfall, however many processes answer. */
export interface Primary {
  readonly directory: string;
  readonly apiKeys: ApiKeys;
  readonly store: Store;
  readonly websites: StoredWebsites;
  readonly salts: Salts;
  readonly leftOver: LeftOverLogs;
  /** Has the events of deleted websites removed, in the background, when `shipped` resolves. */
  purgeEvents(shipped: Promise<void>): void;
}

export interface PrimaryOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly now: () => number;
  readonly announce?: Announce;
  readonly onStoreUrl?: OnStoreUrl;
}

/** Opens it, in order. Throws `StartRefused` with one line for the operator. */
export async function openPrimary(options: PrimaryOptions, closers: Closers): Promise<Primary> {
  const { config, log, now, announce, onStoreUrl } = options;
  const directory = resolve(config.DATA_DIR);
  await inDataDirectory(() => makeDirectory(directory));
  closers.push(await inDataDirectory(() => lockDirectory(directory)));
  const apiKeys = await inDataDirectory(() => loadApiKeys(config));
  const store = await openStore(config, log, onStoreUrl);
  closers.push(() => store.close());

  const websites = await openWebsites(store.db, now, announce);
  const salts = openSalts(store.db, now);
  const events = eventTable(store.db);
  const leftOver = await inDataDirectory(() =>
    LeftOverLogs.open({ fs: disk, directory, store: events, log }),
  );
  closers.push(() => leftOver.stop());
  closers.push(startChores(chores(config, { salts, events, websites }), log));
  return {
    directory,
    apiKeys,
    store,
    websites,
    salts,
    leftOver,
    purgeEvents(shipped) {
      shipped
        .then(() => events.purge())
        .catch((error: unknown) => log.warn({ err: error }, "events wait to be purged"));
    },
  };
}

function chores(
  config: Config,
  { salts, events, websites }: { salts: Salts; events: EventTable; websites: StoredWebsites },
): Chore[] {
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
