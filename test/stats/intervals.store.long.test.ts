import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { chrome, type Website } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";
import { happenings, toPlain, toSent } from "./happenings.ts";
import { countByClockPlainly, keepPlainly, type PlainEvent, sortRows } from "./plain-count.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";

const footfall = openFootfall(shareFootfall);

/** Resolves with `value count visitors pageviews` of each record, in the order of values. */
async function ask(id: number, query: string): Promise<string[]> {
  const reply = await footfall.request(
    `/api/v1/stats/${id}?${query}&sort_by=value&sort=asc&per_page=100`,
  );
  expect(reply.status, reply.text).toBe(200);
  type Row = { value: string; count: number; visitors: number; pageviews: number };
  return reply.json.data.map(
    ({ value, count, visitors, pageviews }: Row) => `${value} ${count} ${visitors} ${pageviews}`,
  );
}

describe("hours", () => {
  const day = "from=2025-06-01&to=2025-06-01&interval=hour";

  test("a visitor is in every hour of theirs, a visit in the one that it began in", async () => {
    const { id } = await footfall.storeWith([
      { at: "2025-06-01T09:59:59.999Z" },
      { at: "2025-06-01T10:00:00Z" },
      { at: "2025-06-01T10:20:00Z" },
      { at: "2025-06-01T10:40:00Z", name: "Sign up" },
      { at: "2025-06-01T12:00:00Z" },
      { at: "2025-06-01T10:00:00Z", who: 2, name: "Sign up" },
      { at: "2025-06-01T13:00:00Z", name: "engagement" },
      { at: "2025-06-02T00:00:00Z" },
    ]);

    expect(await ask(id, `name=visitor&${day}`)).toEqual([
      "2025-06-01T09:00 1 1 1",
      "2025-06-01T10:00 2 2 2",
      "2025-06-01T12:00 1 1 1",
    ]);
    expect(await ask(id, `name=pageview&${day}`)).toEqual([
      "2025-06-01T09:00 1 1 1",
      "2025-06-01T10:00 2 2 2",
      "2025-06-01T12:00 1 1 1",
    ]);
    expect(await ask(id, `name=visit&${day}`)).toEqual([
      "2025-06-01T09:00 1 1 1",
      "2025-06-01T10:00 1 2 2",
      "2025-06-01T12:00 1 1 1",
    ]);
    expect(await ask(id, `name=visitor&${day}&search=t1`)).toHaveLength(2);
  });

  test("an hour without page views is not listed for page views", async () => {
    const { id } = await footfall.storeWith([{ at: "2025-06-01T05:00:00Z", name: "Sign up" }]);

    expect(await ask(id, `name=pageview&${day}`)).toEqual([]);
    expect(await ask(id, `name=visitor&${day}`)).toEqual(["2025-06-01T05:00 1 1 0"]);
  });

  test("an hour that the clock shows twice is one value, a skipped one is none", async () => {
    const everyHalfHour = (from: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        at: new Date(Date.parse(from) + n * 1_800_000).toISOString(),
      }));
    const halfHours = [
      ...everyHalfHour("2025-10-25T22:00:00Z", 50),
      ...everyHalfHour("2025-03-29T23:00:00Z", 46),
    ];
    const { id } = await footfall.storeWith(halfHours, { timezone: "Europe/Berlin" });

    for (const name of ["pageview", "visitor"]) {
      const long = await ask(id, `name=${name}&from=2025-10-26&to=2025-10-26&interval=hour`);
      expect(long).toHaveLength(24);
      expect(long[2]).toBe(`2025-10-26T02:00 ${name === "pageview" ? 4 : 1} 1 4`);
      const short = await ask(id, `name=${name}&from=2025-03-30&to=2025-03-30&interval=hour`);
      expect(short).toHaveLength(23);
      expect(short.map((row) => row.slice(11, 16)).slice(0, 4)).toEqual([
        "00:00",
        "01:00",
        "03:00",
        "04:00",
      ]);
    }
  });

  test.each([
    ["Asia/Kolkata", "2025-06-01T05:00 1 1 1"],
    ["asia/kolkata", "2025-06-01T05:00 1 1 1"],
    ["Pacific/Chatham", "2025-06-01T12:00 1 1 1"],
  ])("are those of the clock in %s", async (timezone, row) => {
    const { id } = await footfall.storeWith([{ at: "2025-05-31T23:44:00Z" }], {
      timezone: timezone,
    });

    expect(await ask(id, `name=visitor&${day}`)).toEqual([row]);
  });

  test("keep their days when the website moves to another zone", async () => {
    const { id } = await footfall.storeWith([{ at: "2025-06-01T22:30:00Z" }]);
    const body = { timezone: "Asia/Tokyo" };
    await footfall.request(`/api/v1/websites/${id}`, { method: "PATCH", body });

    expect(await ask(id, `name=visitor&${day}`)).toEqual(["2025-06-02T07:00 1 1 1"]);
  });

  test("are those of the visitors that match the filters", async () => {
    const { id } = await footfall.storeWith([
      { at: "2025-06-01T05:00:00Z" },
      { at: "2025-06-01T06:00:00Z", name: "Sign up" },
      { at: "2025-06-01T05:00:00Z", who: 2 },
    ]);
    const filtered = (filters: string) => ask(id, `name=visitor&${day}&${filters}`);

    expect(await filtered("filter[event]=Sign+up")).toEqual([
      "2025-06-01T05:00 1 1 1",
      "2025-06-01T06:00 1 1 0",
    ]);
    expect(await filtered("filter[event]=!Sign+up")).toEqual(["2025-06-01T05:00 1 1 1"]);
  });
});

