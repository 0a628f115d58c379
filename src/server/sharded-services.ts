import type { BulkCollector } from "../collect/bulk.ts";
import type { Collector } from "../collect/collector.ts";
import { Problem } from "../errors.ts";
import type { Statistics, StatisticsQueries } from "../stats/statistics.ts";
import type { Websites } from "../websites/websites.ts";
import type { Shards } from "./shards.ts";

/** The objects that take the events and answer the queries of one shard's websites. */
export interface CollectingShard {
  readonly collector: Collector;
  readonly bulk: BulkCollector;
  readonly statistics: Statistics;
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
  const shardOf = async (websiteId: number): Promise<string> => {
    await websites.catchUp();
    refuseMoving(websiteId, websites);
    return websites.all.find(websiteId)?.placement.shard ?? "";
  };
  const ask = async <T>(
    { websiteId }: { readonly websiteId: number },
    query: (statistics: Statistics, stays: () => Promise<void>) => Promise<T>,
  ): Promise<T> => {
    const shard = await shardOf(websiteId);
    const stays = async () => {
      if ((await shardOf(websiteId)) !== shard) throw new Problem("STORE_UNAVAILABLE");
    };
    const answer = await query(shards.named(shard).statistics, stays);
    await stays();
    return answer;
  };
  return {
    breakdown: (query, asker) => ask(query, (statistics) => statistics.breakdown(query, asker)),
    breakdownCsv: (query, asker) =>
      ask(query, async (statistics, stays) => {
        const { value: download, version } = await statistics.breakdownCsv(query, asker);
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
    summary: (query, asker) => ask(query, (statistics) => statistics.summary(query, asker)),
    heatmap: (query, asker) => ask(query, (statistics) => statistics.heatmap(query, asker)),
    live: (query, asker) => ask(query, (statistics) => statistics.live(query, asker)),
    intake: (query, asker) => ask(query, (statistics) => statistics.intake(query, asker)),
  };
}

/** Throws `Problem` STORE_UNAVAILABLE for the seconds in which no shard has all of a website. */
function refuseMoving(websiteId: number, websites: Websites): void {
  if (websites.all.find(websiteId)?.placement.movingTo === undefined) return;
  throw new Problem("STORE_UNAVAILABLE");
}
