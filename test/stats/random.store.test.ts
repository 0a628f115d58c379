import { afterAll, beforeAll, expect, test } from "vitest";

import { type DimensionName, dimensionNames } from "../../src/stats/dimensions.ts";
import { chrome, startFootfall, stopAll, type TestFootfall } from "../helpers/footfall.ts";
import { countPlainly, type KnownEvent, type PlainRow, sortRows } from "./plain-count.ts";

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
  {
    user_agent: chrome,
    browser: "Chrome",
    browser_version: "Chrome 126",
    operating_system: "Windows",
    operating_system_version: "Windows 10",
    device: "Desktop",
  },
  {
    user_agent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    browser: "Safari",
    browser_version: "Safari 17.5",
    operating_system: "iOS",
    operating_system_version: "iOS 17.5",
    device: "Mobile",
  },
  {
    user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
    browser: "Firefox",
    browser_version: "Firefox 127",
    operating_system: "Linux",
    operating_system_version: "",
    device: "Desktop",
  },
  { user_agent: undefined },
];
const places = [
  {
    ip: "8.8.8.8",
    continent: "North America",
    country: "United States",
    city: "Mountain View, California, US",
    region: "California, US",
  },
  {
    ip: "81.2.69.142",
    continent: "Europe",
    country: "United Kingdom",
    city: "London, England, GB",
    region: "England, GB",
  },
  {
    ip: "2001:4860:4860::8888",
    continent: "North America",
    country: "Canada",
    city: "Montreal, Quebec, CA",
    region: "Quebec, CA",
  },
  { ip: "192.0.2.1" },
];
const codes: Readonly<Record<string, string>> = {
  "North America": "NA",
  Europe: "EU",
  "United States": "US",
  "United Kingdom": "GB",
  Canada: "CA",
  "Mountain View, California, US": "US",
  "California, US": "US",
  "London, England, GB": "GB",
  "England, GB": "GB",
  "Montreal, Quebec, CA": "CA",
  "Quebec, CA": "CA",
  German: "de",
  French: "fr",
};
const languages = { de: "German", "fr-CA": "French", qq: "", "": "" };
const referrers = ["google.com", "t.co", "ärger.example", ""];
const asHost: Readonly<Record<string, string>> = { "ärger.example": "xn--rger-koa.example" };
const asSource: Readonly<Record<string, string>> = {
  fb: "Facebook",
  "google.com": "Google",
  "t.co": "X",
};
/** By `utm_source`, by referrer and by `utm_medium`. */
const asChannel: Readonly<Record<string, string>> = {
  fb: "Social",
  "google.com": "Search",
  "t.co": "Social",
  "ärger.example": "Referral",
  cpc: "Paid",
  footer: "Referral",
};
const channels = ["Paid", "Social", "Search", "Referral"];
const sites = [
  { domain: "utc.example", timezone: "UTC", offsetHours: 0 },
  { domain: "kolkata.example", timezone: "Asia/Kolkata", offsetHours: 5.5 },
  { domain: "phoenix.example", timezone: "America/Phoenix", offsetHours: -7 },
];

interface Known extends KnownEvent {
  readonly site: string;
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
  const screen = pick(["", "1920x1080", "390x844"]);
  const path = `/${Math.floor(random() ** 2 * 60)}`;
  const hostname = `${pick(["", "www.", "blog."])}${site.domain}`;
  const utm = {
    utm_campaign: pick(["", "", "Spring", "spring", "50%"]),
    utm_content: pick(["", "ad a", "ad_b"]),
    utm_medium: pick(["", "", "cpc", "footer"]),
    utm_source: pick(["", "", "fb", "spring"]),
    utm_term: pick(["", "shoes", "Σ"]),
  };
  const query = new URLSearchParams(Object.entries(utm).filter(([, value]) => value !== ""));
  const sent = {
    name,
    url: `https://${hostname}${path}?${query}`,
    timestamp: new Date(timeMs).toISOString(),
    ip: place.ip,
    ...(agent.user_agent !== undefined && { user_agent: agent.user_agent }),
    ...(referrer !== "" && { referrer: `https://www.${referrer}/x` }),
    ...(language !== "" && { language }),
    ...(screen !== "" && { screen }),
  };
  const { user_agent: _, ...ofAgent } = agent;
  const { ip: __, ...ofPlace } = place;
  const { utm_campaign: campaign, ...otherUtm } = utm;
  const values = {
    ...ofAgent,
    ...ofPlace,
    ...otherUtm,
    campaign,
    hostname,
    language: languages[language],
    referrer: asHost[referrer] ?? referrer,
    source: sourceOf(utm.utm_source, referrer),
    channel: channelOf(utm, referrer),
    screen_resolution: screen,
    page: path,
    event: name,
  };
  const kind = name === "pageview" || name === "engagement" ? name : "custom";
  const visitor = `${day} ${place.ip} ${agent.user_agent}`;
  return { sent, known: { site: site.domain, day, timeMs, visitor, kind, values } };
}

function sourceOf(utmSource: string, referrer: string): string {
  const written = utmSource === "" ? referrer : utmSource;
  return asSource[written] ?? asHost[written] ?? written;
}

function channelOf(utm: { utm_medium: string; utm_source: string }, referrer: string): string {
  const ofSource = asChannel[utm.utm_source] ?? asChannel[referrer];
  const unlisted = utm.utm_source === "" ? undefined : "Referral";
  const found = [asChannel[utm.utm_medium], ofSource ?? unlisted];
  return channels.find((channel) => found.includes(channel)) ?? "";
}

interface Row extends PlainRow {
  readonly code?: string | null;
}

const withCode = new Set<DimensionName>(["city", "continent", "country", "language", "region"]);

/** What the answer has to hold on all its pages, in no order. */
function countedHere(events: readonly Known[], name: DimensionName): Row[] {
  return countPlainly(events, name).map(({ value, ...row }) => ({
    value,
    ...(withCode.has(name) && { code: codes[value] ?? null }),
    ...row,
  }));
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
        await expectPages(ids.get(domain) ?? 0, query, sortRows(wanted, sortBy, sort), label);
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