describe.each([
  ["Asia/Kathmandu", "2025-06-01", "2025-06-02"],
  ["Australia/Lord_Howe", "2025-04-05", "2025-04-06"],
  ["Europe/Berlin", "2025-10-26", "2025-10-26"],
  ["America/St_Johns", "2025-03-09", "2025-03-10"],
])("quarters of an hour and minutes in %s", (timezone, from, to) => {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short" });
  const beginMs = Date.parse(`${from}T00:00Z`) - 43_200_000;
  const done = fc.sample(
    happenings({
      timeMs: fc.integer({ min: beginMs, max: beginMs + 3 * 86_400_000 }),
      pages: 5,
    }),
    { numRuns: 400, seed: 7 },
  );
  let id: number;
  let events: readonly PlainEvent[];
  beforeAll(async () => {
    const website = await footfall.storeWith([], { timezone });
    const { domain } = website;
    id = website.id;
    events = done.map((each) => {
      const who = `${each.place.ip} ${each.agent.userAgent}`;
      return toPlain(each, domain, clock.format(each.timeMs), who);
    });
    const sent = done.map((each) => toSent(each, domain));
    expect((await footfall.bulk(id, sent)).json.accepted).toBe(done.length);
  });

  const filters = [["browser", ["Chrome"]]] as const;
  test.each([
    ["visitor", "minute", []],
    ["pageview", "minute", []],
    ["visit", "minute", filters],
    ["visitor", "15min", filters],
    ["visit", "15min", []],
  ] as const)(
    "%s by %s is what counting by hand gives, filters: %o",
    async (name, interval, by) => {
      const inRange = events.filter(({ day }) => day >= from && day <= to);
      const kept = keepPlainly(inRange, by);
      const wanted = sortRows(
        countByClockPlainly(kept, name, { timezone, interval }),
        "value",
        "asc",
      );
      const filter = by.map(([key, [value]]) => `&filter[${key}]=${value}`).join("");
      const query = `name=${name}&from=${from}&to=${to}&interval=${interval}${filter}`;
      const found = [];
      for (let page = 1, last = 1; page <= last; page += 1) {
        const path = `/api/v1/stats/${id}?${query}&sort_by=value&sort=asc&per_page=100&page=${page}`;
        const { data, meta } = (await footfall.request(path)).json;
        found.push(...data);
        last = meta.last_page;
      }
      expect(wanted.length).toBeGreaterThan(10);
      expect(found).toEqual(wanted);
    },
  );
});

test("orders and conversions are in the minute and the quarter of theirs", async () => {
  const { id, domain } = await footfall.storeWith([], { timezone: "Asia/Kolkata" });
  const order = (at: string, amount: number) => ({
    name: "Buy",
    url: `https://${domain}/`,
    timestamp: at,
    ip: "192.0.2.1",
    user_agent: chrome,
    revenue: { amount, currency: "EUR" },
  });
  const orders = [order("2025-06-01T05:00:59Z", 1), order("2025-06-01T05:14:00Z", 2)];
  await footfall.bulk(id, orders);
  await footfall.server.shipped();
  const goal = { name: "Buy", type: "event", value: "Buy" };
  const website = `/api/v1/websites/${id}`;
  const made = await footfall.request(`${website}/goals`, { method: "POST", body: goal });
  const range = "from=2025-06-01&to=2025-06-01&sort=asc";
  const valuesOf = async (path: string) => (await footfall.request(`${website}/${path}`)).json.data;

  const minutes = await valuesOf(`revenue?${range}&interval=minute`);
  expect(minutes).toMatchObject([
    { value: "2025-06-01T10:30", amount: 1, orders: 1, per_visitor: 1 },
    { value: "2025-06-01T10:44", amount: 2, orders: 1, per_visitor: 2 },
  ]);
  const ofGoal = `goals/${made.json.data.id}/stats?${range}&name=visitor&sort_by=value`;
  expect(await valuesOf(`${ofGoal}&interval=15min`)).toMatchObject([
    { value: "2025-06-01T10:30", conversions: 2, revenue: [{ amount: 3 }] },
  ]);
  expect(await valuesOf(`${ofGoal}&interval=minute`)).toMatchObject([
    { value: "2025-06-01T10:30", conversions: 1, revenue: [{ amount: 1 }] },
    { value: "2025-06-01T10:44", conversions: 1, revenue: [{ amount: 2 }] },
  ]);
});

