import { pick, randomFrom, zipf } from "./random.ts";

export const domain = "bench.example";

const agentCount = 1_000;
const addressCount = 50_000;
export const pathCount = 5_000;

interface Agent {
  readonly userAgent: string;
  /** Chromium's client hints, as header lines. */
  readonly hints: string;
}

type Random = () => number;
const between = (random: Random, low: number, high: number) =>
  low + Math.floor(random() * (high - low + 1));

function chromium(system: string, version: number, suffix: string, platform: string): Agent {
  const mobile = platform === "Android";
  const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";
  return {
    userAgent: `Mozilla/5.0 (${system}) ${webKit} Chrome/${version}.0.0.0${mobile ? " Mobile" : ""} Safari/537.36${suffix}`,
    hints:
      `Sec-CH-UA: "Chromium";v="${version}", "Google Chrome";v="${version}", "Not=A?Brand";v="24"\r\n` +
      `Sec-CH-UA-Mobile: ?${mobile ? 1 : 0}\r\nSec-CH-UA-Platform: "${platform}"\r\n`,
  };
}

const phones = ["SM-S911B", "SM-A546B", "Pixel 8", "Pixel 7a", "2201116SG", "CPH2581", "K"];

/** Templates of agents, the common ones more than once. */
const templates: readonly ((random: Random) => Agent)[] = [
  (r) => chromium("Windows NT 10.0; Win64; x64", between(r, 100, 143), "", "Windows"),
  (r) => chromium("Windows NT 10.0; Win64; x64", between(r, 100, 143), "", "Windows"),
  (r) => chromium("Macintosh; Intel Mac OS X 10_15_7", between(r, 100, 143), "", "macOS"),
  (r) => chromium("X11; Linux x86_64", between(r, 100, 143), "", "Linux"),
  androidChrome,
  androidChrome,
  (r) => {
    const version = between(r, 110, 143);
    return chromium("Windows NT 10.0; Win64; x64", version, ` Edg/${version}.0.0.0`, "Windows");
  },
  (r) => {
    const version = `${between(r, 14, 26)}.${between(r, 0, 6)}`;
    const system = `iPhone; CPU iPhone OS ${version.replace(".", "_")} like Mac OS X`;
    return safari(system, `Version/${version} Mobile/15E${between(r, 100, 199)} Safari/604.1`);
  },
  (r) => {
    const version = `${between(r, 14, 26)}.${between(r, 0, 6)}`;
    return safari("Macintosh; Intel Mac OS X 10_15_7", `Version/${version} Safari/605.1.15`);
  },
  (r) => firefox("Windows NT 10.0; Win64; x64", between(r, 90, 145)),
  (r) => firefox("X11; Ubuntu; Linux x86_64", between(r, 90, 145)),
];

function androidChrome(random: Random): Agent {
  const system = `Linux; Android ${between(random, 10, 16)}; ${pick(random, phones)}`;
  return chromium(system, between(random, 100, 143), "", "Android");
}

function safari(system: string, suffix: string): Agent {
  return {
    userAgent: `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${suffix}`,
    hints: "",
  };
}

