import type { FastifyBaseLogger as Logger } from "fastify";
import type { Config } from "../../base/config.ts";
import { freePort } from "../../base/net/free-port.ts";
import { Metrics } from "../metrics/metrics.ts";
import { cannotListen } from "../parts/cannot-listen.ts";
import { withCleanup } from "../parts/cleanup.ts";
import { stopTimes } from "../parts/stop-times.ts";
import { openPrimary } from "../primary.ts";
import type { Footfall } from "../serve.ts";
import { offerTurns } from "./shared-turns.ts";
import { Workers } from "./workers.ts";

/**
 * Serves with `WORKERS` processes that answer HTTP. Each writes and ships an event log of its own.
 * This process is the primary. Throws `StartRefused`, with one line for the operator, if the server
 * cannot start.
 */
export function serveWithWorkers(config: Config, logger: Logger): Promise<Footfall> {
  return withCleanup(async (cleanup) => {
    const workers = new Workers(logger, stopTimes(config));
    const metrics = new Metrics();
    cleanup.push(() => metrics.stop());
    const primary = await openPrimary(
      {
        config,
        logger,
        now: Date.now,
        metrics,
        announce: (changes) => workers.announce(changes),
        onStoreUrl: (name, url, enginePid) => workers.useStore({ name, url, enginePid }),
      },
      cleanup,
    );
    const { access, corrections, keys, generatedApiKey, startPath, imports } = primary;
    const { stores, websites, salts } = primary;
    const shipped = async (name?: string) => {
      await workers.shipped(name);
      await primary.orphansShipped(name);
    };
    cleanup.push(() => workers.stop());
    // Workers that listened on port 0 would each get another port, unless they ask at once.
    const PORT = config.PORT === 0 ? await anyPort(config) : config.PORT;
    const url = await workers.start(config.WORKERS, {
      startOf: (logId) => ({
        ...primary.startOf(logId),
        config: { ...config, PORT },
        stores: stores.all.map(({ name, store }) => ({
          name,
          url: store.url(),
          enginePid: store.enginePid(),
        })),
        websites: websites.all.list(),
        knownAccess: access.snapshot(),
        salts: salts.list(),
      }),
      leaveLogs: (logId) => primary.leaveLogs(logId),
      createWebsite: (...made) => websites.create(...made),
      updateWebsite: (...change) => websites.update(...change),
      removeWebsite: (...removed) => websites.remove(...removed),
      readWebsiteChanges: () => websites.refresh(),
      async readAccessChanges() {
        await access.refresh();
        await workers.readAccess();
      },
      ...primary.loginLimiter,
      ...offerTurns(primary.exports),
      purgeEvents: () => primary.purgeEvents(shipped()),
      lookForImports: () => imports.look(),
      rollUp: () => void primary.rollUp().catch(() => {}),
      lookForCorrections: () => corrections.look(),
      catchUp: () => workers.catchUp(),
      saveNames: () => workers.saveNames(),
      readRecentReads: (websiteId) => workers.recentReads(websiteId),
      readMetrics: async () => workers.metrics(await metrics.json()),
      readReasons: () => primary.readReasons(),
    });
    const limitLogs = () => workers.limitLogs(primary.logBytesMax());
    primary.onLogBytesMax(limitLogs);
    await limitLogs();
    const forgotten = async (name: string) => {
      await workers.forgotten(name);
      await primary.orphansShipped(name);
    };
    primary.startShippedJobs(shipped, forgotten);
    return {
      url,
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

async function anyPort(config: Config): Promise<number> {
  try {
    return await freePort(config.HOST);
  } catch (error) {
    throw cannotListen(error, config);
  }
}
