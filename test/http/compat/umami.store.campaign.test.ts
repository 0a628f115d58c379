import { UmamiApiError, UmamiClient } from "@umami/api-client";
// @ts-expect-error: the package has no types
import OlderClient from "umami-api-client";
import { beforeAll, describe, expect, test } from "vitest";
import { words } from "../../../src/http/compat/umami/words.ts";
import { apiKey, chrome } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const uuid = "3b8cd1ac-0e2f-4a4e-9a0c-4c1ed6e7d1f2";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const edge = `${chrome} Edg/126.0.0.0`;
const zone = "Europe/Berlin";
const days = { from: "2026-11-09", to: "2026-11-12" };
/** The same days, as Umami's clients say them: in Berlin they begin at 23:00 UTC. */
const range = {
  startAt: Date.parse("2026-11-08T23:00:00Z"),
  endAt: Date.parse("2026-11-12T22:59:59.999Z"),
};
const earlier = { from: "2026-11-05", to: "2026-11-08" };

const footfall = openFootfall(shareFootfall);
let shop: number;
let blog: number;
let umami: UmamiClient;
/** The fixed id of the website that has no alias. */
let blogUuid: string;
let total: Awaited<ReturnType<typeof summary>>;
beforeAll(async () => {
  shop = (await footfall.store("shop.example", { timezone: zone, aliases: ["pa-1", uuid] })).id;
  blog = (await footfall.store("blog.example")).id;
  const agents = [chrome, firefox, phone, edge];
  const addresses = ["8.8.8.8", "1.1.1.1", "192.0.2.1", "9.9.9.9", "141.1.1.1"];
  const at = (n: number, path: string, day: string, minute: number, more = {}) => ({
    url: `https://${n % 3 === 0 ? "www." : ""}shop.example${path}`,
    timestamp: `${day}T${String(8 + (n % 9)).padStart(2, "0")}:${String(minute).padStart(2, "0")}:00Z`,
    ip: addresses[n % addresses.length],
    user_agent: agents[n % agents.length],
    language: n % 2 === 0 ? "de-AT" : "en-US",
    screen: n % 2 === 0 ? "1920x1080" : "390x844",
    ...more,
  });
  const events = [6, 8, 9, 10, 11, 12].flatMap((day, index) =>
    Array.from({ length: 12 + index }, (_, n) => {
      const date = `2026-11-${String(day).padStart(2, "0")}`;
      const campaign = n % 4 === 0 ? `?utm_source=mail&utm_campaign=c${n % 3}` : "";
      return [
        at(n, `/${campaign}`, date, 0, n % 3 === 1 && { referrer: "https://t.co/x" }),
        ...(n % 2 === 0 ? [at(n, `/pricing${n % 3}`, date, 7)] : []),
        ...(n % 5 === 0 ? [at(n, "/pricing0", date, 9, { name: "Signup" })] : []),
      ];
    }).flat(),
  );
  expect((await footfall.bulk(shop, events)).status).toBe(202);
  umami = new UmamiClient({ baseUrl: `${footfall.url}/api`, token: apiKey });
  await footfall.server.shipped();
  const page = await umami.listWebsites();
  total = await summary(days);
  blogUuid = page.data.find(({ domain }) => domain === "blog.example")?.id ?? "";
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function native(path: string, query: Record<string, string> = {}): Promise<any> {
  const reply = await footfall.request(`${path}?${new URLSearchParams(query)}`);
  expect(reply.status).toBe(200);
  return reply.json.data;
}

async function summary(query: Record<string, string>) {
  const data = await native(`/api/v1/websites/${shop}/summary`, query);
  return {
    pageviews: data.pageviews,
    visitors: data.visitors,
    visits: data.visits,
    // Few visits: their number times a rounded average is nearly the sum.
    bounces: Math.round(data.visits * (data.bounce_rate ?? 0)),
    totaltime: Math.round(data.visits * (data.visit_duration ?? 0)),
  };
}

async function refusal(asked: Promise<unknown>): Promise<UmamiApiError> {
  const error = await asked.then(
    (answer) => new Error(`it answered ${JSON.stringify(answer)}`),
    (cause: unknown) => cause,
  );
  if (!(error instanceof UmamiApiError)) throw error;
  return error;
}

describe("stats are those of the summary", () => {
  test.each([
    ["milliseconds", range],
    ["dates", { startDate: days.from, endDate: days.to }],
    ["times", { startDate: "2026-11-09T05:00:00+01:00", endDate: "2026-11-12T23:59:59.999Z" }],
    ["an end at midnight, which ends the day before", { ...range, endAt: range.endAt + 1 }],
    ["another time zone, which changes nothing", { ...range, timezone: "Asia/Tokyo" }],
  ])("%s", async (name, asked) => {
    const { comparison, ...now } = await umami.getWebsiteStats({ websiteId: uuid, ...asked });
    const times = { ...days, from_hour: "5", to: "2026-11-13", to_hour: "1" };
    expect(now).toEqual(await summary(name === "times" ? times : days));
    expect(now.visitors).toBeGreaterThan(20);
    expect(now.bounces).toBeGreaterThan(0);
    expect(now.totaltime).toBeGreaterThan(0);
    const before = { from: "2026-11-05", from_hour: "9", to: "2026-11-09", to_hour: "5" };
    expect(comparison).toEqual(await summary(name === "times" ? before : earlier));
    expect(comparison.visitors).toBeGreaterThan(0);
  });

  test("all time is from 1970 on", async () => {
    const { visitors } = await umami.getWebsiteStats({ websiteId: uuid, ...range, startAt: 0 });
    expect(visitors).toBe((await summary({ from: "1970-01-01", to: days.to })).visitors);
  });

  test("beside the same days a year earlier", async () => {
    const asked = { websiteId: uuid, ...range, compare: "yoy" as const };
    const { comparison } = await umami.getWebsiteStats(asked);
    expect(comparison).toEqual(await summary({ from: "2025-11-09", to: "2025-11-12" }));
  });

  test.each([
    ["browser=chrome", { "filter[browser]": "Chrome" }],
    ["browser=eq.edge-chromium", { "filter[browser]": "Edge" }],
    [
      "browser=neq.chrome,firefox",
      [
        ["browser", "!Chrome"],
        ["browser", "!Firefox"],
      ],
    ],
    [
      "browser=neq.chrome&browser1=neq.safari",
      [
        ["browser", "!Chrome"],
        ["browser", "!Safari"],
      ],
    ],
    ["browser=c.fire", { "filter[browser]": "~fire" }],
    ["browser=s.", { "filter[browser]": "!(unknown)" }],
    ["path=/pricing0", { "filter[page]": "/pricing0" }],
    ["path=c.PRICING", { "filter[page]": "~pricing" }],
    ["url=dnc.pricing", { "filter[page]": "!~pricing" }],
    [
      "path=c.p&path1=dnc.g2",
      [
        ["page", "~p"],
        ["page", "!~g2"],
      ],
    ],
    ["path=*", { "filter[page]": "\\*" }],
    [
      "country=US,AU",
      [
        ["country", "United States"],
        ["country", "Australia"],
      ],
    ],
    ["country=ns.", { "filter[country]": "(unknown)" }],
    ["language=de", { "filter[language]": "German" }],
    ["device=mobile", { "filter[device]": "Mobile" }],
    ["os=Windows", { "filter[operating_system]": "Windows" }],
    ["referrer=eq.t.co", { "filter[referrer]": "t.co" }],
    ["referrer=ns.", { "filter[referrer]": "(direct)" }],
    ["host=www.shop.example", { "filter[hostname]": "www.shop.example" }],
    ["event=Signup", { "filter[event]": "Signup" }],
    [
      "event=neq.Signup&device=desktop",
      [
        ["event", "!Signup"],
        ["device", "Desktop"],
      ],
    ],
    [
      "utmSource=mail&utmCampaign=c0",
      [
        ["utm_source", "mail"],
        ["campaign", "c0"],
      ],
    ],
    ["utmSource=s.", { "filter[utm_source]": "*" }],
  ])("with the filter %s", async (asked, filters) => {
    const query = Object.fromEntries(new URLSearchParams(asked));
    const { comparison: _, ...now } = await umami.getWebsiteStats({
      websiteId: uuid,
      ...range,
      ...query,
    });
    const pairs = Array.isArray(filters)
      ? filters.map(([name, value]) => [`filter[${name}]`, value] as [string, string])
      : Object.entries(filters);
    const path = `/api/v1/websites/${shop}/summary`;
    const ours = await footfall.request(
      `${path}?${new URLSearchParams([...Object.entries(days), ...pairs])}`,
    );
    expect(ours.status).toBe(200);
    expect(now).toMatchObject({
      visitors: ours.json.data.visitors,
      visits: ours.json.data.visits,
      pageviews: ours.json.data.pageviews,
    });
    if (asked === "path=*") expect(now.visitors).toBe(0);
    else expect(now.visitors).toBeGreaterThan(0);
    if (asked === "browser=s.") expect(now.visitors).toBe(total.visitors);
    else expect(now.visitors).toBeLessThan(total.visitors);
  });
});

describe("metrics are those of the breakdown", () => {
  test.each([...words].map(([type, { name }]) => [type, name] as const))(
    "%s",
    async (type, name) => {
      const rows = await umami.getWebsiteMetrics({ websiteId: uuid, ...range, type });
      const counts = type === "event" ? "count" : "visitors";
      const path = `/api/v1/stats/${shop}`;
      const ours = await native(path, { ...days, name, sort_by: counts, per_page: "100" });
      const listed = ours.filter(({ value }: { value: string }) => value !== "(direct)");

      expect(rows.map(({ y }) => y)).toEqual(
        listed.map((row: Record<string, number>) => row[counts]),
      );
      expect(rows.length > 0).toBe(!["utmMedium", "utmContent", "utmTerm"].includes(type));
      if (rows.length === 0) return;
      // A row's value is a filter for the visitors that the row counts.
      const [first] = rows.filter(({ x }) => x !== null);
      const isFilter = !["entry", "exit", "channel", "screen", "event"].includes(type);
      if (first === undefined || !isFilter) return;
      const filter = { [type]: `eq.${first.x}` };
      const selected = await umami.getWebsiteStats({ websiteId: uuid, ...range, ...filter });
      expect(selected.visitors).toBe(first.y);
    },
  );

  test("codes are Umami's", async () => {
    const valuesOf = async (type: string) => {
      const rows = await umami.getWebsiteMetrics({ websiteId: uuid, ...range, type });
      return rows.map(({ x }) => x).sort();
    };
    expect(await valuesOf("browser")).toEqual(["chrome", "edge-chromium", "firefox", "safari"]);
    expect(await valuesOf("country")).toContain("US");
    expect(await valuesOf("country")).toContain(null);
    expect(await valuesOf("device")).toEqual(["desktop", "mobile"]);
    expect(await valuesOf("language")).toEqual(["de", "en"]);
    expect(await valuesOf("os")).toEqual(["Linux", "Windows", "iOS"]);
    expect(await valuesOf("screen")).toEqual(["1920x1080", "390x844"]);
    expect(await valuesOf("channel")).toEqual(["direct", "email", "organicSocial"]);
    expect(await valuesOf("referrer")).toEqual(["t.co"]);
  });

  test("a city is a filter by its name alone", async () => {
    const rows = await umami.getWebsiteMetrics({ websiteId: uuid, ...range, type: "city" });
    const { x, y } = rows.find((row) => row.x !== null) ?? {};
    const [city = ""] = (x ?? "").split(", ");
    const { visitors } = await umami.getWebsiteStats({ websiteId: uuid, ...range, city });
    expect(visitors).toBe(y);
  });

  test("search, limit and offset choose rows", async () => {
    const asked = { websiteId: uuid, ...range, type: "path" };
    const all = await umami.getWebsiteMetrics(asked);
    const some = await umami.getWebsiteMetrics({ ...asked, limit: 2, offset: 1 });
    expect(some).toEqual(all.slice(1, 3));
    const found = await umami.getWebsiteMetrics({ ...asked, search: "PRICING" });
    expect(found).toEqual(all.filter(({ x }) => x?.includes("pricing")));
  });

  test("expanded rows have the numbers of visits", async () => {
    const type = "browser";
    const rows = await umami.getWebsiteExpandedMetrics({ websiteId: uuid, ...range, type });
    const ours = await native(`/api/v1/stats/${shop}`, { ...days, name: "browser" });
    const names: Record<string, string> = { "edge-chromium": "Edge" };
    for (const { name, bounces, totaltime, ...numbers } of rows) {
      const wanted = names[name] ?? name;
      const {
        count: _,
        value: _value,
        ...row
      } = ours.find(({ value }: { value: string }) => value.toLowerCase() === wanted.toLowerCase());
      expect(row).toMatchObject(numbers);
      expect(bounces / numbers.visits).toBeCloseTo(row.bounce_rate, 3);
      expect(totaltime / numbers.visits).toBeCloseTo(row.visit_duration, 0);
    }
    expect(rows).toHaveLength(4);
  });
});

describe("unrounded averages", () => {
  const path = () => `/api/v1/websites/${shop}/summary`;

  test("are the sums divided by the visits", async () => {
    const exact = await native(path(), { ...days, unrounded: "1" });
    const rounded = await native(path(), days);
    const bounces = exact.bounce_rate * exact.visits;
    expect(bounces).toBeCloseTo(Math.round(bounces), 9);
    expect(rounded.bounce_rate).toBe(Math.round(exact.bounce_rate * 1e4) / 1e4);
    expect(rounded.bounce_rate).not.toBe(exact.bounce_rate);
    const [row] = await native(`/api/v1/stats/${shop}`, {
      ...days,
      name: "browser",
      unrounded: "1",
    });
    expect(row.bounce_rate * row.visits).toBeCloseTo(Math.round(row.bounce_rate * row.visits), 9);
  });

  test("are not there beside a comparison of values", async () => {
    const query = { ...days, name: "browser", unrounded: "1", compare: "previous" };
    const reply = await footfall.stats(shop, query as never);
    expect([reply.status, Object.keys(reply.json.errors)]).toEqual([422, ["unrounded"]]);
  });
});

describe("page views are those by hour, day and month", () => {
  test.each(["hour", "day", "month", undefined] as const)("unit %s", async (unit) => {
    const asked = { websiteId: uuid, ...range, timezone: zone, ...(unit && { unit }) };
    const { pageviews, sessions } = await umami.getWebsitePageviews(asked);
    const interval = unit ?? "day";
    const ours = await native(`/api/v1/stats/${shop}`, {
      ...days,
      name: "visitor",
      interval,
      sort_by: "value",
      sort: "asc",
      per_page: "100",
    });
    const endings = { hour: ":00+01:00", day: "T00:00:00+01:00", month: "-01T00:00:00+01:00" };
    expect(sessions).toEqual(
      ours.map((row: { value: string; visitors: number }) => {
        return { x: `${row.value}${endings[interval]}`, y: row.visitors };
      }),
    );
    expect(pageviews.map(({ y }) => y)).toEqual(
      ours.map((row: { pageviews: number }) => row.pageviews),
    );
    expect(ours.length).toBeGreaterThan(0);
  });

  test("beside the days before", async () => {
    const asked = { websiteId: uuid, ...range, unit: "day", compare: "prev" as const };
    const { startDate, endDate, compare } = await umami.getWebsitePageviews(asked);
    expect([startDate, endDate]).toEqual(["2026-11-08T23:00:00.000Z", "2026-11-12T22:59:59.999Z"]);
    expect(compare?.sessions.map(({ x }) => x.slice(0, 10))).toEqual(["2026-11-06", "2026-11-08"]);
    const before = await summary(earlier);
    const sum = compare?.pageviews.reduce((all, { y }) => all + y, 0);
    expect(sum).toBe(before.pageviews);
    expect(compare?.startDate).toBe("2026-11-04T23:00:00.000Z");
  });
});

test("the range of dates has the days with visitors, and asks for all of them", async () => {
  const dates = await umami.getWebsiteDateRange({ websiteId: uuid });
  expect(dates).toEqual({
    startDate: "2026-11-05T23:00:00.000Z",
    endDate: "2026-11-12T22:59:59.999Z",
  });
  const all = await umami.getWebsiteStats({ websiteId: uuid, ...dates });
  expect(all.visitors).toBe((await summary({ from: "2026-01-01", to: "2026-12-31" })).visitors);

  const empty = await umami.getWebsiteDateRange({ websiteId: blogUuid });
  expect(empty.startDate).toBe(empty.endDate);
});

test("present visitors are those of the live view", async () => {
  expect(await umami.getWebsiteActive({ websiteId: blogUuid })).toEqual({ visitors: 0 });
  await footfall.track({ domain: "blog.example", url: "https://blog.example/" });
  await footfall.server.shipped();
  const { visitors } = await native(`/api/v1/websites/${blog}/live`);
  expect(visitors).toBe(1);
  expect(await umami.getWebsiteActive({ websiteId: blogUuid })).toEqual({ visitors });
});

describe("websites", () => {
  test("have a UUID: that of an alias, or a fixed one; both and plain ids are found", async () => {
    expect(blogUuid).toMatch(/^f007fa11-0000-8000-8000-[0-9a-f]{12}$/);
    for (const id of [uuid, String(shop), "shop.example", "pa-1"]) {
      const website = await umami.getWebsite(id);
      expect(website).toMatchObject({ id: uuid, name: "shop.example", domain: "shop.example" });
    }
    for (const id of [blogUuid, blogUuid.toUpperCase(), String(blog)]) {
      expect(await umami.getWebsite(id)).toMatchObject({ id: blogUuid, domain: "blog.example" });
    }
  });

  test("are listed by pages", async () => {
    const first = await umami.listWebsites({ pageSize: 1 });
    const second = await umami.listWebsites({ pageSize: 1, page: 2, orderBy: "name" });
    expect(first).toMatchObject({ count: 2, page: 1, pageSize: 1, orderBy: "name" });
    expect([first, second].flatMap(({ data }) => data.map(({ domain }) => domain))).toEqual([
      "blog.example",
      "shop.example",
    ]);
    const found = await umami.listWebsites({ search: "SHOP" });
    expect(found).toMatchObject({ count: 1, search: "SHOP" });
    const down = await umami.getMyWebsites({ orderBy: "createdAt", sortDescending: "false" });
    expect(down.data.map(({ id }) => id)).toEqual([uuid, blogUuid]);
  });
});

/** Mistakes, each with the read and its query. */
const wrong: readonly (readonly [string, string, object])[] = [
  ["no range", "stats", {}],
  ["half a range", "stats", { startAt: 1 }],
  ["an end before the start", "stats", { startAt: 2, endAt: 1 }],
  ["a text as a time", "stats", { startAt: "yesterday", endAt: 1 }],
  ["two forms of a range", "stats", { ...range, startDate: days.from }],
  ["a time without a zone", "stats", { startDate: "2026-11-09T00:00:00", endDate: days.to }],
  ["a day that is none", "stats", { startDate: "2026-02-30", endDate: days.to }],
  ["a time zone that is none", "stats", { ...range, timezone: "Europe/Atlantis" }],
  ["a comparison that is none", "stats", { ...range, compare: "week" }],
  ["a unit that is none", "stats", { ...range, unit: "fortnight" }],
  ["a unit that Footfall lacks", "pageviews", { ...range, unit: "minute" }],
  ["a unit that Footfall lacks", "pageviews", { ...range, unit: "year" }],
  ["any of the filters", "stats", { ...range, match: "any" }],
  ["no type", "metrics", range],
  ["a type that is none", "metrics", { ...range, type: "constructor" }],
  ...["title", "query", "domain", "tag", "distinctId"].map(
    (type) =>
      ["a type that Footfall lacks", "metrics", { ...range, type }] as [string, string, object],
  ),
  ["a limit of none", "metrics", { ...range, type: "path", limit: 0 }],
  ["too many rows", "metrics", { ...range, type: "path", limit: 100_000 }],
  ["a search in codes", "metrics", { ...range, type: "country", search: "D" }],
  ["visits of a page", "metrics/expanded", { ...range, type: "path" }],
  ["a parameter that is none", "stats", { ...range, colour: "red" }],
  ["a parameter of another read", "stats", { ...range, type: "path" }],
  ["a range where there is none", "active", range],
  ...["title", "query", "tag", "distinctId", "cohort", "eventType", "excludeBounce", "entry"].map(
    (name) =>
      ["a filter that Footfall lacks", "stats", { ...range, [name]: "1" }] as [
        string,
        string,
        object,
      ],
  ),
  ["a filter by a property", "stats", { ...range, pf_plan: "1.eq.pro" }],
  ["a filter by a property", "stats", { ...range, epf0: "1.eq.plan.pro" }],
  ["a filter by numbers", "stats", { ...range, path: "gt.5" }],
  ["a pattern", "stats", { ...range, path: "re.^/a" }],
  ["a host that looks like a comparison", "stats", { ...range, referrer: "t.co" }],
  ["an empty filter", "stats", { ...range, path: "" }],
  ["an empty text in a list", "stats", { ...range, browser: "chrome," }],
  ["two values that must both hold", "stats", { ...range, path: "/", path1: "/a" }],
  ["two names of a filter", "stats", { ...range, path: "/", url: "/a" }],
  ["a browser that is a part of one", "stats", { ...range, browser: "crios" }],
  ["part of a code", "stats", { ...range, browser: "c.chromium" }],
  ["a version of Windows", "stats", { ...range, os: "Windows 10" }],
  ["laptops", "stats", { ...range, device: "laptop" }],
  ["a region of a language", "stats", { ...range, language: "de-AT" }],
  ["a country that is none", "stats", { ...range, country: "Germany" }],
  ["a region by its code", "stats", { ...range, region: "US-CA" }],
  ["a segment that is none", "stats", { ...range, segment: uuid }],
  ["too many values", "stats", { ...range, path: Array(21).fill("/a").join(",") }],
];

describe("wrong requests are refused, and never answered with another number", () => {
  test.each(wrong)("%s: %s %j", async (_name, read, query) => {
    const params = new URLSearchParams(query as Record<string, string>);
    const reply = await footfall.request(`/api/websites/${uuid}/${read}?${params}`);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.json)).toEqual(["error"]);
    expect(reply.json.error).toMatchObject({ status: 400, code: "bad-request" });
    expect(reply.json.error.message).not.toBe("");
  });

  test("a parameter that is there twice", async () => {
    const twice = new URLSearchParams({ ...range, browser: "chrome" } as never);
    twice.append("browser", "firefox");
    const reply = await footfall.request(`/api/websites/${uuid}/stats?${twice}`);
    expect(reply.status).toBe(400);
  });

  test.each([
    { page: 0 },
    { pageSize: 0 },
    { pageSize: 5000 },
    { orderBy: "id" },
    { maxResults: 5 },
  ])("a list of websites with %j", async (query) => {
    const error = await refusal(umami.listWebsites(query));
    expect(error).toMatchObject({ status: 400, code: "bad-request" });
  });

  test.each(["sessions", "events", "values", "nothing"])(
    "reads that are not here: %s",
    async (read) => {
      const reply = await footfall.request(`/api/websites/${uuid}/${read}`);
      expect(reply.status).toBe(404);
      expect(reply.json.error).toMatchObject({ code: "not-found", status: 404 });
      // It may be a wrong address of our API as well.
      expect(reply.json.code).toBe("ROUTE_NOT_FOUND");
    },
  );

  test.each([
    ["getWebsiteSessions", { websiteId: uuid, ...range }],
    ["getWebsiteEvents", { websiteId: uuid, ...range }],
    ["getTeams", {}],
    ["createWebsite", { name: "a", domain: "a.example" }],
    ["deleteWebsite", { websiteId: uuid }],
    ["logout", {}],
  ] as const)("operations of the client that are not here: %s", async (operation, input) => {
    const error = await refusal(umami.call(operation as "getWebsiteSessions", input as never));
    expect(error).toMatchObject({ status: 404, code: "not-found" });
  });
});

