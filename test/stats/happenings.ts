import fc from "fast-check";
import { isImplausible } from "../../src/collect/marks/browser-releases.ts";

import { chrome } from "../helpers/footfall.ts";
import type { PlainEvent } from "./plain-count.ts";

/** An action of a visitor on a website, as the tests' own tables have it. */
export interface Happening {
  readonly timeMs: number;
  /** A number that tells visitors apart if agent and place do not. */
  readonly person: number;
  readonly name: string;
  readonly agent: AgentValues;
  readonly place: PlaceValues;
  readonly subdomain: string;
  readonly path: string;
  readonly language: string;
  readonly referrer: string;
  readonly screen: string;
  readonly utm: Utm;
  readonly engagement: { readonly ms: number; readonly depth: number };
  readonly revenue: { readonly milliAmount: number; readonly currency: string } | undefined;
}

interface AgentValues {
  readonly userAgent?: string;
  readonly browser: string;
  readonly browserVersion: string;
  readonly system: string;
  readonly systemVersion: string;
  readonly device: string;
}

interface PlaceValues {
  readonly ip?: string;
  readonly continent: string;
  readonly country: string;
  readonly region: string;
  readonly city: string;
}

interface Utm {
  readonly utm_campaign: string;
  readonly utm_content: string;
  readonly utm_medium: string;
  readonly utm_source: string;
  readonly utm_term: string;
}

const nobody = { browser: "", browserVersion: "", system: "", systemVersion: "", device: "" };
export const agents: readonly AgentValues[] = [
  {
    userAgent: chrome,
    browser: "Chrome",
    browserVersion: "126",
    system: "Windows",
    systemVersion: "10",
    device: "Desktop",
  },
  {
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    browser: "Safari",
    browserVersion: "17.5",
    system: "iOS",
    systemVersion: "17.5",
    device: "Mobile",
  },
  {
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
    browser: "Firefox",
    browserVersion: "127",
    system: "Linux",
    systemVersion: "",
    device: "Desktop",
  },
  nobody,
];

const nowhere = { continent: "", country: "", region: "", city: "" };
export const places: readonly PlaceValues[] = [
  {
    ip: "8.8.8.8",
    continent: "NA",
    country: "US",
    region: "California",
    city: "Mountain View",
  },
  { ip: "81.2.69.142", continent: "EU", country: "GB", region: "England", city: "London" },
  {
    ip: "2001:4860:4860::8888",
    continent: "NA",
    country: "CA",
    region: "Quebec",
    city: "Montreal",
  },
  { ip: "192.0.2.1", ...nowhere },
];
/** Google has these addresses, and hosts servers. */
const hosted = new Set(["8.8.8.8", "2001:4860:4860::8888"]);
/** Not in the bundled database, but possible in others. */
const oddPlaces: readonly PlaceValues[] = [
  { continent: "EU", country: "MC", region: "", city: "Monaco" },
  { continent: "EU", country: "", region: "Ruritania", city: "Streslau" },
  { continent: "", country: "ZZ", region: "", city: "" },
];

/** The stored and shown forms of a website's language tag. */
const languages: Readonly<Record<string, { readonly stored: string; readonly name: string }>> = {
  de: { stored: "de", name: "German" },
  "fr-CA": { stored: "fr", name: "French" },
  qq: { stored: "qq", name: "" },
  "": { stored: "", name: "" },
};
const names: Readonly<Record<string, string>> = {
  NA: "North America",
  EU: "Europe",
  US: "United States",
  GB: "United Kingdom",
  CA: "Canada",
  MC: "Monaco",
};
const asHost: Readonly<Record<string, string>> = { "ärger.example": "xn--rger-koa.example" };
const asSource: Readonly<Record<string, string>> = {
  fb: "Facebook",
  "google.com": "Google",
  "t.co": "X",
};
/** The channel by `utm_source`, by referrer and by `utm_medium`. */
const asChannel: Readonly<Record<string, string>> = {
  fb: "Social",
  "google.com": "Search",
  "t.co": "Social",
  "ärger.example": "Referral",
  cpc: "Paid",
  footer: "Referral",
};
const channels = ["Paid", "Social", "Search", "Referral"];

