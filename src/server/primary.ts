import { resolve } from "node:path";
import type { FastifyBaseLogger as Logger } from "fastify";
import type { Salts } from "../collect/salts.ts";
import type { Config } from "../config.ts";
import { inDataDirectory, makeDirectory } from "../directory.ts";
import type { Keys } from "../http/access/keys.ts";
import { createLoginLimiter, type LoginLimiter } from "../http/access/login-limiter.ts";
import { lockDirectory } from "../log/lock.ts";
import { OrphanedLogs } from "../log/orphaned-logs.ts";
import { disk } from "../log/synced-disk.ts";
import { orLate } from "../or-late.ts";
import { Retention } from "../retention/retention.ts";
import { ClosedDayPlanner, type ClosedDayPlannerOptions } from "../rollups/closed-day-planner.ts";
import { OpenDayPlanner } from "../rollups/open-days/open-day-planner.ts";
import { removeSupersededGenerations } from "../rollups/open-days/superseded-generations.ts";
import { RollupWorker, type RollupWorkerOptions } from "../rollups/rollup-worker.ts";
import { removeSuperseded } from "../rollups/superseded-rollups.ts";
import { QueryScheduler } from "../stats/query-scheduler.ts";
import type { Database } from "../store/database.ts";
import { type EventTable, eventTable } from "../store/events.ts";
import { type OnStoreUrl, type OpenedStore, openStore } from "../store/open.ts";
import type { Announce, StoredWebsites } from "../websites/stored-websites.ts";
import type { Websites } from "../websites/websites.ts";
import { type BackgroundJob, startBackgroundJobs } from "./background-jobs.ts";
import type { CleanupStack } from "./cleanup.ts";
import type { Drain, Drainable } from "./drain.ts";
import { startEmailReports } from "./email-reports.ts";
import { loadKeys } from "./keys.ts";
import type { Metrics } from "./metrics.ts";
import { openDrain } from "./open-drain.ts";
import { queryCapacityOf } from "./query-capacity.ts";
import { stopTimes } from "./stop-times.ts";
import { openSalts, openWebsites } from "./wiring.ts";

const retentionEveryMs = 10 * 60_000;

/** The data with which a process starts to answer HTTP. It can be sent to another process. */
export interface ProcessStart {
  readonly config: Config;
  readonly keys: Keys;
  /** `DATA_DIR`, absolute. */
  readonly directory: string;
  /** The name of the event log that the process writes. */
  readonly logId: string;
  /** The size in bytes at which this log refuses events. */
  readonly logBytesMax: number;
}

/** The services that a server has once, however many processes answer HTTP. */
export interface Primary {
  readonly keys: Keys;
  /** The API key, if this start generated it. */
  readonly generatedApiKey: string | undefined;
  readonly loginLimiter: LoginLimiter;
  /** Runs the queries of this process. */
  readonly scheduler: QueryScheduler;
  readonly store: OpenedStore;
  /** The store, whose requests are measured for the metrics. */
  readonly db: Database;
  readonly websites: Websites;
  readonly salts: Salts;
  readonly orphanedLogs: OrphanedLogs;
  /** Returns the data with which a process starts that writes the event log of this name. */
  startOf(logId: string): ProcessStart;
  /**
   * Returns the bytes that the event log of each process may take: an equal share of
   * `EVENT_LOG_BYTES_MAX` without the bytes of orphaned logs.
   */
  logBytesMax(): number;
  /** Resolves when every closed day is rolled up, and every busy open day up to a moment ago. */
  rollUp(): Promise<void>;
  /**
   * Starts retention, in the background. `shipped` resolves when all processes have shipped their
   * events.
   */
  startRetention(shipped: () => Promise<void>): void;
  /**
   * Starts to send the e-mail reports that are due, in the background. `shipped` resolves when all
   * processes have shipped their events.
   */
  startMail(shipped: () => Promise<void>): void;
  /** Lets commands drain this Footfall, see `openDrain`. */
  openDrain(processes: Drainable): Promise<Drain>;
  /** Removes the events of deleted websites, in the background, when `shipped` resolves. */
  purgeEvents(shipped: Promise<void>): void;
}

export interface PrimaryOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly now: () => number;
  readonly metrics: Metrics;
  readonly announce?: Announce;
  readonly onStoreUrl?: OnStoreUrl;
}

