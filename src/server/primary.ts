import { resolve } from "node:path";
import type { FastifyBaseLogger as Logger } from "fastify";
import { createAuditLog } from "../access/audit.ts";
import { People } from "../access/people.ts";
import type { StoredAccess } from "../access/stored-access.ts";
import { ConcurrencyLimiter } from "../base/async/concurrency-limiter.ts";
import type { Config } from "../base/config.ts";
import { inDataDirectory, makeDirectory } from "../base/data-directory.ts";
import type { Database } from "../clickhouse/database.ts";
import type { OnStoreUrl } from "../clickhouse/store.ts";
import type { Salts } from "../collect/salts.ts";
import { noteAccess } from "../http/access/access-audit.ts";
import type { Keys } from "../http/access/keys.ts";
import { createLoginLimiter, type LoginLimiter } from "../http/access/login-limiter.ts";
import type { HealthReason } from "../http/operating/health-route.ts";
import { uploadsIn } from "../import/files/upload.ts";
import { lockDirectory } from "../log/lock.ts";
import type { Retention } from "../rollups/retention/retention.ts";
import { exportLimits } from "../stats/query-scheduler.ts";
import { auditTable } from "../tables/audit-table.ts";
import type { Announce, StoredWebsites } from "../websites/stored-websites.ts";
import { type LaterCorrections, openCorrections } from "./corrections/open-corrections.ts";
import { Imports } from "./imports/imports.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { accessJob } from "./parts/access-job.ts";
import { type BackgroundJob, startBackgroundJobs } from "./parts/background-jobs.ts";
import type { CleanupStack } from "./parts/cleanup.ts";
import { loadKeys } from "./parts/keys.ts";
import { openAccess, openDefinitions } from "./parts/open-services.ts";
import { readRestoreId } from "./parts/restore-id.ts";
import { startHeartbeat } from "./shards/heartbeat.ts";
import { openPrimaryShard, type PrimaryShard, startShippedJobs } from "./shards/primary-shard.ts";
import { shardChoice } from "./shards/shard-choice.ts";
import { openShardStores } from "./shards/shard-stores.ts";
import type { Shards } from "./shards/shards.ts";

/** The part of a process's start data that belongs to one shard. */
export interface ShardStart {
  readonly name: string;
  /** The directory with the event logs of the shard, absolute. */
  readonly directory: string;
  /** The size in bytes at which the process's log refuses events. */
  readonly logBytesMax: number;
}

/** The data with which a process starts to answer HTTP. It can be sent to another process. */
export interface ProcessStart {
  readonly config: Config;
  readonly keys: Keys;
  /** `DATA_DIR`, absolute. */
  readonly directory: string;
  /** See `readRestoreId`. */
  readonly restoreId: string;
  /** The name of the event logs that the process writes, one for each shard. */
  readonly logId: string;
  /** The first shard first. */
  readonly shards: readonly ShardStart[];
}

