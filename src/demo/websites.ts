import type { Account } from "./account.ts";
import { makeHistory } from "./history.ts";
import { Random } from "./random.ts";
import { makeReads } from "./reads.ts";
import { demoSites } from "./sites.ts";

/** The demo's history is the same at each start, but for the days that it has. */
export const demoSeed = 20_260_101;

/**
 * Creates the demo's websites and sends their history. Resolves with the number of events. After
 * the signal, sends no further request for events.
 */
export async function fillWebsites(
  account: Account,
  random: Random,
  signal: AbortSignal,
): Promise<number> {
  // Numbers of its own, so that the history is the one that it was without reads.
  const ofReads = new Random(demoSeed + 1);
  let events = 0;
  for (const site of demoSites) {
    await account.store(site, Date.now());
    const history = makeHistory(site, Date.now(), random);
    await account.send(site, history, signal);
    await account.sendReads(site, makeReads(site, Date.now(), ofReads), signal);
    events += history.length;
  }
  return events;
}
