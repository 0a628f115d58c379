import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";

import { pick as pickFrom, randomFrom } from "../../bench/random.ts";
import { dimensionNames } from "../../src/counting/dimensions.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { rounds } from "../helpers/rounds.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";
import { codeOf, type Happening, happenings, toPlain, toSent } from "./happenings.ts";
import { countPlainly, type PlainEvent, type PlainRow, sortRows } from "./plain-count.ts";

/**
 * Some 2,000 random events of three websites. The test counts them in the plainest way and compares
 * the result with every page of every answer. `STATS_SEED` repeats a run.
 */
const seed = Number(process.env["STATS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

const random = randomFrom(seed);
const pick = <T>(items: readonly T[]): T => pickFrom(random, items);

const sites = [
  { domain: "utc.example", timezone: "UTC", offsetHours: 0 },
  { domain: "kolkata.example", timezone: "Asia/Kolkata", offsetHours: 5.5 },
  { domain: "phoenix.example", timezone: "America/Phoenix", offsetHours: -7 },
];

interface PlainSiteEvent extends PlainEvent {
  readonly site: string;
}

const fromMs = Date.UTC(2025, 1, 27);
const timeMs = fc.integer({ min: fromMs, max: fromMs + 4 * 86_400_000 - 1 });
const happening = happenings({ timeMs, pages: 60 });

/** Returns the event with its day, by a clock that is never put forward or back. */
function plainEventOf(site: (typeof sites)[number], done: Happening): PlainSiteEvent {
  const { timeMs, place, agent } = done;
  const day = new Date(timeMs + site.offsetHours * 3_600_000).toISOString().slice(0, 10);
  const visitor = `${place.ip} ${agent.userAgent}`;
  return { site: site.domain, ...toPlain(done, site.domain, day, visitor) };
}

const footfall = openFootfall(shareFootfall);
const ids = new Map<string, number>();
const all: PlainSiteEvent[] = [];
beforeAll(async () => {
  for (const [nth, site] of sites.entries()) {
    const { id } = await footfall.store(site.domain, { timezone: site.timezone });
    ids.set(site.domain, id);
    const done = fc.sample(happening, { numRuns: 700, seed: seed + nth });
    all.push(...done.map((each) => plainEventOf(site, each)));
    const reply = await footfall.bulk(
      id,
      done.map((each) => toSent(each, site.domain)),
    );
    expect(reply.json, `seed ${seed}`).toEqual({ accepted: 700, dropped: {} });
  }
});

const searches = ["", "", "", "", "", "", "e", "S", "(", "2", "%", "_", "ÜN", ", "];
const ranges = [
  ["2025-02-01", "2025-03-31"],
  ["2025-02-28", "2025-03-01"],
  ["2025-03-01", "2025-03-01"],
] as const;

test.each(dimensionNames)(`%s is what counting by hand gives (seed ${seed})`, async (name) => {
  const first = pick([0, 1, 2]);
  for (const [nth, { domain }] of sites.entries()) {
    for (let round = 0; round < rounds; round += 1) {
      // Each website is asked for a different range, and for all ranges in as many rounds as there
      // are ranges.
      const [from, to] = ranges[(first + nth + round) % ranges.length] ?? ranges[0];
      const inRange = all.filter(({ site, day }) => site === domain && day >= from && day <= to);
      const rows = countPlainly(inRange, name).map((row) => ({
        ...row,
        ...codeOf(name, row.value),
      }));
      const sort = pick(["asc", "desc"]);
      const sortBy = pick(["count", "value"]);
      const search = pick(searches);
      const wanted = rows.filter(({ value }) => value.toLowerCase().includes(search.toLowerCase()));
      const query = { name, from, to, search, sort, sort_by: sortBy, per_page: pick(["10", "25"]) };
      const label = `seed ${seed}, ${domain}, ${JSON.stringify(query)}`;
      await expectPages(ids.get(domain) ?? 0, query, sortRows(wanted, sortBy, sort), label);
    }
  }
});

async function expectPages(
  id: number,
  query: Readonly<Record<string, string>>,
  wanted: readonly PlainRow[],
  label: string,
): Promise<void> {
  const found: PlainRow[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = (await footfall.stats(id, { ...query, page: String(page) })).json;
    found.push(...data);
    const count = wanted.reduce((sum, row) => sum + row.count, 0);
    expect(meta, label).toMatchObject({ total: wanted.length, count });
    if (page >= meta.last_page) break;
  }
  expect(found, label).toEqual(wanted);
}
