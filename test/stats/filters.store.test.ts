import { beforeAll, expect, test } from "vitest";

import { pick as pickFrom, randomFrom } from "../../bench/random.ts";
import type { DimensionName } from "../../src/counting/dimensions.ts";
import { chrome } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { rounds } from "../helpers/rounds.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";
import { countPlainly, type PlainEvent, type PlainRow, sortRows } from "./plain-count.ts";

/** Random events of some visitors, counted here in the plainest way. `STATS_SEED` repeats a run. */
const seed = Number(process.env["STATS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const random = randomFrom(seed);
const pick = <T>(items: readonly T[]): T => pickFrom(random, items);

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
const agents = [
  { user_agent: chrome, browser: "Chrome", device: "Desktop" },
  { user_agent: firefox, browser: "Firefox", device: "Desktop" },
  { user_agent: undefined, browser: "", device: "" },
];
const places = [
  { ip: "8.8.8.8", country: "United States" },
  { ip: "81.2.69.142", country: "United Kingdom" },
  ...Array.from({ length: 8 }, (_, n) => ({ ip: `192.0.2.${n}`, country: "" })),
];
const days = ["2025-03-01", "2025-03-02", "2025-03-03"];

function randomEvent(): { sent: object; plain: PlainEvent } {
  const day = pick(days);
  const timeMs = Date.parse(day) + Math.floor(random() * 86_400_000);
  const [agent, place] = [pick(agents), pick(places)];
  const name = pick(["pageview", "pageview", "pageview", "engagement", "Sign up", "Buy*", "!"]);
  const referrer = pick(["", "", "", "google.com", "news.example"]);
  const campaign = pick(["", "", "", "Spring", "spring*", "~pring", "a\\'b"]);
  const page = pick(["/", "/blog/1", "/blog/2", "/Blog/1", "/blog"]);
  const query = campaign === "" ? "" : `?utm_campaign=${encodeURIComponent(campaign)}`;
  const sent = {
    name,
    url: `https://site.example${page}${query}`,
    timestamp: new Date(timeMs).toISOString(),
    ip: place.ip,
    ...(agent.user_agent !== undefined && { user_agent: agent.user_agent }),
    ...(referrer !== "" && { referrer: `https://${referrer}/x` }),
  };
  const { browser, device } = agent;
  const values = {
    browser,
    device,
    country: place.country,
    referrer,
    campaign,
    page,
    event: name,
  };
  const kind = name === "pageview" || name === "engagement" ? name : "custom";
  return { sent, plain: { day, timeMs, visitor: `${place.ip} ${browser}`, kind, values } };
}

interface Pattern {
  readonly dimension: DimensionName;
  readonly text: string;
  readonly match: "is" | "begins" | "contains";
  readonly isNegated: boolean;
}

const filterable = {
  browser: ["Chrome", "Firefox", "(unknown)", "chrome", "O", "know"],
  campaign: ["Spring", "spring*", "spring", "~PR", "pRi", "a\\'b", "\\'B", "none", ""],
  country: ["United States", "United", "(unknown)", ""],
  entry_page: ["/", "/blog", "/Blog/1"],
  event: ["Sign up", "Buy*", "Buy", "!", ""],
  page: ["/", "/blog/", "/blog/1", "/blog", "/Blog/1"],
  referrer: ["(direct)", "google.com", "news.", "("],
} as const;
const dimensions = Object.keys(filterable) as (keyof typeof filterable)[];

function randomPatterns(): Pattern[] {
  return Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const dimension = pick(dimensions);
    const text: string = pick<string>(filterable[dimension]);
    return {
      dimension,
      text,
      match: text === "" ? "begins" : pick(["is", "is", "begins", "contains"]),
      isNegated: random() < 0.4,
    };
  });
}

function written({ dimension, text, match, isNegated }: Pattern): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("*", "\\*").replace(/^[!~]/, "\\$&");
  const value = { is: escaped, begins: `${escaped}*`, contains: `~${escaped}` }[match];
  const whole = `${isNegated ? "!" : ""}${value}`;
  return `${encodeURIComponent(`filter[${dimension}]`)}=${encodeURIComponent(whole)}`;
}

/** Returns the events of the visitor days that match the patterns. */
function keep(events: readonly PlainEvent[], patterns: readonly Pattern[]): PlainEvent[] {
  const sameVisitor = ({ day, visitor }: PlainEvent) => `${day} ${visitor}`;
  const visitors = new Set(events.map(sameVisitor));
  return [...visitors].flatMap((visitor) => {
    const own = events.filter((event) => sameVisitor(event) === visitor);
    return keeps(patterns, own) ? own : [];
  });
}

function keeps(patterns: readonly Pattern[], own: readonly PlainEvent[]): boolean {
  return dimensions.every((dimension) => {
    const of = patterns.filter((pattern) => pattern.dimension === dimension);
    const values = countPlainly(own, dimension).map(({ value }) => value);
    const matches = ({ text, match }: Pattern) =>
      values.some((value) => {
        if (match === "contains") return value.toLowerCase().includes(text.toLowerCase());
        return match === "begins" ? value.startsWith(text) : value === text;
      });
    const wanted = of.filter(({ isNegated }) => !isNegated);
    const unwanted = of.filter(({ isNegated }) => isNegated);
    return (wanted.length === 0 || wanted.some(matches)) && !unwanted.some(matches);
  });
}

const footfall = openFootfall(shareFootfall);
let id: number;
const all: PlainEvent[] = [];
beforeAll(async () => {
  ({ id } = await footfall.store("site.example"));
  const events = Array.from({ length: 400 }, randomEvent);
  all.push(...events.map(({ plain }) => plain));
  const reply = await footfall.bulk(
    id,
    events.map(({ sent }) => sent),
  );
  expect(reply.json, `seed ${seed}`).toEqual({ accepted: 400, dropped: {} });
  // Filters must not be answered from these.
  await footfall.server.shipped();
  await footfall.server.rollUp();
});

const names: readonly DimensionName[] = [...dimensions, "device", "pageview", "visit", "visitor"];

test.each(names)(`%s with filters is what counting by hand gives (seed ${seed})`, async (name) => {
  for (let round = 0; round < 4 * rounds; round += 1) {
    const patterns = randomPatterns();
    const filters = patterns.map(written).join("&");
    const range = pick(["from=2025-03-01&to=2025-03-03", "from=2025-03-02&to=2025-03-02"]);
    const path = `/api/v1/stats/${id}?name=${name}&${range}&sort_by=value&sort=asc&per_page=100&${filters}`;
    const { json } = await footfall.request(path);

    const inRange = all.filter(({ day }) => range.includes("to=2025-03-03") || day === days[1]);
    const wanted = sortRows(countPlainly(keep(inRange, patterns), name), "value", "asc");
    const found = json.data?.map(({ code, ...row }: PlainRow & { code?: string }) => row);
    expect(found, `seed ${seed}, ${path}`).toEqual(wanted);
  }
});
