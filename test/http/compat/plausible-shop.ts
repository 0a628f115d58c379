import { expect } from "vitest";
import { chrome, type Reply, type Sent, type TestFootfall } from "../../helpers/footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const agents = [chrome, firefox, safari];

/** A Footfall with a shop in Berlin, which has visitors on five days, and a blog with 130 pages. */
export interface PlausibleShop {
  readonly footfall: TestFootfall;
  readonly shop: number;
  readonly blog: number;
  /** Asks the layer by GET. */
  v1(path: string, params?: Readonly<Record<string, string>>): Promise<Reply>;
  /** Asks the layer by POST, about the shop unless the body says otherwise. */
  v2(body: object): Promise<Reply>;
  /** Asks the native API about the shop. `report` is `stats` for a breakdown. */
  native(report: string, params: string): Promise<Reply["json"]>;
}

/** The days on which somebody was there. */
export const days = { from: "2026-11-09", to: "2026-11-13" };

/** The parameters of the native API for all days, and of v1. */
export const range = `from=${days.from}&to=${days.to}&per_page=100`;
export const custom = { period: "custom", date: `${days.from},${days.to}` };

/** Rounds a share of the API as Plausible does. */
export const percent = (share: number | null, digits = 0) =>
  share === null ? 0 : Math.round(share * 100 * 10 ** digits) / 10 ** digits;
export const rounded = (number: number | null, digits = 0) =>
  number === null ? null : Math.round(number * 10 ** digits) / 10 ** digits;

/** Resolves with the body of an answer that must be 200. */
export async function ok(reply: Promise<Reply>): Promise<Reply["json"]> {
  const { status, json, text } = await reply;
  expect(status, text).toBe(200);
  return json;
}

/** Returns the rows of an answer of v2, each as one list. */
export const rowsOf = (answer: Reply["json"]): [string, ...unknown[]][] =>
  answer.results.map((row: { dimensions: string[]; metrics: unknown[] }) => [
    ...row.dimensions,
    ...row.metrics,
  ]);

export async function startPlausibleShop(): Promise<PlausibleShop> {
  const footfall = await shareFootfall();
  const { id: shop } = await footfall.store("shop.example", {
    timezone: "Europe/Berlin",
    aliases: ["old-shop.example"],
  });
  const blog = await footfall.store("blog.example");
  await footfall.bulk(shop, events());
  await footfall.send(blog, posts());
  const goals = [
    { name: "Signup", type: "event", value: "Signup" },
    { name: "Purchase", type: "event", value: "Purchase" },
    { name: "Pricing", type: "page", value: "/pricing" },
    { name: "Reads the blog", type: "page", value: "/blog/*" },
    { name: "Pro", type: "event", value: "Signup", props: { plan: "pro" } },
  ];
  for (const body of goals) {
    await footfall.request(`/api/v1/websites/${shop}/goals`, { body });
  }
  await footfall.request(`/api/v1/websites/${shop}/segments`, {
    body: { name: "Firefox", filters: { browser: ["Firefox"] } },
  });
  await footfall.server.shipped();
  const native = async (report: string, params: string) => {
    const path = report === "stats" ? `stats/${shop}` : `websites/${shop}/${report}`;
    const { status, json, text } = await footfall.request(`/api/v1/${path}?${params}`);
    if (status !== 200) throw new Error(`${path}?${params}: ${text}`);
    return json;
  };
  return {
    footfall,
    shop,
    blog: blog.id,
    native,
    v1: (path, params = {}) =>
      footfall.request(
        `/api/v1/${path}?${new URLSearchParams({ site_id: "shop.example", ...params })}`,
      ),
    v2: (body) =>
      footfall.request("/api/v2/query", {
        body: { site_id: "shop.example", date_range: [days.from, days.to], ...body },
      }),
  };
}

/** 130 pages of the blog, each viewed once by one of seven visitors. */
function posts(): Sent[] {
  return Array.from({ length: 130 }, (_, n) => ({
    at: `${days.from}T10:00:00Z`,
    who: n % 7,
    page: `/${n < 25 ? "Post" : "post"}-${n}`,
  }));
}

function events(): object[] {
  const sources = [
    { referrer: "https://www.google.com/" },
    { query: "?utm_source=newsletter&utm_medium=email&utm_campaign=autumn" },
    { referrer: "https://chatgpt.com/" },
    {},
  ];
  const pages = ["/", "/pricing", "/blog/one", "/Blog/Two", "/docs"];
  const all: object[] = [];
  for (let day = 9; day <= 13; day += 1) {
    for (let n = 1; n <= 2 * (day - 6); n += 1) {
      const person = {
        ip: `${n % 3 === 0 ? "8.8.8" : "192.0.2"}.${n}`,
        user_agent: agents[n % agents.length],
      };
      const { referrer, query = "" } = sources[n % sources.length] as {
        referrer?: string;
        query?: string;
      };
      const at = (minute: number) =>
        `2026-11-${String(day).padStart(2, "0")}T${String(6 + n).padStart(2, "0")}:${String(minute).padStart(2, "0")}:00Z`;
      const url = (page: string) => `https://shop.example${page}`;
      const [first = "/", second = "/"] = [pages[n % 5], pages[(n + day) % 5]];
      all.push({
        ...person,
        name: "pageview",
        url: url(first + query),
        timestamp: at(0),
        ...(referrer && { referrer }),
      });
      all.push({
        ...person,
        name: "engagement",
        url: url(first),
        timestamp: at(1),
        e: 1000 * n,
        sd: 10 * (n % 10),
      });
      if (n % 2 === 0)
        all.push({ ...person, name: "pageview", url: url(second), timestamp: at(2) });
      const plan = n % 4 === 0 ? "pro" : "basic";
      if (n % 3 === 0)
        all.push({
          ...person,
          name: "Signup",
          url: url(second),
          timestamp: at(3),
          props: { plan },
        });
      if (n % 4 === 0) {
        const revenue = { amount: "19.99", currency: "EUR" };
        all.push({
          ...person,
          name: "Purchase",
          url: url(second),
          timestamp: at(4),
          revenue,
          props: { plan },
        });
      }
    }
  }
  return all;
}
