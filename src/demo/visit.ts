import type { BulkEvent } from "../model/event.ts";
import type { Person } from "./person.ts";
import type { Random } from "./random.ts";
import type { Arrival, DemoSite, Happening } from "./site.ts";

/** A made-up event and its time. */
export interface DemoEvent {
  readonly timeMs: number;
  readonly event: BulkEvent;
}

/** Limit of the random part of the time on a page, well below the half hour that ends a visit. */
const pauseMsMax = 15 * 60_000;
const pageMsMean = 55_000;

/**
 * Returns the events of one visit: its page views and the events on the pages, in order of time.
 */
export function makeVisit(
  site: DemoSite,
  person: Person,
  startMs: number,
  random: Random,
  arrival: Arrival = random.pick(site.arrivals),
): DemoEvent[] {
  const events: DemoEvent[] = [];
  const take = (timeMs: number, event: BulkEvent) => {
    const timestamp = new Date(timeMs).toISOString();
    events.push({ timeMs, event: { ...person, ...event, timestamp } });
  };
  let left = random.happens(site.bounceShare)
    ? 0
    : 1 + Math.floor(random.exponential(site.furtherPages));
  let timeMs = startMs;
  let page: string | undefined = random.pick(site.entries);
  for (let index = 0; page !== undefined; index += 1) {
    const query = index === 0 ? arrival.query : "";
    const url = `https://${site.domain}${page}`;
    const done: string[] = [page];
    take(timeMs, { url: `${url}${query}`, ...(index === 0 && { referrer: arrival.referrer }) });
    for (const happening of site.happenings[page] ?? []) {
      if (random.happens(happening.chance)) {
        take(timeMs + random.integer(3_000, 9_000), { url, ...describe(happening, random) });
        done.push(happening.name);
      }
    }
    const stayMs = 10_000 + Math.min(pauseMsMax, random.exponential(pageMsMean));
    take(timeMs + stayMs - 1_000, { url, ...attention(stayMs, random) });
    timeMs += stayMs;
    const others = site.pages.filter(([, other]) => other !== done[0]);
    page = sequelOf(site, done, random) ?? (left > 0 ? random.pick(others) : undefined);
    left -= 1;
  }
  return events;
}

/** Returns the page that what was done on the last page leads to, if it does. */
function sequelOf(site: DemoSite, done: readonly string[], random: Random): string | undefined {
  const sequels = done.flatMap((name) => site.sequels[name] ?? []);
  return sequels.find(({ chance }) => random.happens(chance))?.page;
}

/** Returns the fields of an engagement event: part of the stay in the foreground, and a depth. */
function attention(stayMs: number, random: Random): BulkEvent {
  const e = Math.round(stayMs * (0.3 + 0.6 * random.next()));
  return { name: "engagement", e, sd: Math.min(100, 20 + Math.round(random.exponential(40))) };
}

function describe({ name, props, revenue }: Happening, random: Random): BulkEvent {
  return {
    name,
    ...(props && { props: random.pick(props) }),
    ...(revenue && {
      revenue: { amount: random.integer(revenue[0], revenue[1]), currency: revenue[2] },
    }),
  };
}
