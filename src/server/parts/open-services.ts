import { type AccessOptions, StoredAccess } from "../../access/stored-access.ts";
import type { Config } from "../../base/config.ts";
import type { Database } from "../../clickhouse/database.ts";
import { createAgentRecogniser } from "../../collect/agent/agent.ts";
import { IdempotencyRecords } from "../../collect/idempotency.ts";
import { type Networks, openNetworks } from "../../collect/marks/networks.ts";
import { createPipeline, type ProcessEvent } from "../../collect/pipeline.ts";
import { openPlaces, type PlaceFinder } from "../../collect/places.ts";
import { createReadOf, type Read, type ReadOf } from "../../collect/read.ts";
import { type Salt, Salts } from "../../collect/salts.ts";
import { type NoteDefinition, StoredDefinitions } from "../../definitions/stored-definitions.ts";
import { followedTable, withFollowed } from "../../import/follow/followed-table.ts";
import { openRanges } from "../../reads/open-ranges.ts";
import type { OperatorRanges } from "../../reads/operator-ranges.ts";
import { accessTable } from "../../tables/access-table.ts";
import { definitionTable } from "../../tables/definition-table.ts";
import type { EventTable } from "../../tables/event-table.ts";
import { idempotencyTable } from "../../tables/idempotency-table.ts";
import { saltTable } from "../../tables/salt-table.ts";
import { websiteTable } from "../../tables/website-table.ts";
import {
  type Announce,
  StoredWebsites,
  type WebsiteOptions,
} from "../../websites/stored-websites.ts";

const cachedAgentsMax = 20_000;

/** The ways from a request to a row. */
export interface RequestProcessing {
  readonly processEvent: ProcessEvent;
  readonly readOf: ReadOf;
}

/** The knowledge about addresses. */
export interface Lookups {
  readonly findPlace: PlaceFinder;
  readonly ranges: OperatorRanges;
  readonly networks: Networks;
}

/** Rejects with `StartRefused` if a file that a setting names cannot be read. */
export async function openLookups(
  config: Pick<Config, "GEOIP_DB" | "READER_RANGES" | "HOSTING_NETWORKS">,
  options: { readonly isSmall?: boolean } = {},
): Promise<Lookups> {
  const ranges = await openRanges(config.READER_RANGES);
  const networks = await openNetworks(config.HOSTING_NETWORKS);
  return { findPlace: await openPlaces(config.GEOIP_DB, options), ranges, networks };
}

/** Returns the ways from a request to a row. A process has them once, for all stores. */
export function createProcessing(
  { findPlace, ranges, networks }: Lookups,
  salts: Salts,
  onRead: (read: Read, timeMs: number) => void = () => {},
): RequestProcessing {
  const recogniseAgent = createAgentRecogniser(cachedAgentsMax);
  const readOf = createReadOf({ recogniseAgent, ranges, onRead });
  const saltOf = (day: number) => salts.cached(day) ?? "";
  const { isHosting } = networks;
  const deps = { recogniseAgent, readOf, findPlace, isHosting, saltOf };
  return { processEvent: createPipeline(deps), readOf };
}

export function openIdempotencyRecords(
  db: Database,
  events: EventTable,
  now: () => number,
): IdempotencyRecords {
  const table = withFollowed(idempotencyTable(db, now), followedTable(db));
  return new IdempotencyRecords(table, events, now);
}

/**
 * Returns the goals, funnels, segments and annotations of a store's websites. Without `note`, the
 * process changes none for a caller.
 */
export function openDefinitions(
  db: Database,
  now: () => number,
  note?: NoteDefinition,
): StoredDefinitions {
  return new StoredDefinitions((websiteId) => definitionTable(db, websiteId), now, note);
}

/** Returns the keys, people and sessions, which the first store has. */
export function openAccess(db: Database, options: AccessOptions): Promise<StoredAccess> {
  return StoredAccess.open(accessTable(db), options);
}

export function openSalts(db: Database, now: () => number, salts: readonly Salt[] = []): Salts {
  return new Salts(saltTable(db, now), now, salts);
}

/** With a copy of the websites, it resolves also while the store is unavailable. */
export function openWebsites(
  db: Database,
  now: () => number,
  announce?: Announce,
  options?: WebsiteOptions,
): Promise<StoredWebsites> {
  return StoredWebsites.open(websiteTable(db), now, announce, options);
}
