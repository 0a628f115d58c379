import { createAgentRecogniser } from "./collect/agent/agent.ts";
import type { Step } from "./collect/draft.ts";
import { createPipeline } from "./collect/pipeline.ts";
import type { PlaceFinder } from "./collect/places.ts";
import { Receipts } from "./collect/receipts.ts";
import { Salts } from "./collect/salts.ts";
import type { Database } from "./store/database.ts";
import { type EventTable, eventTable } from "./store/events.ts";
import { receiptTable } from "./store/receipts.ts";
import { saltTable } from "./store/salts.ts";
import { websiteTable } from "./store/websites.ts";
import { Websites } from "./websites/websites.ts";

const cachedAgentsMax = 20_000;

/** What the server and the import are both made of. */
export interface Parts {
  readonly websites: Websites;
  readonly events: EventTable;
  readonly salts: Salts;
  readonly pipeline: Step;
  readonly receipts: Receipts;
}

export async function assembleParts(
  db: Database,
  findPlace: PlaceFinder,
  now: () => number,
): Promise<Parts> {
  const websites = await Websites.open(websiteTable(db), now);
  const events = eventTable(db);
  const salts = new Salts(saltTable(db, now), now);
  const pipeline = createPipeline({
    recogniseAgent: createAgentRecogniser(cachedAgentsMax),
    findPlace,
    saltOf: (day) => salts.known(day) ?? "",
  });
  const receipts = new Receipts(receiptTable(db, now), events, now);
  return { websites, events, salts, pipeline, receipts };
}
