import type { BulkCollector } from "../collect/bulk.ts";
import type { Collector } from "../collect/collector.ts";
import type { Definitions } from "../definitions/stored-definitions.ts";
import { Problem } from "../errors.ts";
import type { Statistics, StatisticsQueries } from "../stats/statistics.ts";
import type { Websites } from "../websites/websites.ts";
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

/** Returns the queries of all websites. Those of a website that is moving fail. */
export function statisticsOn(
  shards: Shards<CollectingShard>,
  websites: Websites,
): StatisticsQueries {
  const of = ({ websiteId }: { readonly websiteId: number }): Statistics => {
    refuseMoving(websiteId, websites);
    return shards.of(websiteId).statistics;
  };
  return {
    breakdown: async (query, asker) => of(query).breakdown(query, asker),
    breakdownCsv: async (query, asker) => of(query).breakdownCsv(query, asker),
    summary: async (query, asker) => of(query).summary(query, asker),
    heatmap: async (query, asker) => of(query).heatmap(query, asker),
    live: async (query, asker) => of(query).live(query, asker),
    intake: async (query, asker) => of(query).intake(query, asker),
  };
}

/** Returns the definitions of all websites. Those of a website that is moving fail. */
export function definitionsOn(
  shards: Shards<Pick<CollectingShard, "definitions">>,
  websites: Websites,
): Definitions {
  const on = (websiteId: number): Definitions => {
    refuseMoving(websiteId, websites);
    return shards.of(websiteId).definitions;
  };
  return {
    of: async (websiteId) => on(websiteId).of(websiteId),
    create: async (websiteId, ...made) => on(websiteId).create(websiteId, ...made),
    update: async (websiteId, ...change) => on(websiteId).update(websiteId, ...change),
    remove: async (websiteId, ...removed) => on(websiteId).remove(websiteId, ...removed),
  };
}

/** Throws `Problem` STORE_UNAVAILABLE for the seconds in which no shard has all of a website. */
function refuseMoving(websiteId: number, websites: Websites): void {
  if (websites.all.find(websiteId)?.placement.movingTo === undefined) return;
  throw new Problem("STORE_UNAVAILABLE");
}
