import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";

import type { DimensionName } from "../../src/counting/dimensions.ts";
import type { Sent } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { rounds } from "../helpers/rounds.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";
import {
  countHoursPlainly,
  countPlainly,
  keepPlainly,
  type PlainEvent,
  sortRows,
  summarisePlainly,
} from "./plain-count.ts";

/**
 * Random events around the nights in which clocks change, many at the same moment and many at a
 * midnight. The test counts them in the plainest way. `STATS_SEED` repeats a run.
 */
const seed = Number(process.env["STATS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** Each zone, and a day of 2025 on which its clock goes back or forward. */
const zones = [
  ["UTC", "2025-03-31"],
  ["Europe/Berlin", "2025-10-26"],
  ["Europe/Berlin", "2025-03-30"],
  // By half an hour.
  ["Australia/Lord_Howe", "2025-04-06"],
  // At midnight: the first or last hour of a day is there twice, or the first is not there.
  ["America/Havana", "2025-11-02"],
  ["America/Santiago", "2025-04-05"],
  ["Asia/Beirut", "2025-03-30"],
  ["Asia/Kathmandu", "2025-12-31"],
] as const;

const eventsOfEach = 300;
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** Every quarter of an hour in three days, or a millisecond before; or anywhere in ten. */
const offsetMs = fc.oneof(
  fc.integer({ min: -96, max: 192 }).map((quarter) => quarter * 15 * minuteMs),
  fc.integer({ min: -96, max: 192 }).map((quarter) => quarter * 15 * minuteMs - 1),
  fc.integer({ min: -5 * dayMs, max: 5 * dayMs }),
);
const happening = fc.noBias(
  fc.record({
    offsetMs,
    person: fc.nat(3),
    name: fc.constantFrom("pageview", "pageview", "pageview", "engagement", "Sign-Up", "ΣΑΣ", "~x"),
    page: fc.constantFrom("/", "/Blog/1", "/blog/2", "/pricing", "/a~b"),
    campaign: fc.constantFrom("", "", "Straße", "spring SALE", "~", "50%"),
  }),
);
type Happening = typeof happening extends fc.Arbitrary<infer Each> ? Each : never;

interface Site {
  readonly id: number;
  readonly timezone: string;
  readonly around: string;
  readonly events: readonly PlainEvent[];
}

function toPlain(done: Happening, timezone: string, around: string): PlainEvent {
  const { person, name, page, campaign } = done;
  const timeMs = Date.parse(around) + done.offsetMs;
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format(timeMs);
  const kind = name === "pageview" || name === "engagement" ? name : "custom";
  const values = { page, event: name, campaign, browser: "Chrome" };
  return { day, timeMs, visitor: String(person), kind, values };
}

function toSent({ values, timeMs, visitor }: PlainEvent): Sent {
  const { page, campaign = "", event = "" } = values;
  const query = campaign === "" ? "" : `?utm_campaign=${encodeURIComponent(campaign)}`;
  const at = new Date(timeMs).toISOString();
  return { at, who: Number(visitor), name: event, page: `${page}${query}` };
}

const footfall = openFootfall(shareFootfall);
const sites: Site[] = [];
beforeAll(async () => {
  for (const [nth, [timezone, around]] of zones.entries()) {
    const done = fc.sample(happening, { numRuns: eventsOfEach, seed: seed + nth });
    const events = done.map((each) => toPlain(each, timezone, around));
    const { id } = await footfall.storeWith(events.map(toSent), { timezone });
    sites.push({ id, timezone, around, events });
  }
  await footfall.server.shipped();
  await footfall.server.rollUp();
});

/** Values that visitors carry, parts of them in another case, and what nobody has. */
const patterns: Readonly<Partial<Record<DimensionName, readonly string[]>>> = {
  page: ["~BLOG", "!~blog/2", "~~", "!~~", "/", "!/blog/*", "/Blog/1", "~/", "~zz"],
  event: ["~σας", "!~Σας", "~SIGN", "!~-u", "~~", "Sign-Up", "*", "!~(", "~x"],
  campaign: ["~STRASSE", "~strasse", "!~ss", "~ s", "spring SALE", "~50%", "*", "~~"],
  entry_page: ["~BLOG", "!~blog/2", "/", "~PRIC", "!~~"],
  browser: ["~chrom", "!~CHROME", "*", "!~zz"],
  country: ["~UNK", "!~(unknown", "*", "!~zz"],
};
const filter = fc
  .constantFrom(...(Object.keys(patterns) as DimensionName[]))
  .chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.array(fc.constantFrom(...(patterns[name] ?? [])), { minLength: 1, maxLength: 2 }),
    ),
  );