/** The services that a server has once, however many processes answer HTTP. */
export interface Primary {
  readonly keys: Keys;
  /** The API key, if this start generated it. */
  readonly generatedApiKey: string | undefined;
  /** The path that makes the first owner, if somebody who opens it can become that. */
  readonly startPath: string | undefined;
  readonly loginLimiter: LoginLimiter;
  readonly stores: Shards<PrimaryShard>;
  readonly websites: StoredWebsites;
  readonly access: StoredAccess;
  readonly salts: Salts;
  /** Returns the data with which a process starts that writes the event logs of this name. */
  startOf(logId: string): ProcessStart;
  /**
   * Returns the bytes that each process's event log of each shard may take: an equal share of
   * `EVENT_LOG_BYTES_MAX` without the bytes of orphaned logs.
   */
  logBytesMax(): readonly number[];
  /** Calls `listener` each time `logBytesMax` has changed. */
  onLogBytesMax(listener: () => void): void;
  /** Takes on the event logs of a process that is gone, if it made some. */
  leaveLogs(logId: string): Promise<void>;
  /** Resolves when the orphaned logs of one shard, or of all, are in the store. */
  orphansShipped(shard?: string): Promise<void>;
  /** Resolves when every closed day is rolled up, and every busy open day up to a moment ago. */
  rollUp(): Promise<void>;
  /** Resolves with the `reasons` of `GET /health`. */
  readReasons(): Promise<readonly HealthReason[]>;
  /**
   * Starts retention, corrections, alerts, mails and webhooks, in the background. `shipped`
   * resolves when all processes have shipped their events for a shard, and `forgotten` when their
   * logs have them no more either.
   */
  startShippedJobs(
    shipped: (shard: string) => Promise<void>,
    forgotten: (shard: string) => Promise<void>,
  ): void;
  /** The turns of exports, which all shards and processes share. */
  readonly exports: ConcurrencyLimiter;
  /** Runs and undoes imports, in the background. */
  readonly imports: Pick<Imports, "look" | "prepare">;
  /** Runs corrections, in the background. */
  readonly corrections: Pick<LaterCorrections, "look">;
  /**
   * Removes the events of deleted websites, in the background, when `shipped` resolves, and the
   * files of their imports.
   */
  purgeEvents(shipped: Promise<unknown>): void;
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
  const { config, logger, now, metrics } = options;
  const directory = resolve(config.DATA_DIR);
  await inDataDirectory(() => makeDirectory(directory));
  cleanup.push(await inDataDirectory(() => lockDirectory(directory)));
  const { keys, generatedApiKey } = await loadKeys(config);
  const restoreId = await inDataDirectory(() => readRestoreId(directory));
  const opened = await openShardStores(
    { ...options, directory, timed: (db) => metrics.timed(db) },
    cleanup,
  );
  const { stores, websites, salts, saveCopy } = opened;
  metrics.watchStores(stores.all.map(({ store }) => store));
  const firstDb = stores.first.db;
  websites.useShards(
    shardChoice(
      stores.map(({ db }) => db),
      () => websites.all.list(),
    ),
  );
  const access = await openPrimaryAccess(options, firstDb, websites);
  const exports = new ConcurrencyLimiter(exportLimits);
  const shared = { config, directory, stores, websites, logger, now, metrics, exports };
  const shards = await stores.mapInTurn((_, name) => openPrimaryShard(name, shared, cleanup));
  const retentions = new Map<string, Pick<Retention, "run">>();
  const imports = openImports({ ...shared, shards, retentions }, cleanup);
  const corrections = openCorrections({ shards, websites, logger, now }, cleanup);
  cleanup.push(startBackgroundJobs(jobs(config, { salts, websites, access, saveCopy }), logger));
  if (shards.all.length > 1) startHeartbeat(firstDb, websites, logger, cleanup);
  const logBytesMax = () =>
    shards.all.map(({ orphanedLogs }) => logShare(config, shards.all.length, orphanedLogs.bytes));
  return {
    keys,
    generatedApiKey,
    startPath: startPathOf(config, access, keys),
    loginLimiter: createLoginLimiter(now),
    stores: shards,
    websites,
    access,
    salts,
    imports,
    corrections,
    exports,
    startOf: (logId) => ({
      config,
      keys,
      directory,
      restoreId,
      logId,
      shards: shardStarts(shards, logBytesMax()),
    }),
    logBytesMax,
    onLogBytesMax(listener) {
      for (const { orphanedLogs } of shards.all) orphanedLogs.onBytes(listener);
    },
    async leaveLogs(logId) {
      for (const { orphanedLogs } of shards.all) await orphanedLogs.add(logId);
    },
    async orphansShipped(name) {
      const some = name === undefined ? shards.all : [shards.named(name)];
      await Promise.all(some.map(({ orphanedLogs }) => orphanedLogs.shipped()));
    },
    async rollUp() {
      await Promise.all(shards.all.map(({ rollUps }) => rollUps.rollUp()));
    },
    async readReasons() {
      return shards.all.some(({ rollUps }) => rollUps.hasFailures) ? ["rollups"] : [];
    },
    startShippedJobs(shipped, forgotten) {
      startRetentions(shards, shipped, { ...shared, keys, access, retentions }, cleanup);
      corrections.start(shipped, forgotten);
    },
    purgeEvents(shipped) {
      imports.look();
      shipped
        .then(() => Promise.all(shards.all.map(({ events }) => events.purge())))
        .catch((error: unknown) =>
          logger.warn({ err: error }, "the events of deleted websites are not removed yet"),
        );
    },
  };
}

