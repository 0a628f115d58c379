import { createAgentRecogniser } from "../collect/agent/agent.ts";
import { IdempotencyRecords } from "../collect/idempotency.ts";
import { createPipeline, type ProcessEvent } from "../collect/pipeline.ts";
import type { PlaceFinder } from "../collect/places.ts";
import { type Salt, Salts } from "../collect/salts.ts";
import type { Database } from "../store/database.ts";
import { type EventTable, eventTable } from "../store/events.ts";
import { idempotencyTable } from "../store/idempotency-records.ts";
import { saltTable } from "../store/salts.ts";
import { websiteTable } from "../store/websites.ts";
import { type Announce, StoredWebsites } from "../websites/stored-websites.ts";

const cachedAgentsMax = 20_000;

/** The parts that take events in, in the server and in the import. */
export interface EventServices {
  readonly events: EventTable;
  readonly salts: Salts;
  readonly processEvent: ProcessEvent;
  readonly idempotencyRecords: IdempotencyRecords;
}

export interface EventPartDeps {
  readonly db: Database;
  readonly findPlace: PlaceFinder;
  readonly salts: Salts;
  readonly now: () => number;
}

export function wireEventServices({ db, findPlace, salts, now }: EventPartDeps): EventServices {
  const events = eventTable(db);
  const processEvent = createPipeline({
    recogniseAgent: createAgentRecogniser(cachedAgentsMax),
    findPlace,
    saltOf: (day) => salts.cached(day) ?? "",
  });
  const idempotencyRecords = new IdempotencyRecords(idempotencyTable(db, now), events, now);
  return { events, salts, processEvent, idempotencyRecords };
}

export function openSalts(db: Database, now: () => number, salts: readonly Salt[] = []): Salts {
  return new Salts(saltTable(db, now), now, salts);
}

export function openWebsites(
  db: Database,
  now: () => number,
  announce?: Announce,
  isShared?: boolean,
): Promise<StoredWebsites> {
  return StoredWebsites.open(websiteTable(db), now, announce, isShared);
}
