import type { ClickHouseClient } from "@clickhouse/client";

import type { Footfall } from "../program.ts";
import { storeWebsite } from "../website.ts";
import { dayMs, isoDay } from "./days.ts";
import { mergeAll, settleMerges } from "./engine.ts";
import { weekdayShare } from "./rhythm.ts";
import { eventsPerSession, type Seeding, seed } from "./seed.ts";

export const closedDays = 30;
const olderDays = 335;
const pages = 5_000;
const smallWebsites = 200;
const smallEvents = 2_000_000;
const smallPages = 300;
/** The 20th of the small websites: some 17,000 events in the year. */
const smallRank = 20;
/** A running server's parts: few large ones of the morning, many small ones of just now. */
const sliceEnds = [
  0.3, 0.5, 0.65, 0.75, 0.82, 0.87, 0.91, 0.94, 0.96, 0.975, 0.985, 0.99, 0.994, 0.997, 0.9985,
  0.9992, 0.9997, 1,
];

export interface Wanted {
  /** Of the large website in 30 closed days. */
  readonly events: number;
  /** Of the website with a busy today; 0 for none. */
  readonly todayEvents: number;
  /** Whether the pair of which one has ten times the events of the other is wanted. */
  readonly pair: boolean;
}

/** Ids of websites. */
export interface Dataset {
  readonly large: number;
  readonly small: number;
  readonly empty: number;
  readonly today: number;
  readonly tenth: number;
  readonly tenfold: number;
}

interface Seeder {
  readonly client: ClickHouseClient;
  readonly now: number;
}

/** Makes the websites and their events: closed days merged, today's as they came. */
export async function makeDataset(
  footfall: Footfall,
  client: ClickHouseClient,
  wanted: Wanted,
): Promise<Dataset> {
  const store = (domain: string) => storeWebsite(footfall, domain);
  const dataset = {
    large: await storeWebsite(footfall),
    empty: await store("empty.example"),
    today: await store("today.example"),
    tenth: await store("tenth.example"),
    tenfold: await store("tenfold.example"),
  };
  const small: number[] = [];
  for (let rank = 1; rank <= smallWebsites; rank += 1)
    small.push(await store(`site-${rank}.example`));
  const seeder = { client, now: Date.now() };
  const sizes = smallSizes(small);
  await client.command({ query: "SYSTEM STOP MERGES events" });
  await seedYear(seeder, dataset.large, wanted.events);
  await seedDays(seeder, closedDays + olderDays, 0, { sessionsPerDay: sizes, pages: smallPages });
  if (wanted.pair) await seedPair(seeder, dataset, wanted.events);
  await client.command({ query: "SYSTEM START MERGES events" });
  await mergeAll(client);
  const large = sessionsOf(wanted.events, closedDays);
  await seedToday(seeder, { sessionsPerDay: new Map([[dataset.large, large]]), pages });
  await seedToday(seeder, { sessionsPerDay: sizes, pages: smallPages });
  if (wanted.todayEvents > 0) await seedBusyToday(seeder, dataset.today, wanted.todayEvents);
  await settleMerges(client);
  return { ...dataset, small: small[smallRank - 1] ?? 0 };
}

/** The sizes of the small websites by Zipf's law. */
function smallSizes(ids: readonly number[]): Map<number, number> {
  const total = ids.reduce((sum, _, i) => sum + 1 / (i + 1), 0);
  const all = sessionsOf(smallEvents, closedDays + olderDays);
  return new Map(ids.map((id, i) => [id, all / (i + 1) / total]));
}

/** As many events in the 335 days before as in the 30 closed ones. */
async function seedYear(seeder: Seeder, id: number, events: number): Promise<void> {
  const at = (days: number) => ({
    sessionsPerDay: new Map([[id, sessionsOf(events, days)]]),
    pages,
  });
  await seedDays(seeder, closedDays + olderDays, closedDays, at(olderDays));
  await seedDays(seeder, closedDays, 0, at(closedDays));
}

/** Both of the same visitors, only that each is ten on the larger one. */
async function seedPair(
  seeder: Seeder,
  { tenth, tenfold }: Pick<Dataset, "tenth" | "tenfold">,
  events: number,
): Promise<void> {
  const sessions = sessionsOf(events / 10, closedDays);
  for (const [id, copies] of [
    [tenth, 1],
    [tenfold, 10],
  ] as const) {
    await seedDays(seeder, closedDays, 0, {
      sessionsPerDay: new Map([[id, sessions]]),
      pages,
      copies,
    });
  }
}

/** The days from so many days ago to before so many days ago, month by month, as parts are of one. */
async function seedDays(
  { client, now }: Seeder,
  since: number,
  before: number,
  rest: Omit<Seeding, "from" | "days">,
): Promise<void> {
  const today = Math.floor(now / dayMs);
  for (let day = today - since; day < today - before; ) {
    const from = isoDay(day);
    const nextMonth = Date.UTC(Number(from.slice(0, 4)), Number(from.slice(5, 7))) / dayMs;
    const end = Math.min(nextMonth, today - before);
    await seed(client, { ...rest, from, days: end - day });
    day = end;
  }
}

async function seedToday(
  { client, now }: Seeder,
  rest: Omit<Seeding, "from" | "days">,
): Promise<void> {
  const elapsed = (now % dayMs) / dayMs;
  await seed(client, { ...rest, from: isoDay(now / dayMs), days: 1, elapsed });
}

async function seedBusyToday(seeder: Seeder, id: number, events: number): Promise<void> {
  const share = ((seeder.now % dayMs) / dayMs) * weekdayShare(isoDay(seeder.now / dayMs));
  const sessionsPerDay = new Map([[id, sessionsOf(events, share)]]);
  for (const [i, end] of sliceEnds.entries()) {
    await seedToday(seeder, { sessionsPerDay, pages, slice: [sliceEnds[i - 1] ?? 0, end] });
  }
}

function sessionsOf(events: number, days: number): number {
  return events / days / eventsPerSession;
}
