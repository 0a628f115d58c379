import { afterAll, beforeAll, expect, test } from "vitest";

import { type DimensionName, dimensionNames } from "../../src/stats/dimensions.ts";
import { chrome, startFootfall, stopAll, type TestFootfall } from "../helpers/footfall.ts";

/**
 * Some 2,000 random events of three websites, counted here in the plainest way that there is, and
 * compared with every page of every answer. `STATS_SEED` repeats a run.
 */
const seed = Number(process.env["STATS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** Mulberry32. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = randomFrom(seed);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

const agents = [
  { user_agent: chrome, browser: "Chrome", operating_system: "Windows", device: "Desktop" },
  {
    user_agent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    browser: "Safari",
    operating_system: "iOS",
    device: "Mobile",
  },
  { user_agent: undefined, browser: "", operating_system: "", device: "" },
];
const places = [
  {
    ip: "8.8.8.8",
    continent: "North America",
    country: "United States",
    city: "Mountain View, California, US",
  },
  {
    ip: "81.2.69.142",
    continent: "Europe",
    country: "United Kingdom",
    city: "London, England, GB",
  },
  {
    ip: "2001:4860:4860::8888",
    continent: "North America",
    country: "Canada",
    city: "Montreal, Quebec, CA",
  },
  { ip: "192.0.2.1", continent: "", country: "", city: "" },
];
const codes: Readonly<Record<string, string>> = {
  "North America": "NA",
  Europe: "EU",
  "United States": "US",
  "United Kingdom": "GB",
  Canada: "CA",
  "Mountain View, California, US": "US",
  "London, England, GB": "GB",
  "Montreal, Quebec, CA": "CA",
  German: "de",
  French: "fr",
};
const languages = { de: "German", "fr-CA": "French", qq: "", "": "" };
const referrers = ["google.com", "t.co", "ärger.example", ""];
const asHost: Readonly<Record<string, string>> = { "ärger.example": "xn--rger-koa.example" };
const asSource: Readonly<Record<string, string>> = { "google.com": "Google", "t.co": "X" };
const asChannel: Readonly<Record<string, string>> = {
  "google.com": "Search",
  "t.co": "Social",
  "ärger.example": "Referral",
  "": "",
};
const noneOf: Readonly<Record<string, string>> = {
  referrer: "(direct)",
  source: "(direct)",
  channel: "Direct",
};
const sites = [
  { domain: "utc.example", timezone: "UTC", offsetHours: 0 },
  { domain: "kolkata.example", timezone: "Asia/Kolkata", offsetHours: 5.5 },
  { domain: "phoenix.example", timezone: "America/Phoenix", offsetHours: -7 },
];

interface Known {
  readonly site: string;
  readonly day: string;
  readonly visitor: string;
  readonly kind: "pageview" | "engagement" | "custom";
  /** Dimension → value; "" for none. */
  readonly values: Readonly<Record<string, string>>;
}

function randomEvent(site: (typeof sites)[number]): { sent: object; known: Known } {
  const timeMs = Date.UTC(2025, 1, 27) + Math.floor(random() * 4 * 86_400_000);
  const day = new Date(timeMs + site.offsetHours * 3_600_000).toISOString().slice(0, 10);
  const agent = pick(agents);
  const place = pick(places);
  const name = pick([
    "pageview",
    "pageview",
    "pageview",
    "engagement",
    "signup",
    "Buy %",
    "ünder_",
  ]);
  const language = pick(["de", "fr-CA", "qq", ""] as const);
  const referrer = pick(referrers);
  const campaign = pick(["", "", "Spring", "spring", "50%"]);
  const screen = pick(["", "1920x1080", "390x844"]);
  const path = `/${Math.floor(random() ** 2 * 60)}`;
  const query = campaign === "" ? "" : `?utm_campaign=${encodeURIComponent(campaign)}`;
  const sent = {
    name,
    url: `https://${site.domain}${path}${query}`,
    timestamp: new Date(timeMs).toISOString(),
    ip: place.ip,
    ...(agent.user_agent !== undefined && { user_agent: agent.user_agent }),
    ...(referrer !== "" && { referrer: `https://www.${referrer}/x` }),
    ...(language !== "" && { language }),
    ...(screen !== "" && { screen }),
  };
  const values = {
    browser: agent.browser,
    operating_system: agent.operating_system,
    device: agent.device,
    continent: place.continent,
    country: place.country,
    city: place.city,
    campaign,
    language: languages[language],
    referrer: asHost[referrer] ?? referrer,
    source: asSource[referrer] ?? asHost[referrer] ?? referrer,
    channel: asChannel[referrer] ?? "",
    screen_resolution: screen,
    page: path,
    event: name,
    pageview: day,
    visitor: day,
  };
  const kind = name === "pageview" || name === "engagement" ? name : "custom";
  const visitor = `${day} ${place.ip} ${agent.user_agent}`;
  return { sent, known: { site: site.domain, day, visitor, kind, values } };
}

interface Row {
  readonly value: string;
  readonly code?: string | null;
  readonly count: number;
  readonly visitors: number;
  readonly pageviews: number;
}

const withCode = new Set<DimensionName>(["continent", "country", "city", "language"]);

/** What the answer has to hold on all its pages, in no order. */
function countedHere(events: readonly Known[], name: DimensionName): Row[] {
  const ofEvents = name === "page" ? "pageview" : name === "event" ? "custom" : undefined;
  const visitors = new Map<string, Known[]>();
  for (const event of events) {
    if (event.kind === "engagement") continue;
    visitors.set(event.visitor, [...(visitors.get(event.visitor) ?? []), event]);
  }
  const found = new Map<string, { visitors: number; pageviews: number; events: number }>();
  for (const own of visitors.values()) {
    const counted = own.filter(({ kind }) => ofEvents === undefined || kind === ofEvents);
    const carried = new Set(counted.map(({ values }) => values[name] ?? "").filter(Boolean));
    const none = noneOf[name] ?? "(unknown)";
    if (carried.size === 0 && ofEvents === undefined && name !== "campaign") carried.add(none);
    const views = own.filter(({ kind }) => kind === "pageview");
    for (const value of carried) {
      const row = found.get(value) ?? { visitors: 0, pageviews: 0, events: 0 };
      const here = counted.filter(({ values }) => values[name] === value).length;
      row.visitors += 1;
      row.events += here;
      if (name === "page") row.pageviews += here;
      else if (name !== "event") row.pageviews += views.length;
      found.set(value, row);
    }
  }
  const rows = [...found].map(([value, row]) => ({
    value,
    ...(withCode.has(name) && { code: codes[value] ?? null }),
    count:
      name === "event"
        ? row.events
        : name === "page" || name === "pageview"
          ? row.pageviews
          : row.visitors,
    visitors: row.visitors,
    pageviews: row.pageviews,
  }));
  return rows.filter(({ count }) => count > 0);
}

const byValue = (a: Row, b: Row) => Buffer.compare(Buffer.from(a.value), Buffer.from(b.value));

function sorted(rows: readonly Row[], sortBy: string, sort: string): Row[] {
  const direction = sort === "asc" ? 1 : -1;
  return rows.toSorted((a, b) =>
    sortBy === "value"
      ? direction * byValue(a, b)
      : direction * (a.count - b.count) || byValue(a, b),
  );
}

let footfall: TestFootfall;
const ids = new Map<string, number>();
const all: Known[] = [];
beforeAll(async () => {
  footfall = await startFootfall();
  for (const site of sites) {
    const { id } = await footfall.store(site.domain, { timezone: site.timezone });
    ids.set(site.domain, id);
    const events = Array.from({ length: 700 }, () => randomEvent(site));
    all.push(...events.map(({ known }) => known));
    const reply = await footfall.bulk(
      id,
      events.map(({ sent }) => sent),
    );
    expect(reply.json, `seed ${seed}`).toEqual({ accepted: 700, dropped: {} });
  }
});
afterAll(stopAll);

const searches = ["", "e", "S", "(", "2", "%", "_", "ÜN", ", "];
const ranges = [
  ["2025-02-01", "2025-03-31"],
  ["2025-02-28", "2025-03-01"],
  ["2025-03-01", "2025-03-01"],
] as const;

test.each(dimensionNames)(`%s is what counting by hand gives (seed ${seed})`, async (name) => {
  for (const { domain } of sites) {
    for (const [from, to] of ranges) {
      const inRange = all.filter(({ site, day }) => site === domain && day >= from && day <= to);
      const rows = countedHere(inRange, name);
      const sort = pick(["asc", "desc"]);
      const sortBy = pick(["count", "value"]);
      for (const search of ["", pick(searches)]) {
        const wanted = rows.filter(({ value }) =>
          value.toLowerCase().includes(search.toLowerCase()),
        );
        const query = {
          name,
          from,
          to,
          search,
          sort,
          sort_by: sortBy,
          per_page: pick(["10", "25"]),
        };
        const label = `seed ${seed}, ${domain}, ${JSON.stringify(query)}`;
        await expectPages(ids.get(domain) ?? 0, query, sorted(wanted, sortBy, sort), label);
      }
    }
  }
});

async function expectPages(
  id: number,
  query: Readonly<Record<string, string>>,
  wanted: readonly Row[],
  label: string,
): Promise<void> {
  const found: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = (await footfall.stats(id, { ...query, page: String(page) })).json;
    found.push(...data);
    const count = wanted.reduce((sum, row) => sum + row.count, 0);
    expect(meta, label).toMatchObject({ total: wanted.length, count });
    if (page >= meta.last_page) break;
  }
  expect(found, label).toEqual(wanted);
}