describe("keys see what they may", () => {
  async function keyOf(may: readonly string[], websites: "all" | readonly number[]) {
    const body = { name: `${may}`, may, websites };
    const { json } = await footfall.request("/api/v1/keys", { body });
    return json.data.key as string;
  }

  test("a key for one of two websites", async () => {
    const key = await keyOf(["read"], [blog]);
    const own = new UmamiClient({ baseUrl: `${footfall.url}/api`, token: key });
    expect((await own.listWebsites()).data.map(({ id }) => id)).toEqual([blogUuid]);
    expect((await own.getWebsiteStats({ websiteId: blogUuid, ...range })).visitors).toBe(0);
    const unknown = await refusal(own.getWebsite("f007fa11-0000-8000-8000-00000000ffff"));
    for (const ask of [
      () => own.getWebsite(uuid),
      () => own.getWebsite(String(shop)),
      () => own.getWebsiteStats({ websiteId: uuid, ...range }),
      () => own.getWebsiteMetrics({ websiteId: uuid, ...range, type: "path" }),
      () => own.getWebsiteDateRange({ websiteId: uuid }),
    ]) {
      const error = await refusal(ask());
      expect(error.isUnauthorized).toBe(true);
      expect(error.body).toEqual(unknown.body);
    }
  });

  test("a key that may not read", async () => {
    const own = new UmamiClient({
      baseUrl: `${footfall.url}/api`,
      token: await keyOf(["collect"], "all"),
    });
    expect((await refusal(own.listWebsites())).isForbidden).toBe(true);
    // No read tells it of a website.
    const asked = own.getWebsiteStats({ websiteId: uuid, ...range });
    expect((await refusal(asked)).isUnauthorized).toBe(true);
  });

  test("either header has the key", async () => {
    const baseUrl = `${footfall.url}/api`;
    const read = await keyOf(["read"], "all");
    const headers: Record<string, string>[] = [
      { "x-umami-api-key": read },
      { authorization: `Bearer ${read}` },
    ];
    for (const each of headers) {
      const me = await new UmamiClient({ baseUrl, headers: each }).getMe();
      expect(me).toMatchObject({ authType: "api-key", user: { role: "view-only" } });
    }
    const both = new UmamiClient({ baseUrl, apiKey: read });
    expect((await both.listWebsites()).count).toBe(2);
    for (const each of [{}, { "x-umami-api-key": "wrong" }, { authorization: "Bearer wrong" }]) {
      const error = await refusal(new UmamiClient({ baseUrl, headers: each }).listWebsites());
      expect(error).toMatchObject({ status: 401, code: "unauthorized" });
    }
  });
});

