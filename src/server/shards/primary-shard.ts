import type { FastifyBaseLogger as Logger } from "fastify";
import type { StoredAccess } from "../../access/stored-access.ts";
import type { ConcurrencyLimiter } from "../../base/async/concurrency-limiter.ts";
import { withTimeLimit } from "../../base/async/time-limit.ts";
import type { Config } from "../../base/config.ts";
import { inDataDirectory, makeDirectory } from "../../base/data-directory.ts";
import type { Database } from "../../clickhouse/database.ts";
import { readHeartbeats } from "../../clickhouse/shards/heartbeats.ts";
import type { OpenedStore } from "../../clickhouse/store.ts";
import type { Keys } from "../../http/access/keys.ts";
import { isImportedInto } from "../../import/run/records.ts";
import type { OrphanedLogs } from "../../log/orphaned-logs.ts";
import { ClosedDayPlanner } from "../../rollups/closed-day-planner.ts";
import { OpenDayPlanner } from "../../rollups/open-days/open-day-planner.ts";
import { removeSupersededGenerations } from "../../rollups/open-days/superseded-generations.ts";
import type { Month } from "../../rollups/retention/month.ts";
import { Retention } from "../../rollups/retention/retention.ts";
import { RollupWorker } from "../../rollups/rollup-worker.ts";
import { removeSuperseded } from "../../rollups/superseded-rollups.ts";
import { QueryScheduler } from "../../stats/query-scheduler.ts";
import type { EventTable } from "../../tables/event-table.ts";
import type { StoredWebsites } from "../../websites/stored-websites.ts";
import { isOn, type Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import { isCorrected } from "../corrections/corrections.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { type BackgroundJob, startBackgroundJobs } from "../parts/background-jobs.ts";
import type { CleanupStack } from "../parts/cleanup.ts";
import { startNotifications } from "../parts/notification-jobs.ts";
import { queryCapacityOf } from "../parts/query-capacity.ts";
import { findConditions } from "../parts/standing-conditions.ts";
import { stopTimes } from "../parts/stop-times.ts";
import { shardDirectory } from "./shard-directory.ts";
import { openOrphanedLogs, type ShardStore } from "./shard-stores.ts";
import type { Shards } from "./shards.ts";

const minuteMs = 60_000;
const retentionEveryMs = 10 * minuteMs;

/** The services that a server has once for each shard, however many processes answer HTTP. */
export interface PrimaryShard {
  readonly name: string;
  /** The directory with the event logs of the shard, absolute. */
  readonly directory: string;
  readonly store: OpenedStore;
  /** The store, whose requests are measured for the metrics. */
  readonly db: Database;
  /** Runs the queries of this process. */
  readonly scheduler: QueryScheduler;
  readonly events: EventTable;
  readonly orphanedLogs: OrphanedLogs;
  readonly rollUps: RollupWorker;
}

export interface PrimaryShardOptions {
  readonly config: Config;
  /** `DATA_DIR`, absolute. */
  readonly directory: string;
  readonly stores: Shards<ShardStore>;
  readonly websites: StoredWebsites;
  readonly logger: Logger;
  readonly now: () => number;
  readonly metrics: Metrics;
  /** The turns of exports, which all shards and processes share. */
  readonly exports: ConcurrencyLimiter;
}

/** Opens the services of a shard. Its background jobs begin at once. */
export async function openPrimaryShard(
  name: string,
  options: PrimaryShardOptions,
  cleanup: CleanupStack,
): Promise<PrimaryShard> {
  const { config, stores, logger, now, metrics } = options;
  const { store, db, events } = stores.named(name);
  const key = stores.keyOf(name);
  const directory = shardDirectory(options.directory, key);
  await inDataDirectory(() => makeDirectory(directory));
  const websites = websitesOn(key, options.websites);
  const orphanedLogs = await openOrphanedLogs(name, options, options);
  cleanup.push(() => orphanedLogs.stop());
  metrics.watchShipping(name, orphanedLogs);
  const rollUps = openRollUps({ config, db, websites: websites.list, logger, now, metrics });
  cleanup.push(
    // A silent store must not hold up the end of an orderly stop.
    () => withTimeLimit(rollUps.stop(), stopTimes(config).rollUpMs),
    startBackgroundJobs(jobs(db, events, rollUps), logger),
  );
  const scheduler = new QueryScheduler(queryCapacityOf(config), logger, options.exports);
  return { name, directory, store, db, scheduler, events, orphanedLogs, rollUps };
}

/**
 * Starts the jobs of a shard that wait until all processes have shipped their events, which is when
 * `shipped` resolves. Returns retention, which may also be run in between.
 */
export function startShippedJobs(
  shard: PrimaryShard,
  shipped: () => Promise<void>,
  options: PrimaryShardOptions & {
    readonly keys: Keys;
    readonly access: StoredAccess;
    /** As `shipped`, for all shards. */
    readonly allShipped: () => Promise<unknown>;
  },
  cleanup: CleanupStack,
): Pick<Retention, "run"> {
  const { config, stores, keys, logger, now, metrics } = options;
  const { name, db, scheduler } = shard;
  const { RETENTION_DAYS: retentionDays } = config;
  const saltDb = stores.first.db;
  const isHeld = async (month: Month) =>
    (await isAnyMoving(stores, options.websites)) ||
    (await isImportedInto(db, month)) ||
    (await isCorrected(db, month));
  const retention = new Retention({ db, saltDb, retentionDays, shipped, isHeld, logger, now });
  const run = () => retention.run();
  const job = { name: "drop old events", everyMs: retentionEveryMs, run };
  cleanup.push(() => retention.stop(), startBackgroundJobs([job], logger));
  const websites = websitesOn(stores.keyOf(name), options.websites);
  startNotifications(
    {
      config,
      db,
      firstDb: saltDb,
      allDbs: stores.all.map((each) => each.db),
      websites,
      everywhere: {
        websites: () => options.websites.all.list(),
        dbOf: (id) => stores.of(id).db,
        shipped: options.allShipped,
      },
      keys,
      access: options.access,
      scheduler,
      shipped,
      isMoving: () => isAnyMoving(stores, options.websites),
      metrics,
      logger,
      now,
    },
    cleanup,
  );
  return retention;
}

/** Returns whether a website is being moved, or was when its move was cut off. */
async function isAnyMoving(stores: Shards<ShardStore>, { all }: Websites): Promise<boolean> {
  if (stores.all.length === 1) return false;
  if (all.list().some(({ placement }) => placement.movingTo !== undefined)) return true;
  return (await readHeartbeats(stores.first.db, "move")).length > 0;
}

/** Returns the websites of which a shard has all data: none that is on its way from or to it. */
function websitesOn(shard: string, { all }: Websites) {
  const isHere = (website: Website) => isOn(shard, website);
  return {
    list: () => all.list().filter(isHere),
    find: (id: number) => [all.find(id)].find((website) => website && isHere(website)),
  };
}

function openRollUps({
  config,
  metrics,
  ...deps
}: {
  config: Config;
  db: Database;
  websites: () => readonly Website[];
  logger: Logger;
  now: () => number;
  metrics: Metrics;
}): RollupWorker {
  const closedDays = new ClosedDayPlanner({
    ...deps,
    findConditions: () => findConditions(deps.db),
  });
  const { openDayEventsMin: eventsMin, rollupMemoryBytesMax: memoryBytesMax } = config;
  const openDays = new OpenDayPlanner({ ...deps, eventsMin });
  metrics.watchRollups({ closedDays, openDays });
  return new RollupWorker({ ...deps, memoryBytesMax }, [closedDays, openDays]);
}

function jobs(db: Database, events: EventTable, rollUps: RollupWorker): BackgroundJob[] {
  return [
    // Events may outlive their website: the store can fail between the two deletions.
    { name: "purge events", everyMs: minuteMs, run: () => events.purge() },
    { name: "roll up days", everyMs: minuteMs, run: () => rollUps.rollUp() },
    { name: "remove old roll-ups", everyMs: 60 * minuteMs, run: () => removeSuperseded(db) },
    {
      name: "remove old open-day roll-ups",
      everyMs: 10 * minuteMs,
      run: () => removeSupersededGenerations(db),
    },
  ];
}
