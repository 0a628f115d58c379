import { Problem } from "../../base/errors.ts";
import type { BulkCollector } from "../../collect/bulk.ts";
import type { Collector } from "../../collect/collector.ts";
import type { IncomingEvent } from "../../collect/incoming-event.ts";
import type { OperatorCount } from "../../collect/recent-reads.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import type { Site } from "../../http/reports/site.ts";
import type { LogPlaces } from "../../import/follow/log-places.ts";
import type { Statistics } from "../../stats/statistics.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import type { Shards } from "./shards.ts";

/** The objects that take the events and answer the queries of one shard's websites. */
export interface CollectingShard {
  readonly collector: Collector;
  readonly bulk: BulkCollector;
  readonly logPlaces: (website: Website) => LogPlaces;
  readonly statistics: Statistics;
  readonly definitions: Definitions;
}

/** The objects that take the events of all websites, each on its shard. */
export interface Collecting {
  readonly collector: Pick<Collector, "collect" | "collectAll">;
  readonly bulk: Pick<BulkCollector, "take" | "takeReads">;
  readonly logPlaces: (website: Website) => LogPlaces;
}

/** Returns the objects that take the events of all websites. */
export function collectingOn(shards: Shards<CollectingShard>, websites: Websites): Collecting {
  const [only] = shards.all.length === 1 ? shards.all : [];
  if (only !== undefined) return only;
  return {
    collector: {
      collect: (incoming) => shards.of(incoming.website.id).collector.collect(incoming),
      async collectAll(events) {
        const collectors = new Map<Collector, IncomingEvent[]>();
        for (const incoming of events) {
          const { collector } = shards.of(incoming.website.id);
          collectors.set(collector, [...(collectors.get(collector) ?? []), incoming]);
        }
        for (const [collector, some] of collectors) await collector.collectAll(some);
      },
    },
    bulk: {
      async take(website, texts, request) {
        // Whether the first request arrived is known where the website's records are.
        if (request !== undefined) refuseMoving(website.id, websites);
        return shards.of(website.id).bulk.take(website, texts, request);
      },
      async takeReads(website, texts, request) {
        if (request !== undefined) refuseMoving(website.id, websites);
        return shards.of(website.id).bulk.takeReads(website, texts, request);
      },
    },
    logPlaces(website) {
      refuseMoving(website.id, websites);
      return shards.of(website.id).logPlaces(website);
    },
  };
}

/**
 * Returns the function that finds the services of a website for one request. While the website is
 * moving, the function rejects with `Problem` STORE_UNAVAILABLE.
 */
export function sitesOn(
  shards: Shards<CollectingShard>,
  websites: Websites,
  readRecentReads: (websiteId: number) => Promise<readonly OperatorCount[]>,
): (website: Website) => Promise<Site> {
  const [only] = shards.all.length === 1 ? shards.all : [];
  return async (website) => {
    const recentReads = () => readRecentReads(website.id);
    if (only !== undefined) {
      const definitions = () => only.definitions.of(website.id);
      const stays = async () => refuseDeleted(websites, website.id);
      return { website, statistics: only.statistics, definitions, recentReads, stays };
    }
    const { name, stays } = await findShard(websites, website.id);
    const { statistics, definitions } = shards.named(name);
    return {
      website,
      statistics,
      async definitions() {
        const set = await definitions.of(website.id);
        // A shard that the website has left says that there is nothing.
        await stays();
        return set;
      },
      recentReads,
      stays,
    };
  };
}

/** Returns the definitions of all websites. They fail as the sites of `sitesOn` do. */
export function definitionsOn(shards: Shards<CollectingShard>, websites: Websites): Definitions {
  const [only] = shards.all.length === 1 ? shards.all : [];
  if (only !== undefined) return only.definitions;
  const ask = async <T>(websiteId: number, request: (definitions: Definitions) => Promise<T>) => {
    const { name, stays } = await findShard(websites, websiteId);
    const answer = await request(shards.named(name).definitions).catch(async (error: unknown) => {
      // A shard that the website has left says that there is nothing.
      if (error instanceof Problem && error.statusCode < 500) await stays();
      throw error;
    });
    await stays();
    return answer;
  };
  return {
    of: (id) => ask(id, (definitions) => definitions.of(id)),
    latest: (id) => ask(id, (definitions) => definitions.latest(id)),
    create: (by, id, ...made) => ask(id, (definitions) => definitions.create(by, id, ...made)),
    update: (by, id, ...made) => ask(id, (definitions) => definitions.update(by, id, ...made)),
    remove: (by, id, ...made) => ask(id, (definitions) => definitions.remove(by, id, ...made)),
  };
}

/**
 * Resolves with the name of the shard that a website is on now. Rejects with `Problem`
 * STORE_UNAVAILABLE while the website is moving. `stays` rejects so once it has moved.
 */
async function findShard(websites: Websites, websiteId: number) {
  const readShard = async (): Promise<string> => {
    await websites.catchUp();
    refuseMoving(websiteId, websites);
    return websites.all.find(websiteId)?.placement.shard ?? "";
  };
  const name = await readShard();
  const stays = async () => {
    refuseDeleted(websites, websiteId);
    if ((await readShard()) !== name) throw new Problem("STORE_UNAVAILABLE");
  };
  return { name, stays };
}

/** Throws `Problem` WEBSITE_NOT_FOUND for a deleted website: its events go in the background. */
function refuseDeleted(websites: Websites, websiteId: number): void {
  if (websites.all.find(websiteId) === undefined) throw new Problem("WEBSITE_NOT_FOUND");
}

/** Throws `Problem` STORE_UNAVAILABLE for the seconds in which no shard has all of a website. */
function refuseMoving(websiteId: number, websites: Websites): void {
  if (websites.all.find(websiteId)?.placement.movingTo === undefined) return;
  throw new Problem("STORE_UNAVAILABLE");
}
