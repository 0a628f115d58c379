import type { FastifyBaseLogger as Logger } from "fastify";

import type { Config } from "../base/config.ts";
import { Problem, StartRefused } from "../base/errors.ts";
import type { LogPart, LogPlaces } from "../import/follow/log-places.ts";
import { openLogPlaces } from "../server/imports/open-log-places.ts";
import {
  createProcessing,
  type Lookups,
  openIdempotencyRecords,
  openLookups,
  openSalts,
  openWebsites,
} from "../server/parts/open-services.ts";
import { openWebsiteStore, type WebsiteStore } from "../server/shards/website-store.ts";
import { eventTable } from "../tables/event-table.ts";
import { findByName } from "../websites/by-name.ts";
import type { Website } from "../websites/website.ts";

/** The settings of the website that a follower goes by are at most this old. */
const settingsAgeMsMax = 5_000;

interface Opened {
  readonly store: WebsiteStore;
  readonly places: (website: Website) => LogPlaces;
  website: Website;
  readMs: number;
}

/**
 * The logs of a website in the store of the same `DATA_DIR` or `CLICKHOUSE_URL`. It starts no
 * embedded engine, as no instance could start then. After a failure it opens the store again: an
 * engine that was started again has another address.
 */
export class LocalPlaces implements LogPlaces {
  readonly #config: Config;
  readonly #domain: string;
  readonly #logger: Logger;
  #lookups: Lookups | undefined;
  #opened: Promise<Opened> | undefined;

  constructor(config: Config, domain: string, logger: Logger) {
    this.#config = config;
    this.#domain = domain;
    this.#logger = logger;
  }

  find(follower: string, before: string) {
    return this.#ask((places) => places.find(follower, before));
  }

  take(part: LogPart) {
    return this.#ask((places) => places.take(part));
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    this.#opened = undefined;
    await opened?.store.close();
  }

  async #ask<T>(request: (places: LogPlaces) => Promise<T>): Promise<T> {
    this.#opened ??= this.#open();
    const asked = this.#opened;
    try {
      const opened = await asked;
      await this.#refresh(opened);
      return await request(opened.places(opened.website));
    } catch (error) {
      if (error instanceof Problem && this.#opened === asked) await this.close();
      throw error;
    }
  }

  async #open(): Promise<Opened> {
    const config = this.#config;
    const store = await openWebsiteStore(config, this.#domain, this.#logger, { mayStart: false });
    this.#lookups ??= await openLookups(config, { isSmall: true });
    const { db, first, website } = store;
    const salts = openSalts(first, Date.now);
    const idempotencyRecords = openIdempotencyRecords(db, eventTable(db, first), Date.now);
    const processing = createProcessing(this.#lookups, salts);
    const deps = { ...processing, db, first, salts, idempotencyRecords, now: Date.now };
    const places = (of: Website) => openLogPlaces({ ...deps, website: of });
    return { store, places, website, readMs: performance.now() };
  }

  /** Reads the website's settings again. Rejects if it is gone, or on another shard. */
  async #refresh(opened: Opened): Promise<void> {
    if (performance.now() - opened.readMs < settingsAgeMsMax) return;
    const websites = await openWebsites(opened.store.first, Date.now);
    const found = findByName(websites.all, this.#domain);
    if (found === undefined) throw new StartRefused(`there is no website ${this.#domain}`);
    const { shard, movingTo } = found.placement;
    const isHere = shard === opened.website.placement.shard && movingTo === undefined;
    // It is opened again, on the shard that has it then.
    if (!isHere) throw new Problem("STORE_UNAVAILABLE");
    opened.website = found;
    opened.readMs = performance.now();
  }
}
