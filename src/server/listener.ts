import { lookup } from "node:dns/promises";
import type { FastifyInstance, FastifyBaseLogger as Logger } from "fastify";
import { createAuditLog } from "../access/audit.ts";
import { withTimeLimit } from "../base/async/time-limit.ts";
import type { Config } from "../base/config.ts";
import { inDataDirectory } from "../base/data-directory.ts";
import { StartRefused } from "../base/errors.ts";
import { packageFile } from "../base/package-file.ts";
import type { Database } from "../clickhouse/database.ts";
import { BulkCollector } from "../collect/bulk.ts";
import { Collector } from "../collect/collector.ts";
import { type OperatorCount, RecentReads } from "../collect/recent-reads.ts";
import { tallyFlushedEveryMs } from "../collect/tally.ts";
import { namesSavedEveryMs, noWebsite, UncountedNames } from "../collect/uncounted-names.ts";
import type { Definitions } from "../definitions/stored-definitions.ts";
import { buildApp } from "../http/app.ts";
import { noteDefinitions } from "../http/definitions/definition-audit.ts";
import type { HealthReason } from "../http/operating/health-route.ts";
import type { AppDeps } from "../http/parts.ts";
import { uploadsIn } from "../import/files/upload.ts";
import { OwnLog } from "../log/own-log.ts";
import { catchUpMsMax } from "../log/shipper.ts";
import { disk } from "../log/synced-disk.ts";
import type { ImportTraits } from "../stats/imported-days.ts";
import type { QueryScheduler } from "../stats/query-scheduler.ts";
import { Statistics } from "../stats/statistics.ts";
import { auditTable } from "../tables/audit-table.ts";
import { CollectingNotes } from "../tables/collecting-table.ts";
import { findDefinitions } from "../tables/definition-table.ts";
import type { EventTable } from "../tables/event-table.ts";
import { uncountedTable } from "../tables/uncounted-table.ts";
import type { Websites } from "../websites/websites.ts";
import { openLogPlaces } from "./imports/open-log-places.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { startBackgroundJobs } from "./parts/background-jobs.ts";
import { cannotListen } from "./parts/cannot-listen.ts";
import type { CleanupStack } from "./parts/cleanup.ts";
import { externalSignIn } from "./parts/external-settings.ts";
import { linkMails } from "./parts/link-mails.ts";
import { openNotifier } from "./parts/notifier.ts";
import {
  createProcessing,
  type Lookups,
  openDefinitions,
  openIdempotencyRecords,
  type RequestProcessing,
} from "./parts/open-services.ts";
import { knownConditions } from "./parts/standing-conditions.ts";
import { stopTimes } from "./parts/stop-times.ts";
import type { Primary, ProcessStart } from "./primary.ts";
import { RoutedBatches } from "./shards/routed-batches.ts";
import {
  type CollectingShard,
  collectingOn,
  definitionsOn,
  sitesOn,
} from "./shards/sharded-services.ts";
import type { Shards } from "./shards/shards.ts";

const dashboardDirectory = packageFile("dist/dashboard");
/** At a stop, the interval at which the listener closes connections that have become idle. */
const idleConnectionsMs = 20;
/** Less than a minute, so that each minute is noted. */
const notedEveryMs = 20_000;
/**
 * Returns the time that a few events may wait for more before the store gets them, unless a query
 * asks for them. A ClickHouse server gets them at once, as others may read its tables.
 */
export function shippingWaitMs({ CLICKHOUSE_URL }: Pick<Config, "CLICKHOUSE_URL">) {
  const isEmbedded = CLICKHOUSE_URL.length === 0;
  return isEmbedded ? 10_000 : undefined;
}

/**
 * The services of the primary that every process uses. A worker has stand-ins: some call the
 * primary, others work in the worker itself.
 */
type SharedServices = Pick<Primary, "access" | "loginLimiter" | "purgeEvents" | "salts"> & {
  readonly imports: Pick<Primary["imports"], "look">;
  /** Has the days rolled up that wait for it, soon. */
  readonly rollUp: () => void;
  readonly corrections: Primary["corrections"];
  readonly websites: Websites;
};