function firefox(system: string, version: number): Agent {
  const userAgent = `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
  return { userAgent, hints: "" };
}

export function agents(random: Random): Agent[] {
  const distinct = new Map<string, Agent>();
  while (distinct.size < agentCount) {
    const agent = pick(random, templates)(random);
    distinct.set(agent.userAgent, agent);
  }
  return [...distinct.values()];
}

/** Returns addresses of which three in four are IPv4. */
export function addresses(random: Random): string[] {
  const distinct = new Set<string>();
  const group = () => between(random, 1, 0xffff).toString(16);
  while (distinct.size < addressCount) {
    const prefix = pick(random, ["2003", "2a01", "2a02", "2600", "2401"]);
    const v6 = `${prefix}:${group()}:${group()}::${group()}`;
    const byte = () => between(random, 0, 255);
    const v4 = [between(random, 11, 99), byte(), byte(), between(random, 1, 254)].join(".");
    distinct.add(random() < 0.25 ? v6 : v4);
  }
  return [...distinct];
}

const languages = ["en-US,en;q=0.9", "de-DE,de;q=0.9,en;q=0.8", "fr-FR,fr;q=0.9", "ja", "pt-BR"];
export const referrers = [
  "",
  "",
  "",
  "https://www.google.com/",
  "https://news.ycombinator.com/",
  "https://t.co/x",
];
export const queries = [
  "",
  "",
  "",
  "",
  "?page=2",
  "?utm_source=mail&utm_campaign=autumn",
  "?gclid=abc123",
];
const screens = ["1920x1080", "1366x768", "390x844", "412x915", "2560x1440"];

/** One page view, as a browser sends it. */
interface Pageview {
  readonly website: string;
  readonly agent: Agent;
  readonly address: string;
  readonly acceptLanguage: string;
  readonly url: string;
  readonly referrer: string;
  readonly screen: string;
}

/** Returns one page view of each address, of the websites in turn. */
function buildPageviews(websites: readonly string[]): Pageview[] {
  const random = randomFrom(20_261_121);
  const known = agents(random);
  return addresses(random).map((address, i) => {
    const website = websites[i % websites.length] ?? domain;
    return {
      website,
      address,
      agent: pick(random, known),
      url: `https://${website}/section/page-${zipf(random, pathCount)}${pick(random, queries)}`,
      referrer: pick(random, referrers),
      screen: pick(random, screens),
      acceptLanguage: pick(random, languages),
    };
  });
}

/**
 * Returns requests to the collector, as the bytes on the wire: page views of websites as a browser
 * sends them.
 */
export function buildRequests(websites: readonly string[] = [domain]): Buffer[] {
  return buildPageviews(websites).map(
    ({ website, agent, address, acceptLanguage, url, referrer, screen }) => {
      const body = JSON.stringify({
        n: "pageview",
        u: url,
        d: website,
        r: referrer || null,
        screen,
      });
      const head =
        `POST /api/event HTTP/1.1\r\nHost: ${website}\r\nUser-Agent: ${agent.userAgent}\r\n${agent.hints}` +
        `X-Forwarded-For: ${address}\r\nAccept: */*\r\nAccept-Encoding: gzip, deflate, br\r\n` +
        `Accept-Language: ${acceptLanguage}\r\nContent-Type: text/plain\r\n` +
        `Origin: https://${website}\r\nReferer: https://${website}/\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
      return Buffer.from(head + body);
    },
  );
}

/** The target of bulk events, and their format. */
export interface BulkTarget {
  readonly websiteId: number;
  readonly apiKey: string;
  readonly format: "JSON" | "NDJSON";
}

export const eventsPerBulkRequest = 1_000;

/** Returns requests to the bulk endpoint with the same page views. */
export function buildBulkRequests({ websiteId, apiKey, format }: BulkTarget): Buffer[] {
  const events = buildPageviews([domain]).map(({ agent, address, acceptLanguage, url, ...rest }) =>
    JSON.stringify({
      url,
      referrer: rest.referrer || null,
      screen: rest.screen,
      language: acceptLanguage.slice(0, 2),
      ip: address,
      user_agent: agent.userAgent,
    }),
  );
  const type = format === "JSON" ? "application/json" : "application/x-ndjson";
  const requests: Buffer[] = [];
  for (let i = 0; i < events.length; i += eventsPerBulkRequest) {
    const some = events.slice(i, i + eventsPerBulkRequest);
    const body = format === "JSON" ? `[${some.join(",")}]` : some.join("\n");
    const head =
      `POST /api/v1/websites/${websiteId}/events HTTP/1.1\r\nHost: ${domain}\r\n` +
      `Authorization: Bearer ${apiKey}\r\nContent-Type: ${type}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    requests.push(Buffer.from(head + body));
  }
  return requests;
}
