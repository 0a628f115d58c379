import type { Account } from "./account.ts";
import { makeHistory } from "./history.ts";
import type { Random } from "./random.ts";
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
  let events = 0;
  for (const site of demoSites) {
    await account.store(site, Date.now());
    const history = makeHistory(site, Date.now(), random);
    await account.send(site, history, signal);
    events += history.length;
  }
  return events;
}
