import type { FastifyBaseLogger as Logger } from "fastify";
import { createAuditLog } from "../../access/audit.ts";
import type { Config } from "../../base/config.ts";
import { inDataDirectory } from "../../base/data-directory.ts";
import type { Database } from "../../clickhouse/database.ts";
import { openStores } from "../../clickhouse/open.ts";
import { serverOf } from "../../clickhouse/shards/shard-names.ts";
import type { OnStoreUrl, OpenedStore } from "../../clickhouse/store.ts";
import type { Salts } from "../../collect/salts.ts";
import { noteWebsites } from "../../http/websites/website-audit.ts";
import { OrphanedLogs } from "../../log/orphaned-logs.ts";
import { disk } from "../../log/synced-disk.ts";
import { auditTable } from "../../tables/audit-table.ts";
import { type EventTable, eventTable } from "../../tables/event-table.ts";
import type { Announce, StoredWebsites } from "../../websites/stored-websites.ts";
import type { CleanupStack } from "../parts/cleanup.ts";
import { openSalts, openWebsites } from "../parts/open-services.ts";
import { refuseMissingShards } from "./missing-shards.ts";
import { RoutedBatches } from "./routed-batches.ts";
import { shardDirectory } from "./shard-directory.ts";
import { placementIn, Shards } from "./shards.ts";
import { type CopiedState, WebsiteCopy } from "./website-copy.ts";

/** The store of a shard, and the access to its events. */
export interface ShardStore {
  readonly store: OpenedStore;
  /** The store, whose requests are measured for the metrics. */
  readonly db: Database;
  readonly events: EventTable;
}

/** The stores of all shards, and what the first one has for all of them. */
export interface ShardStores {
  readonly stores: Shards<ShardStore>;
  readonly websites: StoredWebsites;
  readonly salts: Salts;
  /**
   * Saves a copy of websites and salts, for a start while the first of several shards is
   * unavailable.
   */
  saveCopy(): Promise<void>;
}

export interface ShardStoresOptions {
  readonly config: Config;
  /** `DATA_DIR`, absolute. */
  readonly directory: string;
  readonly logger: Logger;
  readonly now: () => number;
  readonly announce?: Announce | undefined;
  readonly onStoreUrl?: OnStoreUrl | undefined;
  /** Returns the same database, whose requests are measured. */
  readonly timed?: (db: Database) => Database;
}

/**
 * Opens the stores. Throws `StartRefused` with one line if one of them cannot be used, or if a
 * shard is missing that has websites or waits for events.
 */
export async function openShardStores(
  options: ShardStoresOptions,
  cleanup: CleanupStack,
): Promise<ShardStores> {
  const { config, directory, logger, onStoreUrl, timed = (db) => db } = options;
  const copy = config.CLICKHOUSE_URL.length > 1 ? new WebsiteCopy(directory, logger) : undefined;
  const copied = await copy?.read();
  const knownNames = copied?.shards ?? [];
  const opened = await openStores({ config, logger, onUrl: onStoreUrl, knownNames });
  cleanup.push(async () => {
    for (const store of opened) await store.close();
  });
  const [first] = opened;
  if (first === undefined) throw new Error("there is always a store");
  const names = config.CLICKHOUSE_URL.flatMap((url, i) => {
    const { name = "", isNameGuess = false } = opened[i] ?? {};
    return isNameGuess ? [] : [{ address: serverOf(url), name }];
  });
  const save = async (state: Pick<CopiedState, "websites" | "salts">) =>
    copy?.save({ ...state, shards: names });
  const firstDb = timed(first.db);
  const shared = await openWebsitesAndSalts(firstDb, options, copied, save);
  const { websites } = shared;
  await refuseMissingShards({ directory, stores: opened, websites: websites.all.list() });
  const parts = opened.map((store): [string, ShardStore] => {
    const db = store === first ? firstDb : timed(store.db);
    return [store.name, { store, db, events: eventTable(db, firstDb) }];
  });
  return { ...shared, stores: new Shards(new Map(parts), placementIn(websites.all)) };
}

/** Opens the orphaned logs of a shard, and begins to ship them. */
export function openOrphanedLogs(
  name: string,
  { stores, websites }: Pick<ShardStores, "stores" | "websites">,
  { directory, logger }: { readonly directory: string; readonly logger: Logger },
): Promise<OrphanedLogs> {
  const shard = stores.keyOf(name);
  const events = stores.map((store) => store.events);
  return inDataDirectory(() =>
    OrphanedLogs.open({
      fs: disk,
      directory: shardDirectory(directory, shard),
      store:
        events.all.length > 1
          ? new RoutedBatches({ shard, events, websites: websites.all })
          : events.first,
      logger,
    }),
  );
}

async function openWebsitesAndSalts(
  firstDb: Database,
  { config, logger, now, announce }: ShardStoresOptions,
  copied: CopiedState | undefined,
  save: (state: Pick<CopiedState, "websites" | "salts">) => Promise<void>,
): Promise<Omit<ShardStores, "stores">> {
  let saveCopy = async () => {};
  const announceAndSave: Announce = async (changes) => {
    await announce?.(changes);
    await saveCopy();
  };
  const isShared = config.CLICKHOUSE_URL.length > 0;
  const storeEntry = createAuditLog({ audit: auditTable(firstDb), now, logger });
  const note = noteWebsites(storeEntry, () => websites);
  const options = { isShared, copy: copied?.websites, note };
  const websites: StoredWebsites = await openWebsites(firstDb, now, announceAndSave, options);
  const salts = openSalts(firstDb, now, copied?.salts);
  saveCopy = () => save({ websites: websites.all.list(), salts: salts.list() });
  // Before the first event, as Footfall and the first shard may go away at any moment after it. If
  // the first shard is unavailable now, the background job prepares the salts.
  if (copied !== undefined) await salts.prepare().then(saveCopy, () => {});
  return { websites, salts, saveCopy: () => saveCopy() };
}