const filters = fc.oneof(
  fc.constant([]),
  fc.uniqueArray(filter, { minLength: 1, maxLength: 2, selector: ([name]) => name }),
);
/** Days from the one with the changed clock on, and their number. */
const range = fc.tuple(fc.integer({ min: -6, max: 3 }), fc.constantFrom(1, 1, 2, 3, 7, 14));
const settingsOf = (nth: number) => ({
  numRuns: 3 * rounds,
  seed: seed + nth,
  endOnFailure: true,
});

function moved(day: string, by: number): string {
  return new Date(Date.parse(day) + by * dayMs).toISOString().slice(0, 10);
}

interface Asked {
  readonly from: string;
  readonly to: string;
  /** The events of the days that pass the filters. */
  readonly kept: readonly PlainEvent[];
  readonly query: string;
}

function askedOf(
  { around, events }: Site,
  [begin, days]: readonly [number, number],
  patterns: readonly (readonly [DimensionName, readonly string[]])[],
): Asked {
  const from = moved(around, begin);
  const to = moved(from, days - 1);
  const params = new URLSearchParams({ from, to });
  for (const [name, values] of patterns) {
    for (const each of values) params.append(`filter[${name}]`, each);
  }
  const kept = keepPlainly(within(events, from, to), patterns);
  return { from, to, kept, query: String(params) };
}

function within(events: readonly PlainEvent[], from: string, to: string): PlainEvent[] {
  return events.filter(({ day }) => day >= from && day <= to);
}

async function answerOf(path: string) {
  const reply = await footfall.request(path);
  expect(reply.status, `${path}: ${reply.text}`).toBe(200);
  return reply.json.data;
}

const places = zones.map(([timezone, around], nth) => [timezone, around, nth] as const);
describe.each(places)(`in %s around %s (seed ${seed})`, (timezone, _around, nth) => {
  const site = () => sites[nth] as Site;

  test("a heat map is what counting by hand gives", async () => {
    const metric = fc.constantFrom("visitors", "pageviews");
    await fc.assert(
      fc.asyncProperty(range, filters, metric, async (days, patterns, counted) => {
        const { kept, query } = askedOf(site(), days, patterns);
        const path = `/api/v1/websites/${site().id}/heatmap?${query}&metric=${counted}`;
        const cells = await answerOf(path);
        expect(cells).toHaveLength(168);
        const busy = cells.filter(({ count }: { count: number }) => count > 0);
        const shown = busy.map((cell: Record<string, number>) => Object.values(cell).join(" "));
        expect(shown.sort(), path).toEqual(countHoursPlainly(kept, timezone, counted));
      }),
      settingsOf(nth),
    );
  });

  test("a compared summary is what counting both ranges by hand gives", async () => {
    const compare = fc.constantFrom("previous", "year", "2025-01-15", "2024-02-29");
    await fc.assert(
      fc.asyncProperty(
        range,
        filters,
        compare,
        fc.boolean(),
        async (days, patterns, how, match) => {
          const { from, to, kept, query } = askedOf(site(), days, patterns);
          const more = `compare=${how}${match ? "&match=weekday" : ""}`;
          const path = `/api/v1/websites/${site().id}/summary?${query}&${more}`;
          const { previous, change, ...now } = await answerOf(path);
          expect(now, path).toEqual({ from, to, ...summarisePlainly(kept) });
          const before = keepPlainly(within(site().events, previous.from, previous.to), patterns);
          const { from: first, to: last } = previous;
          expect(previous, path).toEqual({ from: first, to: last, ...summarisePlainly(before) });
          const grown = now.visits - previous.visits;
          const wanted = previous.visits === 0 ? null : grown / previous.visits;
          expect(change.visits === null ? null : change.visits, path).toBe(
            wanted === null ? null : Math.round(wanted * 1e4) / 1e4,
          );
        },
      ),
      settingsOf(nth),
    );
  });

  test("a breakdown is what counting by hand gives", async () => {
    const name = fc.constantFrom<DimensionName>("page", "event", "campaign", "visit", "exit_page");
    await fc.assert(
      fc.asyncProperty(range, filters, name, async (days, patterns, asked) => {
        const { kept, query } = askedOf(site(), days, patterns);
        const path = `/api/v1/stats/${site().id}?name=${asked}&${query}&sort_by=value&sort=asc&per_page=100`;
        const wanted = sortRows(countPlainly(kept, asked), "value", "asc");
        expect(await answerOf(path), path).toEqual(wanted);
      }),
      settingsOf(nth),
    );
  });
});