/** Orders, one of them free, and refunds. */
const sums = [
  { milliAmount: 19_990, currency: "EUR" },
  { milliAmount: 5, currency: "EUR" },
  { milliAmount: -19_990, currency: "EUR" },
  { milliAmount: 0, currency: "USD" },
  { milliAmount: -1, currency: "USD" },
];

interface HappeningOptions {
  readonly timeMs: fc.Arbitrary<number>;
  /** Number of different paths. */
  readonly pages: number;
  /**
   * Whether there are also visitors of places that only other databases than the bundled one have.
   */
  readonly anywhere?: boolean;
}

/** Returns actions of visitors, each equally likely. */
export function happenings({ timeMs, pages, anywhere }: HappeningOptions): fc.Arbitrary<Happening> {
  return fc.noBias(
    fc.record({
      timeMs,
      person: fc.nat(5),
      name: fc.constantFrom(
        "pageview",
        "pageview",
        "pageview",
        "engagement",
        "signup",
        "Buy %",
        "ünder_",
      ),
      agent: fc.constantFrom(...agents),
      place: fc.constantFrom(...places, ...(anywhere ? oddPlaces : [])),
      subdomain: fc.constantFrom("", "www.", "blog."),
      path: fc.nat(999).map((x) => `/${Math.floor((x / 1000) ** 2 * pages)}`),
      language: fc.constantFrom(...Object.keys(languages)),
      referrer: fc.constantFrom("google.com", "t.co", "ärger.example", ""),
      screen: fc.constantFrom("", "1920x1080", "390x844"),
      utm: fc.record({
        utm_campaign: fc.constantFrom("", "", "Spring", "spring", "50%"),
        utm_content: fc.constantFrom("", "ad a", "ad_b"),
        utm_medium: fc.constantFrom("", "", "cpc", "footer"),
        utm_source: fc.constantFrom("", "", "fb", "spring"),
        utm_term: fc.constantFrom("", "shoes", "Σ"),
      }),
      engagement: fc.record({
        ms: fc.constantFrom(0, 50, 150, 1_234, 65_432_101),
        depth: fc.constantFrom(0, 1, 35, 100),
      }),
      revenue: fc.constantFrom(undefined, undefined, undefined, ...sums),
    }),
  );
}

/** Returns the event as a server sends it in bulk. */
export function toSent(happening: Happening, domain: string): object {
  const { timeMs, name, agent, place, subdomain, path, language, referrer, screen } = happening;
  const { engagement, revenue } = happening;
  const utm = Object.entries(happening.utm).filter(([, value]) => value !== "");
  return {
    name,
    url: `https://${subdomain}${domain}${path}?${new URLSearchParams(utm)}`,
    timestamp: new Date(timeMs).toISOString(),
    ip: place.ip,
    ...(agent.userAgent !== undefined && { user_agent: agent.userAgent }),
    ...(referrer !== "" && { referrer: `https://www.${referrer}/x` }),
    ...(language !== "" && { language }),
    ...(screen !== "" && { screen }),
    ...(name === "engagement" && { e: engagement.ms, sd: engagement.depth }),
    ...(revenue && {
      revenue: { amount: revenue.milliAmount / 1000, currency: revenue.currency },
    }),
  };
}

