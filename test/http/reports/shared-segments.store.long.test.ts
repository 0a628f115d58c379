import { beforeAll, describe, expect, test } from "vitest";
import { chrome, type Reply } from "../../helpers/footfall.ts";
import { ended, postImport } from "../../helpers/imports.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const dayMs = 24 * 60 * 60 * 1000;
const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
const [first, last] = [dayAgo(2), dayAgo(0)];
const range = `from=${first}&to=${last}`;
/** Texts of visitors that the link's segment leaves out. */
const hidden = /hidden|rival|Firefox|SEK|Linux/i;

interface Sent {
  readonly name?: string;
  readonly path: string;
  readonly props?: object;
  readonly revenue?: object;
}

/** The visitors of the segment; the last one came without its campaign. */
const shownVisits: readonly (readonly Sent[])[] = [
  [
    { path: "/start", props: { plan: "pro" } },
    {
      name: "Buy",
      path: "/buy",
      props: { plan: "pro" },
      revenue: { currency: "EUR", amount: 10 },
    },
  ],
  [{ path: "/start" }, { path: "/prices" }, { name: "engagement", path: "/prices" }],
];
const hiddenVisits: readonly (readonly Sent[])[] = [
  [
    { path: "/start", props: { hidden_key: "hidden value", plan: "hidden plan" } },
    { path: "/hidden-page" },
    {
      name: "Hidden event",
      path: "/hidden-page",
      props: { plan: "hidden plan" },
      revenue: { currency: "SEK", amount: 70 },
    },
    {
      name: "Buy",
      path: "/hidden-page",
      props: { hidden_key: "hidden value" },
      revenue: { currency: "SEK", amount: 30 },
    },
  ],
  [{ path: "/hidden-page" }],
  [{ path: "/start" }],
];

const goals = [
  { name: "Buys", type: "event", value: "Buy" },
  { name: "Reads /hidden-page", type: "page", value: "/hidden-page" },
  { name: "Buys hidden", type: "event", value: "Buy", props: { hidden_key: "hidden value" } },
  { name: "Sees prices", type: "page", value: "/pri*" },
];
const step = (value: string) => ({ type: value.startsWith("/") ? "page" : "event", value });
const funnels = [
  { name: "Shop", steps: [step("/start"), step("Buy")] },
  { name: "To /hidden-page", steps: [step("/start"), step("/hidden-page")] },
  // Nobody took these steps in this order, but somebody each of them.
  { name: "Backwards", steps: [step("Buy"), step("/prices")] },
];

/** At noon no visitor's day ends. */
const noonMs = Date.parse(`${last}T12:00:00Z`);

const footfall = openFootfall();
let id: number;
/** The path of a link with the segment, and its number. */
let link: string;
let linkId: number;
let segment: number;

const owner = (path: string, method = "GET", body?: object) =>
  footfall.request(path, { method, ...(body && { body }) });
const own = (below: string, method = "GET", body?: object) =>
  owner(`/api/v1/websites/${id}${below}`, method, body);