/**
 * Opens the primary's services, each after those that it needs. Throws `StartRefused`, with one
 * line for the operator, if one cannot be opened.
 */
export async function openPrimary(
  options: PrimaryOptions,
  cleanup: CleanupStack,
): Promise<Primary> {
  const { config, logger, now, metrics, announce, onStoreUrl } = options;
  const directory = resolve(config.DATA_DIR);
  await inDataDirectory(() => makeDirectory(directory));
  cleanup.push(await inDataDirectory(() => lockDirectory(directory)));
  const { keys, generatedApiKey } = await loadKeys(config);
  const store = await openStore(config, logger, onStoreUrl);
  cleanup.push(() => store.close());

  const db = metrics.timed(store.db);
  const websites = await openWebsites(db, now, announce);
  const salts = openSalts(db, now);
  const events = eventTable(db);
  const orphanedLogs = await inDataDirectory(() =>
    OrphanedLogs.open({ fs: disk, directory, store: events, logger }),
  );
  cleanup.push(() => orphanedLogs.stop());
  metrics.watchShipping(orphanedLogs);
  const rollUps = openRollUps(
    config,
    { db, websites: () => websites.all.list(), logger, now },
    metrics,
  );
  cleanup.push(
    // A silent store must not hold up the end of an orderly stop.
    () => orLate(rollUps.stop(), stopTimes(config).rollUpMs),
    startBackgroundJobs(jobs(config, db, { salts, events, websites, rollUps }), logger),
  );
  const scheduler = new QueryScheduler(queryCapacityOf(config), logger);
  const logBytesMax = () =>
    Math.max(0, Math.floor((config.EVENT_LOG_BYTES_MAX - orphanedLogs.bytes) / config.WORKERS));
  return {
    keys,
    generatedApiKey,
    loginLimiter: createLoginLimiter(now),
    scheduler,
    store,
    db,
    websites,
    salts,
    orphanedLogs,
    startOf: (logId) => ({ config, keys, directory, logId, logBytesMax: logBytesMax() }),
    logBytesMax,
    rollUp: () => rollUps.rollUp(),
    startRetention(shipped) {
      const retention = new Retention({
        db,
        retentionDays: config.RETENTION_DAYS,
        shipped,
        logger,
        now,
      });
      const run = () => retention.run();
      const job = { name: "drop old events", everyMs: retentionEveryMs, run };
      cleanup.push(() => retention.stop(), startBackgroundJobs([job], logger));
    },
    startMail: (shipped) =>
      startEmailReports(
        { config, db, websites, keys, scheduler, shipped, metrics, logger, now },
        cleanup,
      ),
    openDrain: (processes) =>
      openDrain(processes, { config, directory, orphanedLogs, logger }, cleanup),
    purgeEvents(shipped) {
      shipped
        .then(() => events.purge())
        .catch((error: unknown) =>
          logger.warn({ err: error }, "the events of deleted websites are not removed yet"),
        );
    },
  };
}

function openRollUps(
  config: Config,
  deps: ClosedDayPlannerOptions & Pick<RollupWorkerOptions, "logger">,
  metrics: Metrics,
): RollupWorker {
  const closedDays = new ClosedDayPlanner(deps);
  const eventsMin = config.OPEN_DAY_ROLLUP_EVENTS_MIN;
  const openDays = new OpenDayPlanner({ ...deps, eventsMin });
  metrics.watchRollups({ closedDays, openDays });
  const memoryBytesMax = config.ROLLUP_MEMORY_BYTES_MAX;
  return new RollupWorker({ ...deps, memoryBytesMax }, [closedDays, openDays]);
}

function jobs(
  config: Config,
  db: Database,
  parts: {
    salts: Salts;
    events: EventTable;
    websites: StoredWebsites;
    rollUps: RollupWorker;
  },
): BackgroundJob[] {
  const { salts, events, websites, rollUps } = parts;
  const minuteMs = 60_000;
  const always: BackgroundJob[] = [
    { name: "destroy salts", everyMs: minuteMs, run: () => salts.destroyExpired() },
    // The salts of the next days are made ahead: an outage over midnight must not stop collecting.
    { name: "prepare salts", everyMs: minuteMs, run: () => salts.prepare() },
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
  if (config.CLICKHOUSE_URL === undefined) return always;
  // Other processes on the same server may change websites.
  return [...always, { name: "read websites", everyMs: 1_000, run: () => websites.refresh() }];
}
