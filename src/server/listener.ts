import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyBaseLogger as Logger } from "fastify";
import { BulkCollector } from "../collect/bulk.ts";
import { Collector } from "../collect/collector.ts";
import { dropsFlushedEveryMs } from "../collect/drop-counter.ts";
import type { PlaceFinder } from "../collect/places.ts";
import type { Config } from "../config.ts";
import { inDataDirectory } from "../directory.ts";
import { StartRefused } from "../errors.ts";
import { buildApp } from "../http/app.ts";
import { disk } from "../log/file-system.ts";
import { OwnLog } from "../log/own-log.ts";
import { Statistics } from "../stats/statistics.ts";
import { startBackgroundJobs } from "./background-jobs.ts";
import type { CleanupStack } from "./cleanup.ts";
import type { Metrics } from "./metrics.ts";
import type { Primary, ProcessStart } from "./primary.ts";
import { wireEventParts } from "./wiring.ts";

/** Beside this file's directory, whether it runs from src or from dist. */
const dashboardDirectory = fileURLToPath(new URL("../../dist/dashboard", import.meta.url));
/** At a stop, what clients have not finished sending by then is cut off. */
const unfinishedRequestsMs = 5_000;
/** At a stop, how often connections that have become idle are closed. */
const idleConnectionsMs = 20;
/** At a stop, what has not been shipped by then stays in the log for the next start. */
const lastShippingMs = 2_500;

/** The services of the primary that every process uses; in a worker they stand for the primary's. */
type SharedServices = Pick<
  Primary,
  "db" | "loginLimiter" | "purgeEvents" | "salts" | "scheduler" | "websites"
>;

export interface ListenerOptions extends ProcessStart, SharedServices {
  readonly findPlace: PlaceFinder;
  readonly metrics: Metrics;
  /** The answer to `GET /metrics`: the metrics of all processes. */
  readonly readMetrics: () => Promise<string>;
  /** Whether pages say that their numbers are made up. */
  readonly isDemo?: boolean;
  readonly logger: Logger;
  readonly now: () => number;
}

/** What there is in each process that answers. */
export interface Listener {
  readonly url: string;
  /** Resolves when every event that this process has acknowledged is in the store. */
  shipped(): Promise<void>;
  /** Sets another `logBytesMax`. */
  limitLog(bytesMax: number): void;
}

/** Opens an event log and listens. Throws `StartRefused` with one line for the operator. */
export async function openListener(
  options: ListenerOptions,
  cleanup: CleanupStack,
): Promise<Listener> {
  const { config, directory, db, salts, websites, metrics, logger, now } = options;
  const parts = wireEventParts(options);
  const ownLog = await inDataDirectory(() =>
    OwnLog.open({
      fs: disk,
      directory,
      logId: options.logId,
      bytesMax: options.logBytesMax,
      store: parts.events,
      logger,
    }),
  );
  cleanup.push(() => ownLog.stop(lastShippingMs));

  const { eventLog } = ownLog;
  const collector = new Collector({ processEvent: parts.processEvent, salts, eventLog });
  metrics.watchCollecting(collector);
  metrics.watchShipping(ownLog);
  const shipped = () => collector.flushDrops().then(() => ownLog.shipped());
  cleanup.push(() => lastFlush(collector, logger));
  const statistics = new Statistics({
    db,
    scheduler: options.scheduler,
    openDayEventsMin: config.OPEN_DAY_ROLLUP_EVENTS_MIN,
  });
  const app = buildApp({
    websites,
    collecting: {
      collector,
      bulk: new BulkCollector({ collector, idempotencyRecords: parts.idempotencyRecords, now }),
      acceptsEvents: () => eventLog.accepts,
      // What was acknowledged before the website was deleted is still on its way.
      purgeEvents: () => options.purgeEvents(shipped()),
    },
    statistics,
    access: { keys: options.keys, loginLimiter: options.loginLimiter },
    server: {
      db,
      trustProxy: config.TRUST_PROXY,
      baseUrl: config.BASE_URL,
      dashboardDirectory,
      isDemo: options.isDemo ?? false,
      frameAncestors: config.FRAME_ANCESTORS,
      refusals: metrics.refusals,
      readMetrics: options.readMetrics,
    },
    logger,
    now,
  });
  const url = await listen(app, config);
  const flushDrops = {
    name: "flush drops",
    everyMs: dropsFlushedEveryMs,
    run: () => collector.flushDrops(),
  };
  cleanup.push(() => closeApp(app), startBackgroundJobs([flushDrops], logger));
  return { url, shipped, limitLog: (bytesMax) => ownLog.limit(bytesMax) };
}

/** A full log must not hold up the stop. */
async function lastFlush(collector: Collector, logger: Logger): Promise<void> {
  await collector.flushDrops().catch((error: unknown) => {
    logger.error({ err: error }, "what was counted of dropped events since the last time is lost");
  });
}

async function listen(app: FastifyInstance, { HOST, PORT }: Config): Promise<string> {
  try {
    await app.listen({ host: HOST, port: PORT });
    const address = app.server.address();
    const port = typeof address === "object" && address !== null ? address.port : PORT;
    return `http://${HOST.includes(":") ? `[${HOST}]` : HOST}:${port}`;
  } catch (error) {
    await app.close();
    if (error instanceof StartRefused) throw error;
    throw cannotListen(error, { HOST, PORT });
  }
}

/** What the operator is told when this process cannot listen there. */
export function cannotListen(
  error: unknown,
  { HOST, PORT }: Pick<Config, "HOST" | "PORT">,
): StartRefused {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return new StartRefused(`PORT ${PORT} is in use by another program`);
  if (code === "EACCES")
    return new StartRefused(`PORT ${PORT} needs privileges that this user does not have`);
  return new StartRefused(`HOST ${HOST}: ${message}`);
}

async function closeApp(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), unfinishedRequestsMs);
  // Fastify closes what is idle at this moment; a connection whose request is answered later would stay open.
  const idle = setInterval(() => app.server.closeIdleConnections(), idleConnectionsMs);
  await app.close();
  clearInterval(idle);
  clearTimeout(cutOff);
}
