import type { FastifyBaseLogger as Logger } from "fastify";

import type { ApiKeys } from "./api-key.ts";
import { closing } from "./closers.ts";
import { openPlaces } from "./collect/places.ts";
import type { Config } from "./config.ts";
import { openListener } from "./listener.ts";
import { newLogId } from "./log/log-directory.ts";
import { openPrimary } from "./primary.ts";
import { languageNames } from "./stats/names.ts";
import type { Store } from "./store/open.ts";

/** A Footfall that listens. */
export interface Footfall {
  readonly url: string;
  readonly apiKeys: ApiKeys;
  readonly store: Store;
  /** Resolves when every event that is acknowledged now is in the store, and what is counted of dropped ones. */
  shipped(): Promise<void>;
  /** Stops accepting, answers what is under way, hands what was accepted to the store. */
  stop(): Promise<void>;
}

/** Serves in this process alone. Throws `StartRefused` with one line for the operator. */
export function serve(
  config: Config,
  log: Logger,
  now: () => number = Date.now,
): Promise<Footfall> {
  return closing(async (closers) => {
    const findPlace = await openPlaces(config.GEOIP_DB);
    const opening = openPrimary({ config, log, now }, closers);
    // Takes a fraction of a second, which is free while the store opens and would stall a request.
    languageNames();
    const primary = await opening;
    const { apiKeys, store, leftOver } = primary;
    const allShipped = async (own: Promise<void>) => {
      await Promise.all([own, leftOver.shipped()]);
    };
    const listener = await openListener(
      {
        ...primary,
        config,
        apiKeys: apiKeys.keys,
        db: store.db,
        findPlace,
        logId: newLogId(),
        logBytesMax: config.EVENT_LOG_BYTES_MAX,
        purgeEvents: (ownShipped) => primary.purgeEvents(allShipped(ownShipped)),
        log,
        now,
      },
      closers,
    );
    return { url: listener.url, apiKeys, store, shipped: () => allShipped(listener.shipped()) };
  });
}
