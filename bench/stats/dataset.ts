import type { Footfall } from "../program.ts";
import { storeWebsite } from "../website.ts";
import { dayMs, isoDay } from "./days.ts";
import {
  prepareDays,
  publishDays,
  type Seeder,
  seedDays,
  seedToday,
  sessionsOf,
  type Traffic,
} from "./history.ts";
import { weekdayShare } from "./rhythm.ts";

/** Website ids. */
export interface Dataset {
  readonly large: number;
  /** One of the small websites. */
  readonly small: number;
  /** All 200 small websites. */
  readonly smalls: readonly number[];
  /** A website that never had an event. */
  readonly empty: number;
  /** A website that has all its events today. */
  readonly busy: number;
  /**
   * A pair of websites. The second has ten visitors for each one of the first, with the same
   * values.
   */
  readonly tenth: number;
  readonly tenfold: number;
}

export interface DatasetSize {
  /** Events of the large website in 30 closed days. */
  readonly events: number;
  /** Whether the 335 days before them have as many together, or none. */
  readonly year: boolean;
  /** Events of the website with a busy today. With 0, the website is left out. */
  readonly busyEvents: number;
  /** Whether there is a pair of websites with `events` and a tenth of them. */
  readonly pair: boolean;
}

export const closedDays = 30;
export const busyDomain = "busy.example";
const recent = { since: closedDays, before: 0 };
const year = { since: 365, before: 0 };
const older = { since: year.since, before: closedDays };
const pages = 5_000;
const smallWebsites = 200;
const smallEvents = 2_000_000;
const smallPages = 300;
/** Neither the largest of them nor one with hardly any events: some 17,000 in the year. */
const smallRank = 20;
/**
 * The parts of a day while they come in: few large ones of the morning, many small ones of just
 * now.
 */
const sliceEnds = [
  0.3, 0.5, 0.65, 0.75, 0.82, 0.87, 0.91, 0.94, 0.96, 0.975, 0.985, 0.99, 0.994, 0.997, 0.9985,
  0.9992, 0.9997, 1,
];

/** Makes the websites and their events: closed days merged, today as it came. */
export async function makeDataset(
  footfall: Footfall,
  seeder: Seeder,
  size: DatasetSize,
): Promise<Dataset> {
  const { client } = seeder;
  const dataset = await storeWebsites(footfall);
  const small = { sessionsPerDay: smallSizes(dataset.smalls), pages: smallPages };
  await prepareDays(client);
  const large = trafficOf(dataset.large, size.events, closedDays);
  await seedDays(seeder, recent, large);
  if (size.year) {
    await seedDays(seeder, older, trafficOf(dataset.large, size.events, year.since - closedDays));
  }
  await seedDays(seeder, year, small);
  if (size.pair) await seedPair(seeder, dataset, size.events / 10);
  await publishDays(client);
  await seedToday(seeder, large);
  await seedToday(seeder, small);
  if (size.busyEvents > 0) await seedBusyDay(seeder, dataset.busy, size.busyEvents);
  return dataset;
}

async function storeWebsites(footfall: Footfall): Promise<Dataset> {
  const store = (name: string) => storeWebsite(footfall, `${name}.example`);
  const smalls: number[] = [];
  while (smalls.length < smallWebsites) smalls.push(await store(`small-${smalls.length}`));
  return {
    // The collector's requests are for this one.
    large: await storeWebsite(footfall),
    small: smalls[smallRank - 1] ?? Number.NaN,
    empty: await store("empty"),
    busy: await storeWebsite(footfall, busyDomain),
    tenth: await store("tenth"),
    tenfold: await store("tenfold"),
    smalls,
  };
}

/** Returns the traffic of a website with that many events in that many days. */
export function trafficOf(id: number, events: number, days: number): Traffic {
  return { sessionsPerDay: new Map([[id, sessionsOf(events, days)]]), pages };
}

/** Returns sizes by Zipf's law. */
function smallSizes(ids: readonly number[]): Map<number, number> {
  const all = sessionsOf(smallEvents, year.since);
  const harmonic = ids.reduce((sum, _, i) => sum + 1 / (i + 1), 0);
  return new Map(ids.map((id, i) => [id, all / harmonic / (i + 1)]));
}

async function seedPair(
  seeder: Seeder,
  { tenth, tenfold }: Dataset,
  events: number,
): Promise<void> {
  await seedDays(seeder, recent, trafficOf(tenth, events, closedDays));
  await seedDays(seeder, recent, { ...trafficOf(tenfold, events, closedDays), copies: 10 });
}

/** Inserts that many events from midnight to now, whatever time and weekday it is. */
export async function seedBusyDay(seeder: Seeder, id: number, events: number): Promise<void> {
  const elapsed = (seeder.now % dayMs) / dayMs;
  const days = elapsed * weekdayShare(isoDay(seeder.now / dayMs));
  for (const [i, end] of sliceEnds.entries()) {
    const slice = [sliceEnds[i - 1] ?? 0, end] as const;
    await seedToday(seeder, { ...trafficOf(id, events, days), slice });
  }
}
