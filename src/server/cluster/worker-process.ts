import { createAuditLog } from "../../access/audit.ts";
import type { StoredAccess } from "../../access/stored-access.ts";
import { sharedRuns } from "../../base/async/shared-runs.ts";
import { withTimeLimit } from "../../base/async/time-limit.ts";
import { inDataDirectory } from "../../base/data-directory.ts";
import { StartRefused } from "../../base/errors.ts";
import { createLogger } from "../../base/logger.ts";
import { ClickHouse } from "../../clickhouse/clickhouse.ts";
import { noteAccess } from "../../http/access/access-audit.ts";
import { lockForWorker } from "../../log/lock.ts";
import { catchUpMsMax } from "../../log/shipper.ts";
import { QueryScheduler } from "../../stats/query-scheduler.ts";
import { auditTable } from "../../tables/audit-table.ts";
import { eventTable } from "../../tables/event-table.ts";
import { type Listener, openListener } from "../listener.ts";
import { Metrics } from "../metrics/metrics.ts";
import { accessJob } from "../parts/access-job.ts";
import { startBackgroundJobs } from "../parts/background-jobs.ts";
import { withCleanup } from "../parts/cleanup.ts";
import { openAccess, openLookups, openSalts } from "../parts/open-services.ts";
import { queryCapacityOf } from "../parts/query-capacity.ts";
import { shardNameIn } from "../shards/shard-choice.ts";
import { placementIn, Shards } from "../shards/shards.ts";
import {
  connectCalls,
  type PrimaryCalls,
  type StoreAddress,
  type WorkerCalls,
  type WorkerStart,
} from "./calls.ts";
import { MirroredWebsites } from "./mirrored-websites.ts";
import { joinTurns } from "./shared-turns.ts";

const minuteMs = 60_000;

/**
 * Answers HTTP for the primary that forked this process, until the primary calls `stop`. Ends the
 * process at once when the primary has ended: no other primary may take this event log for an
 * orphaned one while this process writes it.
 */
export async function runWorker(): Promise<void> {
  // Ctrl+C reaches every process of the group, but the primary stops its workers in order.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  process.on("disconnect", () => process.exit());
  // Calls of the primary may arrive before the worker is open: they wait for it.
  let setWorker: (worker: Worker) => void = () => {};
  let isOpen = false;
  const worker = new Promise<Worker>((resolve) => {
    setWorker = resolve;
  });
  const primary = connectCalls<PrimaryCalls, WorkerCalls>(process, {
    ping: async () => {},
    applyChanges: async (changes) => (await worker).websites.all.apply(changes),
    readAccess: async () => (await worker).access.refresh(),
    useStore: async (store) => (await worker).useStore(store),
    shipped: async (shard) => (await worker).shipped(shard),
    forgotten: async (shard) => (await worker).forgotten(shard),
    // A worker that does not listen yet has acknowledged nothing.
    catchUp: async () => (isOpen ? (await worker).catchUp() : undefined),
    saveNames: async () => (isOpen ? (await worker).saveNames() : undefined),
    recentReads: async (websiteId) => (isOpen ? (await worker).recentReads(websiteId) : []),
    limitLogs: async (bytesMax) => (await worker).limitLogs(bytesMax),
    readMetrics: async () => (await worker).metrics.json(),
    stop: async () => (await worker).stop(),
  });
  try {
    const start = await primary.begin();
    setWorker(await openWorker(start, primary));
    isOpen = true;
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    await primary.refused(error.message);
    process.exit(1);
  }
}

interface Worker extends Omit<Listener, "url"> {
  readonly websites: MirroredWebsites;
  readonly access: StoredAccess;
  readonly metrics: Metrics;
  useStore(store: StoreAddress): Promise<void>;
  stop(): Promise<void>;
}

function openWorker(
  start: WorkerStart,
  primary: ReturnType<typeof connectCalls<PrimaryCalls, WorkerCalls>>,
): Promise<Worker> {
  return withCleanup(async (cleanup) => {
    const { config, directory } = start;
    const logger = createLogger(config);
    cleanup.push(await inDataDirectory(() => lockForWorker(directory)));
    const metrics = new Metrics();
    cleanup.push(() => metrics.stop());
    const websites = new MirroredWebsites(primary, start.websites, {
      isShared: config.CLICKHOUSE_URL.length > 0,
      nameOf: shardNameIn(start.stores.map(({ name }) => name)),
    });
    const clickHouses = new Shards(
      new Map(start.stores.map(({ name }) => [name, new ClickHouse()])),
      placementIn(websites.all),
    );
    const useStore = ({ name, url, enginePid }: StoreAddress) =>
      clickHouses.named(name).use(url, enginePid);
    for (const store of start.stores) {
      await useStore(store);
      cleanup.push(() => useStore({ ...store, url: undefined }));
    }
    const dbs = clickHouses.map((clickHouse) => metrics.timed(clickHouse));
    const exports = joinTurns({
      takeTurn: (ticket) => primary.takeTurn(ticket),
      leaveTurn: (ticket) => void primary.leaveTurn.asEvent(ticket),
    });
    const stores = dbs.map((db) => ({
      db,
      events: eventTable(db, dbs.first),
      scheduler: new QueryScheduler(queryCapacityOf(config), logger, exports),
    }));
    const storeEntry = createAuditLog({ audit: auditTable(dbs.first), now: Date.now, logger });
    const access = await openAccess(dbs.first, {
      isShared: config.CLICKHOUSE_URL.length > 0,
      note: noteAccess(storeEntry, () => websites),
      known: start.knownAccess,
      announce: () => primary.readAccessChanges(),
    });
    const salts = openSalts(dbs.first, Date.now, start.salts);
    const catchUpAll = sharedRuns(() =>
      withTimeLimit(primary.catchUp(), catchUpMsMax).catch(() => {}),
    );
    const listener = await openListener(
      {
        ...start,
        stores,
        lookups: await openLookups(config),
        websites,
        access,
        salts,
        loginLimiter: primary,
        purgeEvents: () => void primary.purgeEvents.asEvent(),
        imports: { look: () => void primary.lookForImports.asEvent() },
        rollUp: () => void primary.rollUp.asEvent(),
        corrections: { look: () => void primary.lookForCorrections.asEvent() },
        metrics,
        catchUpAll: () => withTimeLimit(catchUpAll(), catchUpMsMax),
        saveAllNames: sharedRuns(() =>
          withTimeLimit(primary.saveNames(), catchUpMsMax).catch(() => {}),
        ),
        readRecentReads: (websiteId) => primary.readRecentReads(websiteId),
        readMetrics: () => primary.readMetrics(),
        readReasons: () => primary.readReasons(),
        logger,
        now: Date.now,
      },
      cleanup,
    );
    cleanup.push(
      startBackgroundJobs(
        [
          accessJob(access),
          { name: "prepare salts", everyMs: minuteMs, run: () => salts.prepare() },
          { name: "forget salts", everyMs: minuteMs, run: async () => salts.forgetExpired() },
        ],
        logger,
      ),
    );
    await primary.listening(listener.url);
    return { ...listener, websites, access, metrics, useStore };
  });
}
