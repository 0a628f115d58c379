import { dayMs } from "../base/calendar.ts";
import { makePerson } from "./person.ts";
import type { Random } from "./random.ts";
import type { Arrival, DemoSite } from "./site.ts";
import { type DemoEvent, makeVisit } from "./visit.ts";

export const historyDays = 90;
const hourMs = 60 * 60_000;

/** Relative number of visitors in each hour of their day. */
const hourWeights = [
  2, 1, 1, 1, 1, 2, 4, 7, 10, 12, 13, 12, 11, 12, 13, 13, 12, 11, 10, 10, 11, 10, 7, 4,
].map((weight, hour) => [weight, hour] as const);

/** Share of all visitors who come back on the same day. */
const returningShare = 0.08;
/** Visitors of a day at the beginning, as a share of those at the end. */
const beginningShare = 0.7;

/** Returns all events of a website in the 90 days up to now, in no order. */
export function makeHistory(site: DemoSite, nowMs: number, random: Random): DemoEvent[] {
  const today = Math.floor(nowMs / dayMs) * dayMs;
  const events: DemoEvent[] = [];
  for (let daysAgo = historyDays - 1; daysAgo >= 0; daysAgo -= 1) {
    events.push(...makeDay(site, today - daysAgo * dayMs, daysAgo, random));
  }
  return events.filter(({ timeMs }) => timeMs <= nowMs);
}

function makeDay(site: DemoSite, dayStartMs: number, daysAgo: number, random: Random) {
  const events: DemoEvent[] = [];
  const visit = (arrival?: Arrival) => {
    const person = makePerson(random, site.mobileShare);
    events.push(...makeVisit(site, person, makeTime(site, dayStartMs, random), random, arrival));
    if (random.happens(returningShare)) {
      events.push(...makeVisit(site, person, makeTime(site, dayStartMs, random), random));
    }
  };
  const ordinary = visitorsOf(site, dayStartMs, daysAgo) * (0.9 + 0.2 * random.next());
  for (let left = Math.round(ordinary); left > 0; left -= 1) visit();
  // A link on a front page brings a crowd, which gets smaller with each day.
  const daysSinceFame = (site.fameDaysAgo ?? -1) - daysAgo;
  if (daysSinceFame >= 0 && daysSinceFame < 4) {
    const crowd = (site.visitorsPerDay * 3) / 4 ** daysSinceFame;
    for (let left = Math.round(crowd); left > 0; left -= 1) visit(site.fameArrival);
  }
  return events;
}

function visitorsOf(site: DemoSite, dayStartMs: number, daysAgo: number): number {
  const weekday = new Date(dayStartMs).getUTCDay();
  const rhythm = weekday === 0 || weekday === 6 ? site.weekendShare : 1;
  const growth = 1 - (1 - beginningShare) * (daysAgo / historyDays);
  return site.visitorsPerDay * rhythm * growth;
}

function makeTime(site: DemoSite, dayStartMs: number, random: Random): number {
  const hour = (random.pick(hourWeights) - site.aheadH + 24) % 24;
  return dayStartMs + hour * hourMs + Math.floor(random.next() * hourMs);
}
