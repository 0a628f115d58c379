import { beforeAll, expect, test } from "vitest";

import { dimensionNames } from "../../src/counting/dimensions.ts";
import { chrome } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";

const ann = { ip: "8.8.8.8", user_agent: chrome };
const ben = { ip: "81.2.69.142", user_agent: iphone };
const cho = { ip: "192.0.2.1", user_agent: firefox };
const firstDay = { timestamp: "2025-03-01T12:00:00Z" };
const secondDay = { timestamp: "2025-03-02T12:00:00Z" };
const at = (path: string) => `https://example.com${path}`;

/**
 * Two days of three people; Cho only triggers an event on the first, Ben only reads on the second.
 */
const events = [
  {
    ...ann,
    ...firstDay,
    url: at("/a?utm_campaign=Spring&utm_content=top+banner"),
    referrer: "https://www.google.com/search",
    language: "en-US",
    screen: "1920x1080",
  },
  { ...ann, ...firstDay, url: at("/b?q=1&utm_source=x") },
  { ...ann, ...firstDay, url: at("/b"), name: "signup" },
  { ...ann, ...firstDay, url: at("/a"), name: "engagement", e: 5_000, sd: 80 },
  {
    ...ben,
    ...firstDay,
    url: "https://www.example.com/a?utm_term=shoes&utm_medium=footer",
    referrer: "https://news.ycombinator.com/item?id=1",
    language: "de",
    screen: "390x844",
  },
  { ...cho, ...firstDay, url: at("/a"), name: "signup", language: "fr" },
  { ...ann, ...secondDay, url: at("/a"), language: "en" },
  { ...cho, ...secondDay, url: at("/c") },
  { ...ben, ...secondDay, url: at("/a"), name: "engagement", language: "es", screen: "1x1" },
];

type Row = readonly [string, number, number, number, (string | null)?];

/** Value, count, visitors, page views, and the code of those that have one. */
const expected: Readonly<Record<string, readonly Row[]>> = {
  browser: [
    ["Chrome", 2, 2, 3],
    ["Firefox", 2, 2, 1],
    ["Safari", 1, 1, 1],
  ],
  browser_version: [
    ["Chrome 126", 2, 2, 3],
    ["Firefox 127", 2, 2, 1],
    ["Safari 17.5", 1, 1, 1],
  ],
  campaign: [["Spring", 1, 1, 2]],
  channel: [
    ["Direct", 3, 3, 2],
    ["Social", 2, 2, 3],
    ["Search", 1, 1, 2],
  ],
  city: [
    ["(unknown)", 2, 2, 1, null],
    ["Mountain View, California, US", 2, 2, 3, "US"],
    ["London, England, GB", 1, 1, 1, "GB"],
  ],
  continent: [
    ["(unknown)", 2, 2, 1, null],
    ["North America", 2, 2, 3, "NA"],
    ["Europe", 1, 1, 1, "EU"],
  ],
  country: [
    ["(unknown)", 2, 2, 1, null],
    ["United States", 2, 2, 3, "US"],
    ["United Kingdom", 1, 1, 1, "GB"],
  ],
  device: [
    ["Desktop", 4, 4, 4],
    ["Mobile", 1, 1, 1],
  ],
  entry_page: [
    ["/a", 3, 3, 4],
    ["/c", 1, 1, 1],
  ],
  event: [["signup", 2, 2, 0]],
  exit_page: [
    ["/a", 2, 2, 2],
    ["/b?q=1", 1, 1, 2],
    ["/c", 1, 1, 1],
  ],
  hostname: [
    ["example.com", 4, 4, 4],
    ["www.example.com", 1, 1, 1],
  ],
  language: [
    ["English", 2, 2, 3, "en"],
    ["(unknown)", 1, 1, 1, null],
    ["French", 1, 1, 0, "fr"],
    ["German", 1, 1, 1, "de"],
  ],
  mark: [
    ["(none)", 3, 3, 2],
    ["hosting", 2, 2, 3],
  ],
  operating_system: [
    ["Linux", 2, 2, 1],
    ["Windows", 2, 2, 3],
    ["iOS", 1, 1, 1],
  ],
  operating_system_version: [
    ["(unknown)", 2, 2, 1],
    ["Windows 10", 2, 2, 3],
    ["iOS 17.5", 1, 1, 1],
  ],
  page: [
    ["/a", 3, 3, 3],
    ["/b?q=1", 1, 1, 1],
    ["/c", 1, 1, 1],
  ],
  pageview: [
    ["2025-03-01", 3, 3, 3],
    ["2025-03-02", 2, 2, 2],
  ],
  referrer: [
    ["(direct)", 3, 3, 2],
    ["google.com", 1, 1, 2],
    ["news.ycombinator.com", 1, 1, 1],
  ],
  region: [
    ["(unknown)", 2, 2, 1, null],
    ["California, US", 2, 2, 3, "US"],
    ["England, GB", 1, 1, 1, "GB"],
  ],
  screen_resolution: [
    ["(unknown)", 3, 3, 2],
    ["1920x1080", 1, 1, 2],
    ["390x844", 1, 1, 1],
  ],
  source: [
    ["(direct)", 3, 3, 2],
    ["Google", 1, 1, 2],
    ["Hacker News", 1, 1, 1],
    ["X", 1, 1, 2],
  ],
  utm_content: [["top banner", 1, 1, 2]],
  utm_medium: [["footer", 1, 1, 1]],
  utm_source: [["x", 1, 1, 2]],
  utm_term: [["shoes", 1, 1, 1]],
  visit: [
    ["2025-03-01", 3, 3, 3],
    ["2025-03-02", 2, 2, 2],
  ],
  visitor: [
    ["2025-03-01", 3, 3, 3],
    ["2025-03-02", 2, 2, 2],
  ],
};

const footfall = openFootfall(shareFootfall);
let id: number;
beforeAll(async () => {
  ({ id } = await footfall.store("example.com"));
  const reply = await footfall.bulk(id, events);
  expect(reply.json).toEqual({ accepted: events.length, dropped: {} });
});

const range = { from: "2025-03-01", to: "2025-03-02" };

/** Returns a record without the numbers that value-numbers.store.long.test.ts is about. */
function plainly({ value, code, count, visitors, pageviews }: Record<string, unknown>) {
  return { value, ...(code !== undefined && { code }), count, visitors, pageviews };
}

test("every name is covered here", () => {
  expect(Object.keys(expected)).toEqual(dimensionNames);
});

test.each(dimensionNames)("%s has exactly these records", async (name) => {
  const reply = await footfall.stats(id, { name, ...range });

  const rows = expected[name] ?? [];
  expect(reply.json.data.map(plainly)).toEqual(
    rows.map(([value, count, visitors, pageviews, code]) => ({
      value,
      ...(code !== undefined && { code }),
      count,
      visitors,
      pageviews,
    })),
  );
  expect(reply.json.meta).toEqual({
    current_page: 1,
    from: 1,
    to: rows.length,
    last_page: 1,
    per_page: 10,
    total: rows.length,
    path: `${footfall.url}/api/v1/stats/${id}`,
    count: rows.reduce((sum, [, count]) => sum + count, 0),
  });
});

test.each(dimensionNames)("%s is empty on days without events", async (name) => {
  const reply = await footfall.stats(id, { name, from: "2025-03-03", to: "2025-03-04" });

  expect(reply.status).toBe(200);
  expect(reply.json.data).toEqual([]);
  expect(reply.json.meta).toMatchObject({ total: 0, count: 0, last_page: 1, from: null, to: null });
});