/** Starts the jobs of all shards that wait until all processes have shipped their events. */
function startRetentions(
  shards: Shards<PrimaryShard>,
  shipped: (shard: string) => Promise<void>,
  options: Omit<Parameters<typeof startShippedJobs>[2], "allShipped"> & {
    readonly retentions: Map<string, Pick<Retention, "run">>;
  },
  cleanup: CleanupStack,
): void {
  const allShipped = () => Promise.all(shards.all.map(({ name }) => shipped(name)));
  for (const shard of shards.all) {
    const shippedHere = () => shipped(shard.name);
    const retention = startShippedJobs(shard, shippedHere, { ...options, allShipped }, cleanup);
    options.retentions.set(shard.name, retention);
  }
}

function openPrimaryAccess(
  { config, logger, now }: Pick<PrimaryOptions, "config" | "logger" | "now">,
  db: Database,
  websites: StoredWebsites,
): Promise<StoredAccess> {
  const storeEntry = createAuditLog({ audit: auditTable(db), now, logger });
  return openAccess(db, {
    isShared: config.CLICKHOUSE_URL.length > 0,
    note: noteAccess(storeEntry, () => websites),
  });
}

function startPathOf({ PASSWORDS }: Config, access: StoredAccess, keys: Keys): string | undefined {
  const isOpen = PASSWORDS === "on" && new People(access, Date.now).awaitsFirst;
  return isOpen ? `/start#${keys.start}` : undefined;
}

/** Opens the imports of all shards. What was cut off goes on when the background jobs begin. */
function openImports(
  options: Pick<PrimaryOptions, "config" | "logger" | "now"> & {
    readonly directory: string;
    readonly shards: Shards<PrimaryShard>;
    readonly websites: StoredWebsites;
    /** Retention of each shard that has begun, by the shard's name. */
    readonly retentions: ReadonlyMap<string, Pick<Retention, "run">>;
  },
  cleanup: CleanupStack,
): Imports {
  const { config, directory, shards, websites, logger, now } = options;
  const imports = new Imports({
    config,
    logger,
    now,
    uploads: uploadsIn(directory),
    stores: shards.all.map(({ name, db }) => {
      return { key: shards.keyOf(name), db, definitions: openDefinitions(db, now) };
    }),
    first: shards.first.db,
    findWebsite: (id) => websites.all.find(id),
    onChange: () => {
      // Days that are older than retention keeps them go as soon as they are rolled up.
      for (const { name, rollUps } of shards.all) {
        const dropOld = () => options.retentions.get(name)?.run();
        rollUps
          .rollUp()
          .then(dropOld)
          .catch(() => {});
      }
    },
  });
  const job = { name: "run imports", everyMs: 60_000, run: () => imports.run() };
  cleanup.push(() => imports.stop(), startBackgroundJobs([job], logger));
  return imports;
}

function shardStarts(shards: Shards<PrimaryShard>, logBytesMax: readonly number[]): ShardStart[] {
  return shards.all.map(({ name, directory }, i) => {
    return { name, directory, logBytesMax: logBytesMax[i] ?? 0 };
  });
}

function logShare(
  { EVENT_LOG_BYTES_MAX, WORKERS }: Config,
  shards: number,
  orphanedBytes: number,
): number {
  return Math.max(0, Math.floor((EVENT_LOG_BYTES_MAX / shards - orphanedBytes) / WORKERS));
}

/** Returns the jobs on the data that the first shard has for all of them. */
function jobs(
  config: Config,
  parts: Pick<Primary, "access" | "salts" | "websites"> & { saveCopy: () => Promise<void> },
): BackgroundJob[] {
  const { access, salts, websites, saveCopy } = parts;
  const minuteMs = 60_000;
  const always: BackgroundJob[] = [
    { name: "destroy salts", everyMs: minuteMs, run: () => salts.destroyExpired().then(saveCopy) },
    // The salts of the next days are made ahead: an outage over midnight must not stop collecting.
    { name: "prepare salts", everyMs: minuteMs, run: () => salts.prepare().then(saveCopy) },
  ];
  if (config.CLICKHOUSE_URL.length === 0) return always;
  // Other processes on the same server may change websites.
  return [
    ...always,
    { name: "read websites", everyMs: 1_000, run: () => websites.refresh() },
    accessJob(access),
  ];
}