/** The part of a shard that a process has before it listens. */
export interface ListenerShard {
  readonly db: Database;
  readonly events: EventTable;
  readonly scheduler: QueryScheduler;
}

export interface ListenerOptions extends ProcessStart, SharedServices {
  readonly stores: Shards<ListenerShard>;
  readonly lookups: Lookups;
  readonly metrics: Metrics;
  /** Makes all processes catch up, see `Listener`; undefined if there is only this one. */
  readonly catchUpAll?: () => Promise<void>;
  /** Makes all processes save their names, see `Listener`; undefined if there is only this one. */
  readonly saveAllNames?: () => Promise<void>;
  /** Resolves with the reads of the last minutes that all processes counted, as `Listener` has. */
  readonly readRecentReads?: (websiteId: number) => Promise<OperatorCount[]>;
  /** The answer to `GET /metrics`: the metrics of all processes. */
  readonly readMetrics: () => Promise<string>;
  /** The `reasons` of `GET /health`. */
  readonly readReasons: () => Promise<readonly HealthReason[]>;
  /** True if the pages say that their numbers are made up. */
  readonly isDemo?: boolean;
  readonly logger: Logger;
  readonly now: () => number;
}

/** The part of a process that answers HTTP. */
export interface Listener {
  readonly url: string;
  /**
   * Resolves when every event that this process has acknowledged is in the store: those for the
   * shard of this name, or all of them.
   */
  shipped(shard?: string): Promise<void>;
  /** As `shipped`, and the log has the events no more either. */
  forgotten(shard: string): Promise<void>;
  /**
   * Resolves when every event that this process acknowledged at least half a second before the call
   * is in the store, but after a second in any case.
   */
  catchUp(): Promise<void>;
  /** Saves the names of what sends events that do not count, as `UncountedNames.save` does. */
  saveNames(): Promise<void>;
  /** Returns the reads of a website that this process counted in the last minutes. */
  recentReads(websiteId: number): OperatorCount[];
  /** Replaces `logBytesMax` of each shard. */
  limitLogs(bytesMax: readonly number[]): void;
}

/**
 * Opens the event logs and resolves when the process listens. Throws `StartRefused`, with one line
 * for the operator, if either is impossible.
 */
