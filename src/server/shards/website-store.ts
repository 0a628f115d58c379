import type { FastifyBaseLogger as Logger } from "fastify";

import type { Config } from "../../base/config.ts";
import { StartRefused } from "../../base/errors.ts";
import type { Database } from "../../clickhouse/database.ts";
import { joinStores } from "../../clickhouse/open.ts";
import { findByName } from "../../websites/by-name.ts";
import type { Website } from "../../websites/website.ts";
import { openWebsites } from "../parts/open-services.ts";

/** The stores of a website, for a command. */
export interface WebsiteStore {
  readonly website: Website;
  /** The database that has the website's events. */
  readonly db: Database;
  /** The database that has the websites and the salts. */
  readonly first: Database;
  close(): Promise<void>;
}

/**
 * Opens the stores of a website, also while a Footfall runs on them. Throws `StartRefused` with one
 * line if there is no such website, or its shard is unavailable. `options` are those of
 * `joinStores`.
 */
export async function openWebsiteStore(
  config: Config,
  domain: string,
  logger: Logger,
  options: { readonly mayStart?: boolean } = {},
): Promise<WebsiteStore> {
  const stores = await joinStores(config, logger, options);
  const close = async () => {
    for (const store of stores) await store.close().catch(() => {});
  };
  try {
    const [first] = stores;
    if (first === undefined) throw new Error("there is always a store");
    const websites = await openWebsites(first.db, Date.now);
    const website = findByName(websites.all, domain);
    if (website === undefined) throw new StartRefused(`there is no website ${domain}`);
    const { shard, movingTo } = website.placement;
    if (movingTo !== undefined) {
      throw new StartRefused(`${domain} is moving to shard ${movingTo}; wait for the end of that`);
    }
    const store = shard === "" ? first : stores.find(({ name }) => name === shard);
    if (store === undefined) {
      throw new StartRefused(`CLICKHOUSE_URL lacks shard ${shard}, which has ${domain}`);
    }
    return { website, db: store.db, first: first.db, close };
  } catch (error) {
    await close();
    throw error;
  }
}