describe("umami-api-client", () => {
  test("signs in with a key as the password, and asks", async () => {
    const client = new OlderClient({ server: footfall.url });
    const { token, user } = await client.login("admin", apiKey);
    expect([token, user.isAdmin]).toEqual([apiKey, true]);
    const websites = await client.websites();
    const site = client.selectSiteByDomain(websites, "shop.example");
    expect(site).toMatchObject({ id: uuid, name: "shop.example" });

    const stats = await client.websiteStats(site.id, "31d");
    const dayAgo = (count: number) => new Date(Date.now() - count * 864e5);
    const berlin = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
    const asked = { from: berlin.format(dayAgo(31)), to: berlin.format(dayAgo(0)) };
    const { comparison: _, ...now } = stats;
    expect(now).toEqual(await summary(asked));

    const metrics = await client.websiteMetrics(site.id, "31d");
    const pages = await native(`/api/v1/stats/${shop}`, {
      ...asked,
      name: "page",
      sort_by: "visitors",
    });
    expect(metrics.map(({ x, y }: { x: string; y: number }) => [x, y])).toEqual(
      pages.map((row: { value: string; visitors: number }) => [row.value, row.visitors]),
    );
    const { pageviews } = await client.websitePageViews(site.id, "31d");
    const sum = pageviews.reduce((all: number, { y }: { y: number }) => all + y, 0);
    expect(sum).toBe(now.pageviews);
    await expect(client.websiteEvents(site.id, "24h")).rejects.toThrow("404 - ");
    await expect(client.login("admin", "wrong")).rejects.toThrow("401 - Login failed");
  });
});