export async function openListener(
  options: ListenerOptions,
  cleanup: CleanupStack,
): Promise<Listener> {
  const { config, stores, websites, logger, now } = options;
  const { unfinishedRequestsMs } = stopTimes(config);
  const recentReads = new RecentReads();
  const processing = createProcessing(options.lookups, options.salts, (read, timeMs) =>
    recentReads.add(read.websiteId, read.operator, timeMs, now()),
  );
  const ownReads = (websiteId: number) => recentReads.of(websiteId, now());
  const uncounted = new UncountedNames();
  const uncountedNames = uncountedTable(stores.first.db);
  const saveNames = () => uncounted.save(uncountedNames, now());
  const shards = await stores.mapInTurn((_, name) =>
    openCollectingShard(name, { ...processing, uncounted }, options, cleanup),
  );
  const shipped = async (name?: string) => {
    const some = name === undefined ? shards.all : [shards.named(name)];
    await Promise.all(some.map((shard) => shard.shipped()));
  };
  const app = buildApp({
    websites,
    collecting: {
      ...collectingOn(shards, websites),
      acceptsEvents: () => shards.all.some(({ ownLog }) => ownLog.eventLog.accepts),
      knowsNetworks: options.lookups.networks.isKnown,
      // Events that were acknowledged before the website was deleted may not be in the store yet.
      purgeEvents: () => options.purgeEvents(shipped()),
    },
    uncounted: {
      addUnknown: (domain) => uncounted.add(noWebsite, "unknown", domain, now()),
      addScript: (websiteId, path) => uncounted.add(websiteId, "script", path, now()),
      saveAll: options.saveAllNames ?? (() => withTimeLimit(saveNames(), catchUpMsMax)),
      table: uncountedNames,
    },
    siteOf: sitesOn(shards, websites, options.readRecentReads ?? (async (id) => ownReads(id))),
    ...definitionsIn(stores, shards, websites),
    notifier: openNotifier({ config, dbs: stores.map(({ db }) => db), keys: options.keys, now }),
    imports: {
      uploads: uploadsIn(options.directory),
      bytesMax: config.IMPORT_BYTES_MAX,
      look: () => options.imports.look(),
    },
    corrections: { look: () => options.corrections.look(), salts: options.salts },
    access: {
      access: options.access,
      external: externalSignIn(config),
      audit: auditTable(stores.first.db),
      mailLink: linkMails(config, logger),
      keys: options.keys,
      loginLimiter: options.loginLimiter,
    },
    server: serverOf(options),
    logger,
    now,
  });
  const url = await listen(app, config);
  const flushTallies = async () => {
    for (const { collector } of shards.all) await collector.flushTally();
  };
  const collecting = new CollectingNotes(stores.first.db);
  const noteCollecting = async () => {
    if (shards.all.some(({ ownLog }) => ownLog.eventLog.accepts)) await collecting.note(now());
  };
  const jobs = [
    { name: "note that events are accepted", everyMs: notedEveryMs, run: noteCollecting },
    { name: "flush drops and reads", everyMs: tallyFlushedEveryMs, run: flushTallies },
    { name: "save uncounted names", everyMs: namesSavedEveryMs, run: saveNames },
  ];
  cleanup.push(() => closeApp(app, unfinishedRequestsMs), startBackgroundJobs(jobs, logger));
  return {
    url,
    shipped,
    async forgotten(name) {
      const { shipped: shippedHere, ownLog } = shards.named(name);
      await shippedHere();
      await ownLog.forgotten();
    },
    async catchUp() {
      await Promise.all(shards.all.map(({ ownLog }) => ownLog.catchUp()));
    },
    saveNames,
    recentReads: ownReads,
    limitLogs(bytesMax) {
      for (const [i, { ownLog }] of shards.all.entries()) ownLog.limit(bytesMax[i] ?? 0);
    },
  };
}

/** Returns what all routes know about this server. */
function serverOf(options: ListenerOptions): AppDeps["server"] {
  const { config, stores, metrics } = options;
  return {
    stores: stores.names.map((name) => ({ name, db: stores.named(name).db })),
    trustProxy: config.TRUST_PROXY,
    baseUrl: config.BASE_URL,
    dashboardDirectory,
    isDemo: options.isDemo ?? false,
    restoreId: options.restoreId,
    frameAncestors: config.FRAME_ANCESTORS,
    mcp: config.MCP === "on",
    oidcName: config.OIDC_ISSUER === undefined ? undefined : config.OIDC_NAME,
    refusals: metrics.refusals,
    readMetrics: options.readMetrics,
    readReasons: options.readReasons,
  };
}

/** Returns the definitions of all websites, and what finds views on all servers. */
function definitionsIn(
  stores: ListenerOptions["stores"],
  shards: Shards<CollectingShard>,
  websites: ListenerOptions["websites"],
): Pick<AppDeps, "definitions" | "findViews"> {
  const findViews = async () => {
    const found = stores.all.map(({ db }) => findDefinitions(db, "view"));
    return (await Promise.all(found)).flat();
  };
  return { definitions: definitionsOn(shards, websites), findViews };
}

