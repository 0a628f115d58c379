import { Problem } from "../../base/errors.ts";
import type { BulkCollector } from "../../collect/bulk.ts";
import type { Collector } from "../../collect/collector.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import type { Statistics, StatisticsQueries } from "../../stats/statistics.ts";
import type { Websites } from "../../websites/websites.ts";
import type { Shards } from "./shards.ts";

/** The objects that take the events and answer the queries of one shard's websites. */
export interface CollectingShard {
  readonly collector: Collector;
  readonly bulk: BulkCollector;
  readonly statistics: Statistics;
  readonly definitions: Definitions;
}

/** The objects that take the events of all websites, each on its shard. */
export interface Collecting {
  readonly collector: Pick<Collector, "collect">;
  readonly bulk: Pick<BulkCollector, "take">;
}

/** Returns the objects that take the events of all websites. */
export function collectingOn(shards: Shards<CollectingShard>, websites: Websites): Collecting {
  return {
    collector: {
      collect: (incoming) => shards.of(incoming.website.id).collector.collect(incoming),
    },
    bulk: {
      async take(website, texts, request) {
        // Whether the first request arrived is known where the website's records are.
        if (request !== undefined) refuseMoving(website.id, websites);
        return shards.of(website.id).bulk.take(website, texts, request);
      },
    },
  };
}

/**
 * Returns the queries of all websites. Those of a website that is moving fail, and so do those
 * during which it has moved: the shard that they have read may have lost some of its rows.
 */
export function statisticsOn(
  shards: Shards<CollectingShard>,
  websites: Websites,
): StatisticsQueries {
  const ask = <T>(
    { websiteId }: { readonly websiteId: number },
    query: (statistics: Statistics, stays: () => Promise<void>) => Promise<T>,
  ): Promise<T> =>
    askShard({ shards, websites, websiteId }, ({ statistics }, stays) => query(statistics, stays));
  return {
    report: (report, query, asker) =>
      ask(query, (statistics) => statistics.report(report, query, asker)),
    comparedReport: (report, query, asker) =>
      ask(query, (statistics) => statistics.comparedReport(report, query, asker)),
    reportCsv: (report, query, asker) =>
      ask(query, async (statistics, stays) => {
        const { value: download, version } = await statistics.reportCsv(report, query, asker);
        const value = async () => {
          const rows = await download();
          await stays().catch((error: unknown) => {
            rows.destroy();
            throw error;
          });
          return rows;
        };
        return { version, value };
      }),
    export: (file, query, asker) =>
      ask(query, async (statistics, stays) => {
        const start = await statistics.export(file, query, asker);
        return () =>
          start(async () => {
            await stays();
            // The events of a deleted website go away in the background.
            if (websites.all.find(query.websiteId) === undefined) {
              throw new Problem("WEBSITE_NOT_FOUND");
            }
          });
      }),
    live: (query, asker) => ask(query, (statistics) => statistics.live(query, asker)),
    intake: (query, asker) => ask(query, (statistics) => statistics.intake(query, asker)),
  };
}

/** Returns the definitions of all websites. Requests fail as those of `statisticsOn` do. */
export function definitionsOn(shards: Shards<CollectingShard>, websites: Websites): Definitions {
  const ask = <T>(websiteId: number, request: (definitions: Definitions) => Promise<T>) =>
    askShard({ shards, websites, websiteId }, ({ definitions }, stays) =>
      request(definitions).catch(async (error: unknown) => {
        // A shard that the website has left says that there is nothing.
        if (error instanceof Problem && error.statusCode < 500) await stays();
        throw error;
      }),
    );
  return {
    of: (id) => ask(id, (definitions) => definitions.of(id)),
    latest: (id) => ask(id, (definitions) => definitions.latest(id)),
    create: (id, ...made) => ask(id, (definitions) => definitions.create(id, ...made)),
    update: (id, ...change) => ask(id, (definitions) => definitions.update(id, ...change)),
    remove: (id, ...removed) => ask(id, (definitions) => definitions.remove(id, ...removed)),
  };
}

interface Asked {
  readonly shards: Shards<CollectingShard>;
  readonly websites: Websites;
  readonly websiteId: number;
}

/**
 * Resolves with what a website's shard answers. Rejects with `Problem` STORE_UNAVAILABLE if the
 * website is moving, or has moved meanwhile. `stays` rejects so later.
 */
async function askShard<T>(
  { shards, websites, websiteId }: Asked,
  request: (shard: CollectingShard, stays: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const readShard = async (): Promise<string> => {
    await websites.catchUp();
    refuseMoving(websiteId, websites);
    return websites.all.find(websiteId)?.placement.shard ?? "";
  };
  const shard = await readShard();
  const stays = async () => {
    if ((await readShard()) !== shard) throw new Problem("STORE_UNAVAILABLE");
  };
  const answer = await request(shards.named(shard), stays);
  await stays();
  return answer;
}

/** Throws `Problem` STORE_UNAVAILABLE for the seconds in which no shard has all of a website. */
function refuseMoving(websiteId: number, websites: Websites): void {
  if (websites.all.find(websiteId)?.placement.movingTo === undefined) return;
  throw new Problem("STORE_UNAVAILABLE");
}
