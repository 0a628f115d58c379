import { setTimeout as wait } from "node:timers/promises";

import { makePerson } from "./person.ts";
import type { Random } from "./random.ts";
import type { DemoSite } from "./site.ts";
import { type DemoEvent, makeVisit } from "./visit.ts";

const pauseMs = 1_000;
/** Visits on the websites at once. About as many end as begin. */
const visitsMax = 24;

export interface LiveTraffic {
  readonly sites: readonly DemoSite[];
  readonly random: Random;
  readonly send: (site: DemoSite, events: readonly DemoEvent[]) => Promise<void>;
  readonly now: () => number;
}

/** Sends an event about every second until the signal, from several visits at once. */
export async function keepTrafficComing(
  { sites, random, send, now }: LiveTraffic,
  signal: AbortSignal,
): Promise<void> {
  const visits: { readonly site: DemoSite; readonly left: DemoEvent[] }[] = [];
  const weighted = sites.map((site) => [site.visitorsPerDay, site] as const);
  while (!signal.aborted) {
    if (visits.length < visitsMax) {
      const site = random.pick(weighted);
      const person = makePerson(random, site.mobileShare);
      visits.push({ site, left: makeVisit(site, person, now(), random) });
    }
    const index = random.integer(0, visits.length - 1);
    const visit = visits[index];
    const next = visit?.left.shift();
    // The event happens now, not at the time in its made-up visit.
    const timestamp = new Date(now()).toISOString();
    if (visit && next) await send(visit.site, [{ ...next, event: { ...next.event, timestamp } }]);
    if (visit?.left.length === 0) visits.splice(index, 1);
    await wait(pauseMs * (0.5 + random.next()), undefined, { signal }).catch(() => {});
  }
}