/** Returns the event's stored columns, except website, day and visitor. */
export function toColumns(happening: Happening, domain: string): Record<string, unknown> {
  const { timeMs, name, agent, place, subdomain, path, language, referrer, screen } = happening;
  const { utm_campaign, utm_content, utm_medium, utm_source, utm_term } = happening.utm;
  const { engagement, revenue } = happening;
  return {
    ...(name === "engagement" && {
      engagement_time_ms: engagement.ms,
      scroll_depth: engagement.depth,
    }),
    ...(revenue && {
      revenue_amount: revenue.milliAmount / 1000,
      revenue_currency: revenue.currency,
    }),
    time: new Date(timeMs).toISOString().replace("T", " ").slice(0, 23),
    name,
    hostname: `${subdomain}${domain}`,
    page: path,
    referrer: asHost[referrer] ?? referrer,
    utm_campaign,
    utm_content,
    utm_medium,
    utm_source,
    utm_term,
    browser: agent.browser,
    browser_version: agent.browserVersion,
    operating_system: agent.system,
    operating_system_version: agent.systemVersion,
    device: agent.device,
    screen_resolution: screen,
    marks: marksOf(happening),
    language: languages[language]?.stored,
    continent: place.continent,
    country: place.country,
    region: place.region,
    city: place.city,
  };
}

/** Returns the event as the statistics show it. */
export function toPlain(
  happening: Happening,
  domain: string,
  day: string,
  visitor: string,
): PlainEvent {
  const { timeMs, name, agent, place, subdomain, path, referrer } = happening;
  const { utm_campaign, ...utm } = happening.utm;
  const { browser, system, device } = agent;
  const { country, region, city } = place;
  const joined = (parts: readonly string[], separator: string) =>
    parts.includes("") ? "" : parts.join(separator);
  const values = {
    ...utm,
    browser,
    browser_version: joined([browser, agent.browserVersion], " "),
    campaign: utm_campaign,
    channel: channelOf(utm, referrer),
    city: city === "" ? "" : [city, region, country].filter(Boolean).join(", "),
    continent: names[place.continent] ?? "",
    country: names[country] ?? "",
    device,
    event: name,
    hostname: `${subdomain}${domain}`,
    language: languages[happening.language]?.name ?? "",
    operating_system: system,
    operating_system_version: joined([system, agent.systemVersion], " "),
    page: path,
    referrer: asHost[referrer] ?? referrer,
    region: region === "" ? "" : [region, country].filter(Boolean).join(", "),
    screen_resolution: happening.screen,
    mark: marksOf(happening),
    source: sourceOf(utm.utm_source, referrer),
  };
  const kind = name === "pageview" || name === "engagement" ? name : "custom";
  const { engagement, revenue } = happening;
  const more = { ...(kind === "engagement" && { engagement }), ...(revenue && { revenue }) };
  return { day, timeMs, visitor, kind, values, ...more };
}

function marksOf({ place, agent, timeMs }: Happening): string {
  const isOld = isImplausible(agent.browser, agent.browserVersion, timeMs);
  const isHosted = hosted.has(place.ip ?? "");
  return [...(isOld ? ["automated"] : []), ...(isHosted ? ["hosting"] : [])].join();
}

function sourceOf(utmSource: string, referrer: string): string {
  const written = utmSource === "" ? referrer : utmSource;
  return asSource[written] ?? asHost[written] ?? written;
}

function channelOf(utm: Pick<Utm, "utm_medium" | "utm_source">, referrer: string): string {
  const ofSource = asChannel[utm.utm_source] ?? asChannel[referrer];
  const unlisted = utm.utm_source === "" ? undefined : "Referral";
  const found = [asChannel[utm.utm_medium], ofSource ?? unlisted];
  return channels.find((channel) => found.includes(channel)) ?? "";
}

const codes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(names).map(([code, name]) => [name, code])),
  ...Object.fromEntries(Object.values(languages).map(({ stored, name }) => [name, stored])),
};
const namesWithCode = new Set(["city", "continent", "country", "language", "region"]);

/** Returns the `code` of a record, if the dimension has codes. */
export function codeOf(name: string, value: string): { readonly code?: string | null } {
  if (!namesWithCode.has(name)) return {};
  const place = [...places, ...oddPlaces].find(
    ({ city, region, country }) =>
      value === [region, country].join(", ") ||
      (city !== "" && value === [city, region, country].filter(Boolean).join(", ")),
  );
  return { code: codes[value] ?? (place?.country || null) };
}
