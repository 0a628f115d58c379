import { beforeAll, expect, test } from "vitest";
import { randomFrom } from "../../bench/random.ts";
import { chrome } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);

/** Agents with what they are known as; a browser is nobody's reader. */
const agents = [
  { agent: "GPTBot/1.2", reader: "GPTBot", operator: "OpenAI", purpose: "training" },
  {
    agent: "ChatGPT-User/1.0",
    reader: "ChatGPT-User",
    operator: "OpenAI",
    purpose: "assistant_user",
  },
  {
    agent: "Mozilla/5.0 (compatible; bingbot/2.0)",
    reader: "bingbot",
    operator: "Microsoft",
    purpose: "search",
  },
  { agent: "curl/8.5.0", reader: "curl", operator: "", purpose: "tool" },
  { agent: "HomeMadeBot/0.1", reader: "HomeMadeBot", operator: "", purpose: "other" },
  { agent: chrome, reader: undefined, operator: "", purpose: "" },
];
const paths = ["/", "/a", "/a/b?x=1", "/b?utm_source=y", "/feed.xml", "/robots.txt", "/x.png"];
const pages = ["/", "/a", "/a/b?x=1", "/b", "/feed.xml", "/robots.txt", undefined];
const statuses = [200, 304, 301, 404, 410, 503, undefined];
const classes = ["2xx", "2xx", "3xx", "404", "4xx", "5xx", "unknown"];

/** A read as it was meant, by the properties that the API counts by. */
type Meant = Readonly<Record<string, string>>;

/** Counts reads by a property without SQL. */
function countBy(reads: readonly Meant[], by: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const read of reads) counts[read[by] ?? ""] = (counts[read[by] ?? ""] ?? 0) + 1;
  return counts;
}

// Clocks go back by half an hour within the days.
const timezone = "Australia/Lord_Howe";
const clock = new Intl.DateTimeFormat("sv-SE", {
  timeZone: timezone,
  dateStyle: "short",
  timeStyle: "short",
});
const from = "2026-04-04";
const to = "2026-04-06";
let path: string;
let meant: Meant[];

beforeAll(async () => {
  const { id, domain } = await footfall.storeWith([], { timezone });
  path = `/api/v1/websites/${id}`;
  const random = randomFrom(7);
  const pick = <T>(list: readonly T[]) => Math.floor(random() * list.length);
  meant = [];
  for (let request = 0; request < 6; request += 1) {
    const body = [];
    for (let i = 0; i < 250; i += 1) {
      const [who, where, how] = [pick(agents), pick(paths), pick(statuses)];
      const timeMs = Date.parse("2026-04-03T12:00:00Z") + Math.floor(random() * 4 * 86_400_000);
      const door = random() < 0.3 ? "log" : "api";
      const { agent, reader, operator = "", purpose = "" } = agents[who] ?? {};
      const timestamp = new Date(timeMs).toISOString();
      const status = statuses[how];
      body.push({
        url: `https://${domain}${paths[where]}`,
        user_agent: agent,
        timestamp,
        door,
        ...(status && { status }),
      });
      const [day = "", time = ""] = clock.format(timeMs).split(" ");
      const page = pages[where];
      if (reader === undefined || page === undefined || day < from || day > to) continue;
      const hour = `${day}T${time.slice(0, 2)}:00`;
      const kept = { reader, operator, purpose, page, status: classes[how] ?? "", door };
      meant.push({ ...kept, verified: "unknown", day, hour });
    }
    await footfall.request(`${path}/reads`, { body });
  }
  await footfall.server.shipped();
});

const conditions: readonly (readonly [string, (read: Meant) => boolean])[] = [
  ["", () => true],
  [
    "&filter[purpose]=training&filter[purpose]=tool",
    ({ purpose = "" }) => ["training", "tool"].includes(purpose),
  ],
  [
    "&filter[page]=/a*&filter[status]=!404",
    ({ page = "", status }) => page.startsWith("/a") && status !== "404",
  ],
  [
    "&filter[reader]=~BOT&filter[door]=log",
    ({ reader = "", door }) => /bot/i.test(reader) && door === "log",
  ],
];

test.each(conditions)(
  "reads by all properties are what counting by hand gives%s",
  async (filter, keeps) => {
    const kept = meant.filter(keeps);
    expect(kept.length).toBeGreaterThan(20);
    const range = `from=${from}&to=${to}${filter}`;
    for (const by of [
      "reader",
      "operator",
      "purpose",
      "verified",
      "page",
      "status",
      "door",
      "day",
      "hour",
    ]) {
      const { data, meta } = (
        await footfall.request(`${path}/reads?by=${by}&${range}&per_page=100`)
      ).json;
      const rows: { value: string; reads: number; pages: number }[] = data;
      const found = Object.fromEntries(rows.map(({ value, reads }) => [value, reads]));
      expect([by, found]).toEqual([by, countBy(kept, by)]);
      expect(meta.count).toBe(kept.length);
      for (const { value, pages: count } of rows) {
        const own = kept.filter((read) => read[by] === value);
        expect(count).toBe(new Set(own.map(({ page }) => page)).size);
      }
    }
    const summary = (await footfall.request(`${path}/reads/summary?${range}`)).json.data;
    expect(summary).toMatchObject({
      reads: kept.length,
      readers: Object.keys(countBy(kept, "reader")).length,
      pages: Object.keys(countBy(kept, "page")).length,
      not_found: countBy(kept, "status")["404"] ?? 0,
    });
  },
);