const viewer = (below: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
  footfall.request(`${link}${below}`, { key: false, headers });
/** The path of a report for owners, who have no `/stats` below the website. */
const ownersPath = (path: string) =>
  path.startsWith("/stats") ? `/api/v1/stats/${id}${path.slice("/stats".length)}` : path;
const asOwner = (path: string, headers = {}) => {
  const address = ownersPath(path);
  const whole = address.startsWith("/api") ? address : `/api/v1/websites/${id}${address}`;
  return footfall.request(whole, { headers });
};

/** Sets the clock back to when the visitors of the live view were there. */
function setNoon(): void {
  footfall.clock.aheadMs = noonMs - Date.now();
}

async function make(list: string, body: object): Promise<number> {
  const reply = await own(`/${list}`, "POST", body);
  expect(reply.status, reply.text).toBe(201);
  return reply.json.data.id;
}

async function makeLink(body: object): Promise<{ url: string; id: number }> {
  const { data } = (await own("/shares", "POST", body)).json;
  return { url: new URL(data.url).pathname, id: data.id };
}

beforeAll(async () => {
  ({ id } = await footfall.store("private.example"));
  setNoon();
  const now = noonMs;
  const visitsOf = (visits: typeof shownVisits, campaign: string, agent: string, net: string) =>
    visits.flatMap((events, who) =>
      [now - dayMs, now - 60_000].flatMap((start) =>
        events.map(({ path, ...event }, nth) => ({
          ...event,
          url: `https://private.example${path}?utm_source=${campaign}`,
          referrer: `https://${campaign}.example/`,
          timestamp: new Date(start + nth * 1_000).toISOString(),
          ip: `${net}.${who}`,
          user_agent: agent,
        })),
      ),
    );
  const events = [
    ...visitsOf(shownVisits, "acme", chrome, "192.0.2"),
    ...visitsOf(hiddenVisits, "rival", firefox, "198.51.100"),
  ];
  const reply = await footfall.bulk(id, events);
  expect([reply.status, reply.json.data?.accepted ?? reply.json.accepted]).toEqual([
    202,
    events.length,
  ]);
  await footfall.server.shipped();
  segment = await make("segments", { name: "Acme", filters: { utm_source: ["acme"] } });
  await make("segments", { name: "Buyers", filters: { event: ["Buy"] }, public: 1 });
  await make("segments", { name: "Hidden", filters: { page: ["/hidden-page"] } });
  for (const goal of goals) await make("goals", goal);
  for (const funnel of funnels) await make("funnels", funnel);
  await make("annotations", { date: last, text: "Release", public: 1 });
  await make("annotations", { date: last, text: "Hidden release" });
  ({ url: link, id: linkId } = await makeLink({ name: "Acme", segment_id: segment }));
});

/** Dimensions of visitors, of visits, of page views, of events and of days. */
const dimensionsOfEachKind = [
  "browser",
  "campaign",
  "city",
  "country",
  "language",
  "operating_system",
  "source",
  "entry_page",
  "exit_page",
  "page",
  "referrer",
  "event",
  "hostname",
  "visit",
  "visitor",
];
/** Every report with rows, and some of its parameters. */
const tables = [
  ...dimensionsOfEachKind.map((name) => `/stats?name=${name}&${range}&per_page=100`),
  `/stats?name=pageview&interval=hour&${range}&per_page=100`,
  `/stats?name=visitor&interval=week&${range}`,
  `/stats?name=page&${range}&search=hidden`,
  `/stats?name=page&${range}&compare=previous`,
  `/goals/1/stats?name=page&${range}`,
  `/goals/1/stats?name=source&${range}`,
  `/funnels/1/stats?name=page&${range}`,
  `/funnels/stats?step=page:/start&step=page:/hidden-page&name=browser&${range}`,
  `/journeys?${range}`,
  `/journeys?${range}&include=events`,
  `/journeys?${range}&start=page:/hidden-page`,
  `/journeys?${range}&path=page:/start`,
  `/journeys/paths?steps=3&${range}&include=events`,
  `/props?${range}`,
  `/props?${range}&search=hidden`,
  `/props?${range}&event=Buy`,
  `/props/plan?${range}&none=1`,
  `/props/hidden_key?${range}&numbers=1&none=1`,
  `/engagement?${range}`,
  `/engagement?${range}&interval=day`,
  `/revenue?${range}`,
  `/revenue?${range}&interval=day`,
  `/revenue?${range}&event=Buy`,
  `/revenue/stats?name=page&${range}`,
  `/revenue/stats?name=source&touch=last&${range}`,
];
/** The other reports. */
const others = [
  `/summary?${range}`,
  `/summary?from=${last}&to=${last}&compare=previous`,
  `/heatmap?${range}`,
  `/heatmap?${range}&metric=pageviews`,
  `/funnels/1/stats?${range}`,
  `/funnels/1/stats?from=${last}&to=${last}&compare=previous`,
  `/funnels/stats?step=page:/start&step=event:Buy&within=visit&${range}`,
  `/revenue?from=${last}&to=${last}&compare=previous`,
];

/** Enough of the tables where all are answered in one way. */
const some = tables.filter((_, nth) => nth % 5 === 0);

/** Returns the part of an answer that does not say at which path it was asked for. */
function answerOf({ status, json }: Reply) {
  const { path, ...meta } = json.meta ?? {};
  return { status, data: json.data, meta, errors: json.errors };
}

/** Returns an answer without its links, which repeat the words of the request. */
const withoutLinks = (reply: Reply) => JSON.stringify(answerOf(reply));

describe("a link with a segment", () => {
  test.each([...tables, ...others])("answers as the segment does: %s", async (path) => {
    const seen = await viewer(path);
    const expected = await asOwner(`${path}&segment=${segment}`);
    expect(answerOf(seen)).toEqual(answerOf(expected));
    expect(seen.status, seen.text).toBe(200);
    // What a viewer asks by is no secret to the viewer.
    const asked = /hidden-page|hidden_key/.test(path);
    if (!asked) expect(withoutLinks(seen)).not.toMatch(hidden);
  });

  test.each(some)("answers as the segment does in CSV: %s", async (path) => {
    const headers = { accept: "text/csv" };
    const seen = await viewer(path, headers);
    expect(seen.status).toBe(200);
    expect(seen.text).toBe((await asOwner(`${path}&segment=${segment}`, headers)).text);
    expect(seen.text).not.toMatch(hidden);
  });

  test.each([
    "filter[page]=/start",
    "filter[page]=!/prices",
    "filter[utm_source]=rival",
    "filter[utm_source]=!acme",
    "filter[prop:plan]=*",
    "filter[goal]=Buys",
    "filter[goal]=!Buys",
    "filter[funnel]=Shop:2",
    "segment=2",
    "segment=2&filter[browser]=Chrome",
  ])("is narrowed further by %s, and never widened", async (filter) => {
    for (const path of [`/summary?${range}`, `/stats?name=page&${range}`]) {
      const seen = await viewer(`${path}&${filter}`);
      // Owners give one segment at a time, so the link's is written out.
      const expected = await asOwner(`${path}&${filter}&filter[utm_source]=acme`);
      // Two filters of one name must both hold for viewers; for owners one of the values.
      if (!filter.includes("utm_source")) expect(answerOf(seen)).toEqual(answerOf(expected));
      else expect(seen.json.data.visitors ?? seen.json.data.length).toBe(0);
    }
  });

  test("shows the live view of its visitors alone", async () => {
    setNoon();
    const { data } = (await viewer("/live")).json;
    expect(data.visitors).toBe(2);
    expect(JSON.stringify(data)).not.toMatch(hidden);
    const values = (rows: { value: string }[]) => rows.map(({ value }) => value).sort();
    expect(values(data.pages)).toEqual(["/prices", "/start"]);
    expect(values(data.referrers)).toEqual(["acme.example"]);
    const views = (live: { pageviews: { count: number }[] }) =>
      live.pageviews.reduce((sum, { count }) => sum + count, 0);
    expect(views(data)).toBe(3);
    expect(views((await own("/live")).json.data)).toBe(7);
  });

  test("has goals and funnels that name nothing its visitors did not do", async () => {
    const namesAt = async (path: string) =>
      (await viewer(path)).json.data.map(({ name }: { name: string }) => name).sort();
    expect(await namesAt("/goals")).toEqual(["Buys", "Sees prices"]);
    expect(await namesAt("/funnels")).toEqual(["Backwards", "Shop"]);
    expect(await namesAt(`/goals/stats?${range}`)).toEqual(["Buys", "Sees prices"]);
    const stats = (await viewer(`/goals/stats?${range}&sort_by=name&sort=asc`)).json;
    const all = await asOwner(`/goals/stats?${range}&segment=${segment}&sort_by=name&sort=asc`);
    const shown = all.json.data.filter(({ id: goal }: { id: number }) => [1, 4].includes(goal));
    expect([stats.data, stats.meta.visitors, stats.meta.total]).toEqual([
      shown,
      all.json.meta.visitors,
      2,
    ]);
    const csv = await viewer(`/goals/stats?${range}`, { accept: "text/csv" });
    expect(csv.text.trim().split("\r\n")).toHaveLength(3);
    const compared = await viewer(`/goals/stats?from=${last}&to=${last}&compare=previous`);
    expect(compared.text).not.toMatch(hidden);
  });

  test.each([
    ["/goals/2", "/goals/99"],
    ["/goals/3", "/goals/99"],
    [`/goals/2/stats?name=page&${range}`, `/goals/99/stats?name=page&${range}`],
    ["/funnels/2", "/funnels/99"],
    [`/funnels/2/stats?${range}`, `/funnels/99/stats?${range}`],
    [`/summary?${range}&filter[goal]=Buys hidden`, `/summary?${range}&filter[goal]=Nothing`],
    [
      `/summary?${range}&filter[goal]=!${encodeURIComponent("Reads /hidden-page")}`,
      `/summary?${range}&filter[goal]=!Nothing`,
    ],
    [
      `/summary?${range}&filter[funnel]=${encodeURIComponent("To /hidden-page")}:1`,
      `/summary?${range}&filter[funnel]=Nothing:1`,
    ],
    [`/summary?${range}&segment=3`, `/summary?${range}&segment=99`],
    ["/segments/3", "/segments/99"],
    ["/annotations/2", "/annotations/99"],
    ["/goals?search=hidden", "/goals?search=nothing"],
    ["/funnels?search=hidden", "/funnels?search=nothing"],
    ["/segments?search=hidden", "/segments?search=nothing"],
    ["/annotations?search=hidden", "/annotations?search=nothing"],
  ])("answers %s as %s, where there is nothing", async (path, nothing) => {
    const [seen, expected] = [await viewer(path), await viewer(nothing)];
    expect(answerOf(seen)).toEqual(answerOf(expected));
    expect(seen.json.message).toBe(expected.json.message);
  });

  test("hides public segments that name goals and funnels", async () => {
    const named = await make("segments", {
      name: "By goal",
      filters: { goal: ["Reads /hidden-page"] },
      public: 1,
    });
    expect((await viewer("/segments")).text).not.toMatch(/By goal|hidden/);
    expect((await viewer(`/segments/${named}`)).status).toBe(404);
    expect((await viewer(`/summary?${range}&segment=${named}`)).status).toBe(422);
    await own(`/segments/${named}`, "DELETE");
  });

  test("has answers without a tag, which would change with hidden events", async () => {
    for (const path of [...some, ...others, `/goals/stats?${range}`, "/goals", "/website"]) {
      for (const headers of [{}, { "if-none-match": "*" }] as const) {
        const reply = await viewer(path, headers);
        expect([path, reply.status, reply.headers.get("etag")]).toEqual([path, 200, null]);
        expect(reply.headers.get("cache-control")).toBe("private, no-store");
      }
    }
  });

  test("takes no other time zone, as under filters", async () => {
    const reply = await viewer(`/stats?name=pageview&timezone=Asia/Tokyo&${range}`);
    expect([reply.status, Object.keys(reply.json.errors)]).toEqual([422, ["timezone"]]);
  });

  test("shows nothing of accepted events, settings, imports and exports", async () => {
    for (const below of ["intake", "events", "imports", "shares", "settings", "people"]) {
      expect([below, (await viewer(`/${below}?${range}`)).status]).toEqual([below, 404]);
    }
  });

  test("counts a filter of a viewer apart from its own", async () => {
    const filters = Array.from({ length: 20 }, (_, n) => `filter[page]=!/${n}`).join("&");
    expect((await viewer(`/summary?${range}&${filters}`)).json.data.visitors).toBe(4);
    const tooMany = await viewer(`/summary?${range}&${filters}&filter[page]=!/20`);
    expect(tooMany.status).toBe(422);
  });
});

test("days without events are refused, as under filters, with and without imports", async () => {
  const [from, to] = ["2024-01-01", "2024-01-31"];
  const header = "date,visitors,pageviews,bounces,visits,visit_duration";
  const file = `${header}\n2024-01-01,7,20,3,9,451\n2024-01-02,1,1,1,1,0\n`;
  const fields = { source: "plausible" };
  const started = await postImport(
    ...([footfall.url, id, [["imported_visitors_20240101_20240131.csv", file]], fields] as const),
  );
  const done = await ended(footfall.url, id, started.json.data.id);
  expect([done.status, done.days.taken]).toEqual(["done", 2]);

  expect((await own(`/summary?from=${from}&to=${to}`)).json.data.visitors).toBe(8);
  for (const path of ["/summary?", "/stats?name=page&", "/props?", "/revenue?", "/heatmap?"]) {
    const seen = await viewer(`${path}from=${from}&to=${to}`);
    const expected = await asOwner(`${path}from=${from}&to=${to}&segment=${segment}`);
    expect([path, seen.status, answerOf(seen)]).toEqual([path, 422, answerOf(expected)]);
    const without = await viewer(`${path}from=${from}&to=${to}&imports=exclude`);
    expect([path, without.status, without.json.meta?.imports]).toEqual([path, 200, undefined]);
  }
  const compared = await viewer(`/summary?${range}&compare=2024-01-01`);
  expect(Object.keys(compared.json.errors)).toEqual(["from"]);
});

test("a change of the segment holds for its links with the next request", async () => {
  const visitors = async () => (await viewer(`/summary?${range}`)).json.data.visitors;
  expect(await visitors()).toBe(4);
  await own(`/segments/${segment}`, "PATCH", { filters: { utm_source: ["rival"] } });
  expect(await visitors()).toBe(6);
  setNoon();
  expect((await viewer("/live")).json.data.visitors).toBe(3);
  await own(`/segments/${segment}`, "PATCH", { filters: { utm_source: ["acme"] } });
  expect(await visitors()).toBe(4);
  expect((await own(`/segments/${segment}`, "DELETE")).status).toBe(422);

  const other = await make("segments", { name: "Nobody", filters: { utm_source: ["nobody"] } });
  await own(`/shares/${linkId}`, "PATCH", { segment_id: other });
  expect(await visitors()).toBe(0);
  expect((await viewer("/goals")).json.data).toEqual([]);
  await own(`/shares/${linkId}`, "PATCH", { segment_id: segment });
  expect(await visitors()).toBe(4);
});

test("a link names its segment, and nothing without one", async () => {
  expect((await viewer("/website")).json.data.segment).toBe("Acme");
  const { url } = await makeLink({ name: "Everybody" });
  const { json } = await footfall.request(`${url}/website`, { key: false });
  expect(json.data.segment).toBeNull();
});

test("a link without a segment shows what a public website shows", async () => {
  const { url } = await makeLink({ name: "All" });
  await owner(`/api/v1/websites/${id}`, "PATCH", { privacy: 0 });
  const all = [...some, ...others, "/live", "/goals", "/funnels", "/segments", "/annotations"];
  for (const path of [...all, `/goals/stats?${range}`]) {
    const [seen, shared] = [
      await footfall.request(`${url}${path}`, { key: false }),
      await footfall.request(`/shared/private.example${path}`, { key: false }),
    ];
    expect([path, answerOf(seen)]).toEqual([path, answerOf(shared)]);
    expect(seen.headers.has("etag")).toBe(shared.headers.has("etag"));
  }
  await owner(`/api/v1/websites/${id}`, "PATCH", { privacy: 1 });
  expect((await footfall.request("/shared/private.example", { key: false })).status).toBe(404);
  expect((await footfall.request(`${url}/website`, { key: false })).status).toBe(200);
});

test("a link ends with its website", async () => {
  const { id: other } = await footfall.store("gone.example");
  const made = await owner(`/api/v1/websites/${other}/shares`, "POST", { name: "a" });
  const { pathname } = new URL(made.json.data.url);
  const status = async () => (await footfall.request(`${pathname}/website`, { key: false })).status;
  expect(await status()).toBe(200);
  await owner(`/api/v1/websites/${other}`, "DELETE");
  expect(await status()).toBe(404);
});