describe("weeks and months", () => {
  let website: Website;
  let id: number;
  beforeAll(async () => {
    const noons = ["12-28", "12-29", "12-30", "12-31"].map((day) => `2024-${day}T12:00:00Z`);
    const more = ["2025-01-01T04:59:59Z", "2025-01-01T05:00:00Z", "2025-01-05T12:00:00Z"];
    const all = [...noons, ...more, "2025-01-06T12:00:00Z", "2025-02-01T04:00:00Z"];
    const signup = { who: 2, user_agent: firefox, name: "Sign up" };
    website = await footfall.storeWith(
      [...all.map((at) => ({ at })), { at: "2024-12-31T13:00:00Z", ...signup }],
      { timezone: "America/New_York" },
    );
    ({ id } = website);
  });

  const weeks = ["2024-12-23 1 1 1", "2024-12-30 5 5 5", "2025-01-06 1 1 1", "2025-01-27 1 1 1"];
  const filtered = ["2024-12-23 1 1 1", "2024-12-30 5 4 5", ...weeks.slice(2)];
  const months = ["2024-12 4 4 4", "2025-01 4 4 4"];

  /**
   * Asks up to a day without events after the last one: the states of days that were queried before
   * are cached for a while.
   */
  const askAll = async (to: string) => {
    const range = `from=2024-12-29&to=${to}`;
    return [
      await ask(id, `name=visitor&${range}&interval=week`),
      await ask(id, `name=visitor&${range}&interval=month`),
      await ask(id, `name=pageview&${range}&interval=week&filter[browser]=Chrome`),
      await ask(id, `name=visit&${range}&interval=month&search=2024`),
      await ask(id, `name=visitor&${range}&interval=week&search=12-3`),
    ];
  };

  test("add up their days, as far as those are asked for", async () => {
    expect(await askAll("2025-03-01")).toEqual([
      weeks,
      months,
      filtered,
      ["2024-12 5 4 4"],
      ["2024-12-30 5 5 5"],
    ]);
  });

  test("are the same from roll-ups, and from some roll-ups and some events", async () => {
    const before = await askAll("2025-03-01");
    await footfall.server.rollUp();
    expect(await askAll("2025-03-02")).toEqual(before);

    await footfall.send(website, [{ at: "2025-01-05T13:00:00Z" }]);
    const [withOneMore = []] = await askAll("2025-03-03");
    expect(withOneMore[1]).toBe(before[0]?.[1]?.replace(/\d+$/, (views) => `${Number(views) + 1}`));
  });
});

describe("the parameter", () => {
  test("day is what is answered without it", async () => {
    const { id } = await footfall.storeWith([{ at: "2025-06-01T05:00:00Z" }]);
    for (const name of ["pageview", "visitor", "visit"]) {
      const rows = await ask(id, `name=${name}&from=2025-06-01&to=2025-06-01&interval=day`);
      expect(rows).toEqual(["2025-06-01 1 1 1"]);
    }
  });

  test("a range may be as long as its interval allows", async () => {
    const { id } = await footfall.storeWith([]);
    await ask(id, "name=visitor&from=2025-06-01&to=2025-06-02&interval=minute");
    await ask(id, "name=visitor&from=2025-06-01&to=2025-07-01&interval=15min");
    const path = `/api/v1/websites/${id}/revenue?from=2025-06-01&to=2025-06-03&interval=minute`;
    const reply = await footfall.request(path);
    expect([reply.status, Object.keys(reply.json.errors)]).toEqual([422, ["interval"]]);
  });

  test.each([
    "name=browser&interval=day",
    "name=page&interval=hour",
    "name=visitor&interval=",
    "name=visitor&interval=Week",
    "name=visitor&interval=quarter",
    "name=visitor&interval=day&interval=day",
    "name=visitor&to=2025-06-03&interval=minute",
    "name=pageview&to=2025-07-02&interval=15min&timezone=Asia/Tokyo",
  ])("%s is refused", async (query) => {
    const { id } = await footfall.storeWith([]);
    const end = query.includes("to=") ? "" : "to=2025-06-01&";
    const path = `/api/v1/stats/${id}?from=2025-06-01&${end}${query}`;
    const reply = await footfall.request(path);

    expect([reply.status, Object.keys(reply.json.errors)]).toEqual([422, ["interval"]]);
  });
});