/** Opens the event log of a shard, and what writes and reads the shard's store. */
async function openCollectingShard(
  name: string,
  { processEvent, readOf, uncounted }: RequestProcessing & { readonly uncounted: UncountedNames },
  options: ListenerOptions,
  cleanup: CleanupStack,
): Promise<CollectingShard & { readonly ownLog: OwnLog; shipped(): Promise<void> }> {
  const { config, stores, salts, metrics, logger, now } = options;
  const { db, events, scheduler } = stores.named(name);
  const start = options.shards.find((shard) => shard.name === name);
  if (start === undefined) throw new Error(`no start data for shard ${name}`);
  const waitMsMax = shippingWaitMs(config);
  const routed =
    stores.all.length > 1
      ? new RoutedBatches({
          shard: stores.keyOf(name),
          events: stores.map((shard) => shard.events),
          websites: options.websites.all,
        })
      : undefined;
  const ownLog = await inDataDirectory(() =>
    OwnLog.open({
      fs: disk,
      directory: start.directory,
      logId: options.logId,
      bytesMax: start.logBytesMax,
      waitMsMax,
      store: routed ?? events,
      logger,
    }),
  );
  routed?.useForNewLog(() => ownLog.shipped());
  cleanup.push(() => ownLog.stop(stopTimes(config).lastShippingMs));
  const { eventLog } = ownLog;
  const collector = new Collector({ processEvent, salts, eventLog, uncounted });
  metrics.watchCollecting(collector);
  metrics.watchShipping(name, ownLog);
  cleanup.push(() => lastFlush(collector, logger));
  const idempotencyRecords = openIdempotencyRecords(db, events, now);
  const deps = { db, processEvent, readOf, salts, idempotencyRecords, now };
  const catchUp = options.catchUpAll ?? (() => ownLog.catchUp());
  const storeEntry = createAuditLog({ audit: auditTable(stores.first.db), now, logger });
  const note = noteDefinitions(storeEntry);
  const definitions = openDefinitions(db, now, async (websiteId, change) => {
    // Other conditions make other roll-ups.
    if (change.kind === "condition") options.rollUp();
    await note(websiteId, change);
  });
  return {
    ownLog,
    collector,
    bulk: new BulkCollector({ collector, readOf, idempotencyRecords, now }),
    logPlaces: (website) => openLogPlaces({ website, first: stores.first.db, ...deps }),
    statistics: new Statistics({
      db,
      scheduler,
      openDayEventsMin: config.openDayEventsMin,
      catchUp: waitMsMax === undefined ? undefined : catchUp,
      findImports: (websiteId, ids) => findImportTraits(definitions, websiteId, ids),
      findConditions: (websiteIds) => knownConditions(db, definitions, websiteIds),
    }),
    definitions,
    shipped: () => collector.flushTally().then(() => ownLog.shipped()),
  };
}

/** Resolves with what answers say about these imports of a website. */
async function findImportTraits(
  definitions: Definitions,
  websiteId: number,
  ids: ReadonlySet<number>,
): Promise<ImportTraits[]> {
  let set = await definitions.of(websiteId);
  // The totals of a quick import may be newer than the definitions that this process has read.
  if (Math.max(...ids) > set.lastId("import")) set = await definitions.latest(websiteId);
  return set.list("import").map(({ id, content: { sums, missing } }) => ({ id, sums, missing }));
}

/** Logs a failure instead of throwing it: a full log must not hold up the stop. */
async function lastFlush(collector: Collector, logger: Logger): Promise<void> {
  await collector.flushTally().catch((error: unknown) => {
    logger.error(
      { err: error },
      "the counts of dropped events and reads since the last flush are lost",
    );
  });
}

async function listen(app: FastifyInstance, { HOST, PORT }: Config): Promise<string> {
  try {
    // Fastify would listen at each address of `localhost`, with limits at the first alone.
    const { address: host } = await lookup(HOST);
    await app.listen({ host, port: PORT });
    const bound = app.server.address();
    const port = typeof bound === "object" && bound !== null ? bound.port : PORT;
    return `http://${HOST.includes(":") ? `[${HOST}]` : HOST}:${port}`;
  } catch (error) {
    await app.close();
    if (error instanceof StartRefused) throw error;
    throw cannotListen(error, { HOST, PORT });
  }
}

async function closeApp(app: FastifyInstance, unfinishedRequestsMs: number): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), unfinishedRequestsMs);
  // Fastify closes the connections that are idle at this moment. One whose request is answered
  // later would stay open.
  const idle = setInterval(() => app.server.closeIdleConnections(), idleConnectionsMs);
  await app.close();
  clearInterval(idle);
  clearTimeout(cutOff);
}
