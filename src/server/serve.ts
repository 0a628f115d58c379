import type { FastifyBaseLogger as Logger } from "fastify";
import type { Config } from "../base/config.ts";
import type { OpenedStore } from "../clickhouse/store.ts";
import { newLogId } from "../log/log-directory.ts";
import { Metrics } from "./metrics/metrics.ts";
import { withCleanup } from "./parts/cleanup.ts";
import { openLookups } from "./parts/open-services.ts";
import { openPrimary, type Primary } from "./primary.ts";

/** A server that listens. */
export interface Footfall
  extends Pick<Primary, "keys" | "generatedApiKey" | "startPath" | "imports" | "rollUp"> {
  readonly url: string;
  /** The first one, which has the websites. */
  readonly store: OpenedStore;
  /**
   * Resolves when every event that is acknowledged now is in the store, and so are the counts of
   * dropped events.
   */
  shipped(): Promise<void>;
  /**
   * Refuses new connections, answers the requests under way and ships the event log. Events that
   * cannot be shipped in time stay in the log for the next start.
   */
  stop(): Promise<void>;
}

/**
 * Serves in this process alone. The pages of a demo say that it is one. Throws `StartRefused`, with
 * one line for the operator, if the server cannot start.
 */
export function serve(
  settings: Config,
  logger: Logger,
  now: () => number = Date.now,
  isDemo = false,
): Promise<Footfall> {
  const config = { ...settings, WORKERS: 1 };
  return withCleanup(async (cleanup) => {
    const metrics = new Metrics();
    cleanup.push(() => metrics.stop());
    const lookups = await openLookups(config);
    const [primary, { openListener }] = await Promise.all([
      openPrimary({ config, logger, now, metrics }, cleanup),
      // It takes longer to load than the embedded engine takes to start.
      import("./listener.ts"),
    ]);
    const { keys, generatedApiKey, startPath, imports, stores } = primary;
    const shipped = async (name?: string) => {
      await Promise.all([listener.shipped(name), primary.orphansShipped(name)]);
    };
    const listener = await openListener(
      {
        ...primary,
        ...primary.startOf(newLogId()),
        lookups,
        purgeEvents: (ownShipped) =>
          primary.purgeEvents(Promise.all([ownShipped, primary.orphansShipped()])),
        rollUp: () => void primary.rollUp().catch(() => {}),
        metrics,
        readMetrics: () => metrics.text(),
        isDemo,
        logger,
        now,
      },
      cleanup,
    );
    const limitLogs = () => listener.limitLogs(primary.logBytesMax());
    primary.onLogBytesMax(limitLogs);
    limitLogs();
    const forgotten = async (name: string) => {
      await Promise.all([listener.forgotten(name), primary.orphansShipped(name)]);
    };
    primary.startShippedJobs(shipped, forgotten);
    return {
      url: listener.url,
      keys,
      generatedApiKey,
      startPath,
      imports,
      store: stores.first.store,
      shipped: () => shipped(),
      rollUp: () => primary.rollUp(),
    };
  });
}
