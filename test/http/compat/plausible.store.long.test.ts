import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { channels } from "../../../src/compat/plausible/words.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import { apiKey, chrome } from "../../helpers/footfall.ts";
import { days, type PlausibleShop, startPlausibleShop } from "./plausible-shop.ts";

const range = `from=${days.from}&to=${days.to}&per_page=100`;
const custom = { period: "custom", date: `${days.from},${days.to}` };

let shop: PlausibleShop;
beforeAll(async () => {
  shop = await startPlausibleShop();
});
afterAll(stopAll);

/** Rounds a share of the API as Plausible does. */
const percent = (share: number | null, digits = 0) =>
  share === null ? 0 : Math.round(share * 100 * 10 ** digits) / 10 ** digits;
const rounded = (number: number | null, digits = 0) =>
  number === null ? null : Math.round(number * 10 ** digits) / 10 ** digits;

async function ok(reply: ReturnType<PlausibleShop["v1"]>) {
  const { status, json, text } = await reply;
  expect(status, text).toBe(200);
  return json;
}

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
const rowsOf = (answer: any): [string, ...unknown[]][] =>
  answer.results.map((row: { dimensions: string[]; metrics: unknown[] }) => [
    ...row.dimensions,
    ...row.metrics,
  ]);

describe("v1: the numbers of a range", () => {
  const metrics = "visitors,visits,pageviews,views_per_visit,bounce_rate,visit_duration,events";

  test("are those of the summary, and its events those of pages and names", async () => {
    const { data } = await shop.native("summary", range);
    const events = await shop.native("stats", `name=event&${range}`);
    const { results } = await ok(shop.v1("stats/aggregate", { ...custom, metrics }));

    expect(data.visitors).toBeGreaterThan(40);
    expect(results).toEqual({
      visitors: { value: data.visitors },
      visits: { value: data.visits },
      pageviews: { value: data.pageviews },
      views_per_visit: { value: rounded(data.views_per_visit, 2) },
      bounce_rate: { value: percent(data.bounce_rate) },
      visit_duration: { value: rounded(data.visit_duration) },
      events: { value: data.pageviews + events.meta.count },
    });
  });

  test.each([
    ["visit:browser==Firefox", "filter[browser]=Firefox"],
    ["visit:browser!=Firefox", "filter[browser]=!Firefox"],
    ["visit:source==Google|ChatGPT", "filter[source]=Google&filter[source]=ChatGPT"],
    ["visit:source==Direct / None", "filter[source]=(direct)"],
    ["visit:country==US", "filter[country]=United States"],
    [
      "visit:country!=US;visit:device==Desktop",
      "filter[country]=!United States&filter[device]=Desktop",
    ],
    ["visit:entry_page==/blog*", "filter[entry_page]=/blog*"],
    ["visit:utm_campaign==autumn", "filter[campaign]=autumn"],
    ["event:hostname==shop.example", "filter[hostname]=shop.example"],
    ["visit:channel==AI Assistants|Email", "filter[channel]=AI&filter[channel]=E-mail"],
    ["visit:browser_version==126", "filter[browser_version]=Chrome 126"],
  ])("of visitors with %s", async (filters, own) => {
    const { data } = await shop.native("summary", `${range}&${own}`);
    const asked = { ...custom, filters, metrics: "visitors,visits,pageviews,bounce_rate" };
    const { results } = await ok(shop.v1("stats/aggregate", asked));

    expect(data.visitors).toBeGreaterThan(0);
    expect(results).toEqual({
      visitors: { value: data.visitors },
      visits: { value: data.visits },
      pageviews: { value: data.pageviews },
      bounce_rate: { value: percent(data.bounce_rate) },
    });
  });

  test("of a page are its visitors, views, seconds and depth", async () => {
    const { data } = await shop.native("stats", `name=page&search=/pricing&${range}`);
    const [page] = data;
    const asked = { ...custom, filters: "event:page==/pricing" };
    const metrics = "visitors,pageviews,events,time_on_page";
    expect(await ok(shop.v1("stats/aggregate", { ...asked, metrics }))).toEqual({
      results: {
        visitors: { value: page.visitors },
        pageviews: { value: page.pageviews },
        events: { value: page.pageviews },
        time_on_page: { value: rounded(page.engagement_seconds) },
      },
    });
  });

  test.each([
    ["event:page==/pricing|/docs", (page: string) => ["/pricing", "/docs"].includes(page)],
    ["event:page==/b**", (page: string) => page.startsWith("/b")],
    ["event:page==*o*", (page: string) => page.includes("o")],
    ["event:page!=/pricing", (page: string) => page !== "/pricing"],
    ["event:page!=/b*", (page: string) => !page.startsWith("/b")],
    ["event:page==/nothing", () => false],
  ])("of the pages %s", async (filters, matches) => {
    const { data } = await shop.native("stats", `name=page&${range}`);
    const pages = data.filter(({ value }: { value: string }) => matches(value));
    const chosen = pages.map(({ value }: { value: string }) => `&filter[page]=${value}`).join("");
    const own =
      pages.length === 0 ? { data: { visitors: 0 } } : await shop.native("summary", range + chosen);
    const { results } = await ok(
      shop.v1("stats/aggregate", { ...custom, filters, metrics: "visitors,pageviews" }),
    );

    expect(results).toEqual({
      visitors: { value: own.data.visitors },
      pageviews: {
        value: pages.reduce((sum: number, page: { pageviews: number }) => sum + page.pageviews, 0),
      },
    });
  });

  test.each([
    ["event:goal==Signup", "Signup", 0],
    ["event:goal==Visit /pricing", "Pricing", 1],
    ["event:goal==Visit /blog/*", "Reads the blog", 1],
    ["event:goal==Pro", "Pro", 0],
  ])("of %s are those of the goal %s", async (filters, name, ofPages) => {
    const { data, meta } = await shop.native("goals/stats", range);
    const goal = data.find((one: { name: string }) => one.name === name);
    const metrics = "visitors,events,pageviews,conversion_rate";
    const { results } = await ok(shop.v1("stats/aggregate", { ...custom, filters, metrics }));

    expect(goal.visitors).toBeGreaterThan(0);
    expect(results).toEqual({
      visitors: { value: goal.visitors },
      events: { value: goal.conversions },
      pageviews: { value: ofPages * goal.conversions },
      conversion_rate: { value: percent(goal.visitors / meta.visitors, 2) },
    });
  });

  test("of a goal and a source are those of the goal with the filter", async () => {
    const { data } = await shop.native("goals/stats", `${range}&filter[source]=Google`);
    const goal = data.find((one: { name: string }) => one.name === "Signup");
    const asked = {
      ...custom,
      filters: "event:goal==Signup;visit:source==Google",
      metrics: "visitors,events",
    };
    const { results } = await ok(shop.v1("stats/aggregate", asked));
    expect(results).toEqual({
      visitors: { value: goal.visitors },
      events: { value: goal.conversions },
    });
  });

  test("of two goals are the visitors who reached one, and all their events", async () => {
    const { data } = await shop.native(
      "summary",
      `${range}&filter[goal]=Signup&filter[goal]=Purchase`,
    );
    const goals = await shop.native("goals/stats", range);
    const conversions = (name: string) =>
      goals.data.find((one: { name: string }) => one.name === name).conversions;
    const asked = { ...custom, filters: "event:goal==Signup|Purchase", metrics: "visitors,events" };
    const { results } = await ok(shop.v1("stats/aggregate", asked));
    expect(results).toEqual({
      visitors: { value: data.visitors },
      events: { value: conversions("Signup") + conversions("Purchase") },
    });
  });

  test.each([
    ["event:props:plan==pro", "", "pro"],
    ["event:goal==Signup;event:props:plan==basic", "&event=Signup", "basic"],
    ["event:name==Purchase;event:props:plan==pro", "&event=Purchase", "pro"],
  ])("of %s are those of the prop", async (filters, event, value) => {
    const { data } = await shop.native("props/plan", `${range}${event}`);
    const row = data.find((one: { value: string }) => one.value === value);
    const asked = { ...custom, filters, metrics: "visitors,events" };
    const { results } = await ok(shop.v1("stats/aggregate", asked));
    expect(results).toEqual({ visitors: { value: row.visitors }, events: { value: row.count } });
  });

  test("compare with the days before, in percent and in points", async () => {
    const asked = { period: "custom", date: "2026-11-12,2026-11-13", compare: "previous_period" };
    const { results } = await ok(
      shop.v1("stats/aggregate", { ...asked, metrics: "visitors,bounce_rate,pageviews" }),
    );
    const { data } = await shop.native("summary", "from=2026-11-12&to=2026-11-13&compare=previous");
    const rate = percent(data.bounce_rate);
    expect(data.previous).toMatchObject({ from: "2026-11-10", to: "2026-11-11" });
    expect(results).toEqual({
      visitors: { value: data.visitors, change: percent(data.change.visitors) },
      bounce_rate: { value: rate, change: rate - percent(data.previous.bounce_rate) },
      pageviews: { value: data.pageviews, change: percent(data.change.pageviews) },
    });
  });

  test("compare with pages that only the days before have", async () => {
    const date = days.from;
    const ask = (more: object) =>
      shop.v1("stats/aggregate", { period: "day", filters: "event:page!=/docs", ...more });
    const [day, next] = [await ok(ask({ date })), await ok(ask({ date: "2026-11-10" }))];
    const [before, now] = [day, next].map(({ results }) => results.visitors.value);
    const { results } = await ok(ask({ date: "2026-11-10", compare: "previous_period" }));
    expect(results).toEqual({
      visitors: { value: now, change: Math.round((100 * (now - before)) / before) },
    });
  });

  test("compare with a range of nobody as 100 percent", async () => {
    const asked = { period: "day", date: days.from, compare: "previous_period" };
    const { results } = await ok(shop.v1("stats/aggregate", asked));
    expect(results).toEqual({ visitors: { value: 6, change: 100 } });
    const none = { ...asked, date: "2026-10-01" };
    expect((await ok(shop.v1("stats/aggregate", none))).results).toEqual({
      visitors: { value: 0, change: 0 },
    });
  });

  test("are of thirty days before today by default", async () => {
    const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" });
    const day = (ago: number) =>
      new Date(Date.parse(today) - ago * 86_400_000).toISOString().slice(0, 10);
    const { data } = await shop.native("summary", `from=${day(30)}&to=${day(1)}`);
    expect(await ok(shop.v1("stats/aggregate"))).toEqual({
      results: { visitors: { value: data.visitors } },
    });
  });
});

describe("v1: time series", () => {
  test("of a month have every day, zeros included", async () => {
    const metrics = "visitors,pageviews,visits,bounce_rate,views_per_visit,visit_duration";
    const asked = { period: "month", date: "2026-11-20", metrics };
    const { results } = await ok(shop.v1("stats/timeseries", asked));
    const { data } = await shop.native(
      "stats",
      "name=visitor&sort_by=value&sort=asc&from=2026-11-01&to=2026-11-30",
    );

    expect(results).toHaveLength(30);
    expect(results[0]).toEqual({
      ...{ date: "2026-11-01", visitors: 0, pageviews: 0, visits: 0 },
      ...{ bounce_rate: 0, views_per_visit: 0, visit_duration: null },
    });
    const rows = results.filter(({ visitors }: { visitors: number }) => visitors > 0);
    expect(rows).toEqual(
      data.map((row: Record<string, number>) => ({
        ...{ date: row["value"], visitors: row["visitors"], pageviews: row["pageviews"] },
        ...{ visits: row["visits"], bounce_rate: percent(row["bounce_rate"] ?? null) },
        views_per_visit: rounded(row["views_per_visit"] ?? null, 2),
        visit_duration: rounded(row["visit_duration"] ?? null),
      })),
    );
  });

  test("of a day have its 24 hours", async () => {
    const asked = { period: "day", date: days.to, metrics: "visitors,pageviews" };
    const { results } = await ok(shop.v1("stats/timeseries", asked));
    const hours = await shop.native(
      "stats",
      `name=visitor&interval=hour&from=${days.to}&to=${days.to}&per_page=100`,
    );

    expect(results).toHaveLength(24);
    expect([results[0].date, results[23].date]).toEqual([
      `${days.to} 00:00:00`,
      `${days.to} 23:00:00`,
    ]);
    const native = new Map(
      hours.data.map((row: { value: string }) => [`${row.value.replace("T", " ")}:00`, row]),
    );
    for (const { date, visitors, pageviews } of results) {
      expect({ visitors, pageviews }).toEqual({
        visitors: (native.get(date) as { visitors: number })?.visitors ?? 0,
        pageviews: (native.get(date) as { pageviews: number })?.pageviews ?? 0,
      });
    }
  });

  test.each([
    ["6mo", "2026-06-01", 6],
    ["12mo", "2025-12-01", 12],
  ])("of %s have months, the one of the date included", async (period, first, length) => {
    const { results } = await ok(shop.v1("stats/timeseries", { period, date: "2026-11-03" }));
    const { data } = await shop.native("summary", "from=2026-11-01&to=2026-11-30");
    expect(results).toHaveLength(length);
    expect([results[0].date, results.at(-1)]).toEqual([
      first,
      { date: "2026-11-01", visitors: data.visitors },
    ]);
  });

  test("of 7d end the day before, and interval=date means day", async () => {
    const asked = { period: "7d", date: "2026-11-14" };
    const { results } = await ok(shop.v1("stats/timeseries", { ...asked, interval: "date" }));
    expect(results.map(({ date }: { date: string }) => date.slice(8))).toEqual([
      "07",
      "08",
      "09",
      "10",
      "11",
      "12",
      "13",
    ]);
    const day = await ok(
      shop.v1("stats/timeseries", { period: "day", date: days.to, interval: "day" }),
    );
    expect(day.results).toEqual([{ date: days.to, visitors: results[6].visitors }]);
  });

  test("of a goal and of a page are those of each day", async () => {
    const asked = { ...custom, metrics: "visitors,events" };
    for (const filters of ["event:goal==Signup", "event:page==/docs"]) {
      const { results } = await ok(shop.v1("stats/timeseries", { ...asked, filters }));
      expect(results).toHaveLength(5);
      for (const { date, ...numbers } of results) {
        const day = { ...asked, filters, date: `${date},${date}` };
        const whole = await ok(shop.v1("stats/aggregate", day));
        expect(numbers).toEqual({
          visitors: whole.results.visitors.value,
          events: whole.results.events.value,
        });
      }
    }
  });

  test("of events add up to those of the range", async () => {
    const asked = { ...custom, metrics: "events" };
    const { results } = await ok(shop.v1("stats/timeseries", asked));
    const whole = await ok(shop.v1("stats/aggregate", asked));
    const sum = results.reduce((all: number, { events }: { events: number }) => all + events, 0);
    expect(sum).toBe(whole.results.events.value);
  });
});

describe("v1: breakdowns", () => {
  test.each([
    ["visit:source", "source", "source"],
    ["visit:referrer", "referrer", "referrer"],
    ["visit:device", "device", "device"],
    ["visit:browser", "browser", "browser"],
    ["visit:os", "operating_system", "os"],
    ["visit:utm_medium", "utm_medium", "utm_medium"],
    ["visit:entry_page", "entry_page", "entry_page"],
    ["visit:exit_page", "exit_page", "exit_page"],
    ["event:hostname", "hostname", "hostname"],
  ])("of %s are those of %s", async (property, name, key) => {
    const { data } = await shop.native("stats", `name=${name}&sort_by=visitors&${range}`);
    const metrics = "visitors,visits,pageviews,bounce_rate,visit_duration";
    const { results } = await ok(shop.v1("stats/breakdown", { ...custom, property, metrics }));
    const word = (value: string) => (value === "(direct)" ? "Direct / None" : value);
    const expected = data.map((row: Record<string, number>) => ({
      [key]: word(String(row["value"])),
      ...{ visitors: row["visitors"], visits: row["visits"], pageviews: row["pageviews"] },
      ...{ bounce_rate: percent(row["bounce_rate"] ?? null) },
      visit_duration: rounded(row["visit_duration"] ?? null),
    }));
    expect(results.length).toBeGreaterThan(0);
    expect(results).toHaveLength(expected.length);
    expect(results).toEqual(expect.arrayContaining(expected));
    const order = results.map((row: Record<string, unknown>) => [
      -Number(row["visitors"]),
      row[key],
    ]);
    expect(order).toEqual([...order].sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1)));
  });

  test("of pages have their own numbers", async () => {
    const { data } = await shop.native("stats", `name=page&sort_by=pageviews&${range}`);
    const asked = { ...custom, property: "event:page", metrics: "pageviews,visitors,time_on_page" };
    const { results } = await ok(shop.v1("stats/breakdown", asked));
    expect(results).toEqual(
      data.map(
        (row: {
          value: string;
          pageviews: number;
          visitors: number;
          engagement_seconds: number | null;
        }) => ({
          page: row.value,
          pageviews: row.pageviews,
          visitors: row.visitors,
          time_on_page: rounded(row.engagement_seconds),
        }),
      ),
    );
  });

  test("of places have codes and names, and leave out visitors without a place", async () => {
    const { data } = await shop.native("stats", `name=country&${range}`);
    const visitors = data.find(({ code }: { code: string }) => code === "US").visitors;
    const ask = async (property: string) =>
      (await ok(shop.v1("stats/breakdown", { ...custom, property }))).results;

    expect(data).toHaveLength(2);
    expect(await ask("visit:country")).toEqual([{ country: "US", visitors }]);
    expect(await ask("visit:country_name")).toEqual([{ country_name: "United States", visitors }]);
  });

  test("of versions say whose they are", async () => {
    const { data } = await shop.native("stats", `name=browser_version&${range}`);
    const ask = async (property: string) =>
      (await ok(shop.v1("stats/breakdown", { ...custom, property }))).results;
    const rows = await ask("visit:browser_version");
    expect(rows).toHaveLength(data.length);
    for (const { value, visitors } of data) {
      const [browser, browser_version] = value.split(" ");
      expect(rows).toContainEqual({ browser, browser_version, visitors });
    }
    expect(
      (await ask("visit:os_version")).find((row: { os: string }) => row.os === "iOS"),
    ).toMatchObject({
      os_version: "17.5",
    });
  });

  test("of channels have Plausible's names", async () => {
    const { data } = await shop.native("stats", `name=channel&${range}`);
    const { results } = await ok(
      shop.v1("stats/breakdown", { ...custom, property: "visit:channel" }),
    );
    expect(data.length).toBeGreaterThan(3);
    expect(results).toEqual(
      expect.arrayContaining(
        data.map(({ value, visitors }: { value: string; visitors: number }) => ({
          ...{ channel: channels[value], visitors },
        })),
      ),
    );
  });

  test("of props have the key's name, also for one goal", async () => {
    for (const [filters, event] of [
      ["", ""],
      ["event:goal==Purchase", "&event=Purchase"],
    ]) {
      const { data } = await shop.native("props/plan", `none=1&sort_by=visitors&${range}${event}`);
      const asked = {
        ...custom,
        property: "event:props:plan",
        metrics: "visitors,events",
        ...(filters && { filters }),
      };
      const { results } = await ok(shop.v1("stats/breakdown", asked));
      expect(results.length).toBeGreaterThan(0);
      expect(results).toEqual(
        data.map((row: { value: string; visitors: number; count: number }) => ({
          ...{ plan: row.value, visitors: row.visitors, events: row.count },
        })),
      );
    }
  });

  test("of goals, and of sources for one goal, have conversion rates", async () => {
    const goals = await shop.native("goals/stats", range);
    const metrics = "visitors,events,conversion_rate";
    const { results } = await ok(
      shop.v1("stats/breakdown", { ...custom, property: "event:goal", metrics }),
    );
    expect(results).toHaveLength(goals.data.length);
    for (const { name, visitors, conversions } of goals.data) {
      const conversion_rate = percent(visitors / goals.meta.visitors, 2);
      expect(results).toContainEqual({
        goal: name,
        visitors,
        events: conversions,
        conversion_rate,
      });
    }
    const sources = await shop.native("goals/1/stats", `name=source&${range}`);
    const asked = { ...custom, property: "visit:source", filters: "event:goal==Signup", metrics };
    const rows = (await ok(shop.v1("stats/breakdown", asked))).results;
    expect(rows.length).toBeGreaterThan(1);
    for (const { source, ...numbers } of rows) {
      const value = source === "Direct / None" ? "(direct)" : source;
      const row = sources.data.find((one: { value: string }) => one.value === value);
      expect(numbers).toEqual({
        ...{ visitors: row.converted, events: row.conversions },
        conversion_rate: percent(row.converted / row.visitors, 2),
      });
    }
  });

  test("of event names have page views, too", async () => {
    const { data } = await shop.native("summary", range);
    const asked = { ...custom, property: "event:name", metrics: "events,visitors" };
    const { results } = await ok(shop.v1("stats/breakdown", asked));
    expect(results[0]).toEqual({
      name: "pageview",
      events: data.pageviews,
      visitors: data.visitors,
    });
    expect(results.map(({ name }: { name: string }) => name)).toContain("Purchase");
  });

  test("come in pages", async () => {
    const asked = { ...custom, property: "event:page" };
    const all = (await ok(shop.v1("stats/breakdown", asked))).results;
    const pages = await Promise.all(
      ["1", "2", "3", "4"].map(
        async (page) =>
          (await ok(shop.v1("stats/breakdown", { ...asked, limit: "2", page }))).results,
      ),
    );
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1, 0]);
    expect(pages.flat()).toEqual(all);
  });
});

describe("v2", () => {
  const metrics = ["visitors", "visits", "pageviews", "bounce_rate", "visit_duration", "events"];

  test("answers with one row, and with the query that it answered", async () => {
    const { data } = await shop.native("summary", range);
    const answer = await ok(shop.v2({ metrics }));
    expect(rowsOf(answer)).toEqual([
      [
        ...[data.visitors, data.visits, data.pageviews, percent(data.bounce_rate)],
        ...[rounded(data.visit_duration), expect.any(Number)],
      ],
    ]);
    expect(answer.meta).toEqual({});
    expect(answer.query).toEqual({
      ...{ site_id: "shop.example", metrics, filters: [], dimensions: [], include: {} },
      date_range: ["2026-11-09T00:00:00+01:00", "2026-11-13T23:59:59+01:00"],
      order_by: [["visitors", "desc"]],
      pagination: { offset: 0, limit: 10_000 },
    });
  });

  test("takes whole days as two moments", async () => {
    const day = "2026-11-13";
    const whole = [`${day}T00:00:00+01:00`, `${day}T23:59:59+01:00`];
    const { data } = await shop.native("summary", `from=${day}&to=${day}`);
    expect(rowsOf(await ok(shop.v2({ metrics: ["visitors"], date_range: whole })))).toEqual([
      [data.visitors],
    ]);
  });

  test.each([
    [
      ["is", "visit:browser", ["Firefox", "Safari"]],
      "filter[browser]=Firefox&filter[browser]=Safari",
    ],
    [["is_not", "visit:country_name", [""]], "filter[country]=!(unknown)"],
    [["is", "visit:browser", ["firefox"], { case_sensitive: false }], "filter[browser]=Firefox"],
    [["is", "visit:browser", ["firefox"]], "filter[browser]=firefox"],
    [
      ["contains", "visit:source", ["oogle", "GPT"]],
      "filter[source]=Google&filter[source]=ChatGPT",
    ],
    [["contains_not", "visit:source", ["oogle"]], "filter[source]=!Google"],
    [["contains", "visit:source", ["OOGLE"], { case_sensitive: false }], "filter[source]=Google"],
    [["contains", "visit:source", ["OOGLE"]], "filter[source]=nobody"],
    [
      [
        "and",
        [
          ["is", "visit:browser", ["Firefox"]],
          ["is", "visit:os", ["Linux"]],
        ],
      ],
      "filter[browser]=Firefox&filter[operating_system]=Linux",
    ],
    [
      [
        "or",
        [
          ["is", "visit:browser", ["Firefox"]],
          ["is", "visit:browser", ["Safari"]],
        ],
      ],
      "filter[browser]=Firefox&filter[browser]=Safari",
    ],
    [["not", ["is", "visit:browser", ["Firefox"]]], "filter[browser]=!Firefox"],
    [["is", "segment", [1]], "segment=1"],
    [["has_done", ["is", "event:goal", ["Signup"]]], "filter[goal]=Signup"],
    [["has_not_done", ["is", "event:goal", ["Signup"]]], "filter[goal]=!Signup"],
    [["not", ["has_done", ["is", "event:page", ["/docs"]]]], "filter[page]=!/docs"],
    [["has_done", ["matches", "event:page", ["^/blog/[a-z]+$"]]], "filter[page]=/blog/one"],
    [["has_done", ["is", "event:props:plan", ["pro"]]], "filter[prop:plan]=pro"],
    [["has_done", ["is", "event:name", ["Purchase"]]], "filter[event]=Purchase"],
  ])("%j is a filter of the API", async (filter, own) => {
    const { data } = await shop.native("summary", `${range}&${own}`);
    const asked = ["visitors", "visits", "pageviews", "bounce_rate"];
    expect(rowsOf(await ok(shop.v2({ metrics: asked, filters: [filter] })))).toEqual([
      [data.visitors, data.visits, data.pageviews, percent(data.bounce_rate)],
    ]);
  });

  test.each([
    [["contains", "event:page", ["blog"]], ["/blog/one"]],
    [
      ["contains", "event:page", ["blog"], { case_sensitive: false }],
      ["/blog/one", "/Blog/Two"],
    ],
    [
      ["contains_not", "event:page", ["blog", "docs"]],
      ["/", "/pricing", "/Blog/Two"],
    ],
    [
      ["is_not", "event:page", ["/", "/docs"]],
      ["/pricing", "/blog/one", "/Blog/Two"],
    ],
    [
      ["matches", "event:page", ["^/[bB]log/", "^/docs$"]],
      ["/blog/one", "/Blog/Two", "/docs"],
    ],
    [
      ["matches", "event:page", ["(?i)^/blog"]],
      ["/blog/one", "/Blog/Two"],
    ],
    [["matches_not", "event:page", ["^/.+"]], ["/"]],
  ])("%j counts these pages", async (filter, pages) => {
    const all = await shop.native("stats", `name=page&${range}`);
    const chosen = pages.map((page) => `filter[page]=${page}`).join("&");
    const { data } = await shop.native("summary", `${range}&${chosen}`);
    const rows = all.data.filter(({ value }: { value: string }) => pages.includes(value));
    const views = rows.reduce((sum: number, row: { pageviews: number }) => sum + row.pageviews, 0);
    const asked = { metrics: ["visitors", "pageviews"], filters: [filter] };
    expect(rows).toHaveLength(pages.length);
    expect(rowsOf(await ok(shop.v2(asked)))).toEqual([[data.visitors, views]]);
    const listed = rowsOf(await ok(shop.v2({ ...asked, dimensions: ["event:page"] })));
    expect(listed.map(([page]) => page).sort()).toEqual([...pages].sort());
  });

  test("filters by more pages than a filter of the API has, where it can say so", async () => {
    const ask = (filters: unknown, dimensions: readonly string[] = []) => {
      const metrics = ["visitors", "pageviews"];
      return shop.v2({ site_id: "blog.example", metrics, filters, dimensions });
    };
    const pages = (...filter: unknown[]) => ask([filter]);
    expect(rowsOf(await ok(ask([], ["event:page"])))).toHaveLength(130);
    expect(rowsOf(await ok(pages("contains", "event:page", ["ost-"])))).toEqual([[7, 130]]);
    expect(rowsOf(await ok(pages("matches", "event:page", ["^/Post-1?\\d$"])))).toEqual([[7, 20]]);
    // The API's search would find the posts in capitals, too.
    for (const filter of [
      ["contains", ["post-"]],
      ["matches", ["-\\d+$"]],
      ["is_not", ["/post-99"]],
    ]) {
      const { status, json } = await pages(filter[0], "event:page", filter[1]);
      expect([status, json]).toEqual([
        400,
        { error: expect.stringMatching(/\d+ values of event:page/) },
      ]);
    }
  });

  test("counts the events of a goal of those who have done another thing", async () => {
    const goals = await shop.native("goals/stats", `${range}&filter[page]=/pricing`);
    const goal = goals.data.find(({ name }: { name: string }) => name === "Signup");
    const filters = [
      ["is", "event:goal", ["Signup"]],
      ["has_done", ["is", "event:page", ["/pricing"]]],
    ];
    const asked = {
      metrics: ["visitors", "events", "conversion_rate", "group_conversion_rate"],
      filters,
    };
    const rate = percent(goal.visitors / goals.meta.visitors, 2);
    expect(rowsOf(await ok(shop.v2(asked)))).toEqual([
      [goal.visitors, goal.conversions, rate, rate],
    ]);
  });

  test("answers by time, and names every label", async () => {
    const { data } = await shop.native(
      "stats",
      "name=visitor&sort_by=value&sort=asc&from=2026-11-01&to=2026-11-30",
    );
    const asked = {
      ...{ metrics: ["visitors", "pageviews"], date_range: ["2026-11-01", "2026-11-30"] },
      ...{ dimensions: ["time"], include: { time_labels: true, total_rows: true } },
    };
    const answer = await ok(shop.v2(asked));
    const rows = data.map((row: { value: string; visitors: number; pageviews: number }) => [
      ...[row.value, row.visitors, row.pageviews],
    ]);
    expect(rowsOf(answer)).toEqual(rows);
    expect(answer.meta.time_labels).toHaveLength(30);
    expect(answer.meta.total_rows).toBe(5);
    expect(answer.query.order_by[0]).toEqual(["time", "asc"]);
    const months = await ok(shop.v2({ ...asked, dimensions: ["time:month"] }));
    const weeks = await ok(shop.v2({ ...asked, dimensions: ["time:week"] }));
    const hours = await ok(shop.v2({ ...asked, dimensions: ["time:hour"] }));
    expect(rowsOf(months).map(([month]) => month)).toEqual(["2026-11-01"]);
    expect(rowsOf(weeks).map(([week]) => week)).toEqual(["2026-11-09"]);
    expect(hours.meta.time_labels).toHaveLength(30 * 24);
    expect(rowsOf(hours)[0]?.[0]).toMatch(/^2026-11-09 \d\d:00:00$/);
  });

  test("crosses countries and cities, browsers and versions, and days with one dimension", async () => {
    const cities = await shop.native("stats", `name=city&${range}`);
    const city = cities.data.find(({ code }: { code: string | null }) => code === "US");
    const dimensions = ["visit:city_name", "visit:country_name"];
    const asked = { metrics: ["visitors"], dimensions };
    if (city !== undefined) {
      expect(rowsOf(await ok(shop.v2(asked)))).toContainEqual([
        ...[city.value.split(", ")[0], "United States", city.visitors],
      ]);
    }
    const versions = await shop.native("stats", `name=browser_version&${range}`);
    const byVersion = await ok(
      shop.v2({ ...asked, dimensions: ["visit:browser", "visit:browser_version"] }),
    );
    expect(
      rowsOf(byVersion)
        .map(([browser, version, n]) => [`${browser} ${version}`, n])
        .sort(),
    ).toEqual(
      versions.data
        .map(({ value, visitors }: { value: string; visitors: number }) => [value, visitors])
        .sort(),
    );
    const daily = rowsOf(
      await ok(shop.v2({ ...asked, dimensions: ["time:day", "visit:browser"] })),
    );
    for (const day of new Set(daily.map(([date]) => date))) {
      const { data } = await shop.native("stats", `name=browser&from=${day}&to=${day}`);
      for (const { value, visitors } of data) expect(daily).toContainEqual([day, value, visitors]);
    }
    expect(daily).toHaveLength(15);
  });

  test("orders, cuts and counts rows", async () => {
    const asked = {
      ...{ metrics: ["visitors", "pageviews", "percentage"], dimensions: ["event:page"] },
      include: { total_rows: true },
    };
    const { data, meta } = await shop.native("stats", `name=page&sort_by=value&sort=desc&${range}`);
    const whole = await shop.native("summary", range);
    const answer = await ok(
      shop.v2({
        ...asked,
        order_by: [["event:page", "desc"]],
        pagination: { limit: 2, offset: 1 },
      }),
    );
    expect(answer.meta.total_rows).toBe(meta.total);
    expect(rowsOf(answer)).toEqual(
      data
        .slice(1, 3)
        .map((row: { value: string; visitors: number; pageviews: number }) => [
          ...[row.value, row.visitors, row.pageviews],
          percent(row.visitors / whole.data.visitors, 2),
        ]),
    );
  });

  test("answers with revenue, and says why there is none", async () => {
    const { data } = await shop.native("revenue", `event=Purchase&${range}`);
    const [{ amount, average_order }] = data;
    const revenue = ["total_revenue", "average_revenue"];
    const ask = (goal: string) =>
      shop.v2({ metrics: revenue, filters: [["is", "event:goal", [goal]]] });
    const { results, meta } = await ok(ask("Purchase"));
    expect(results[0].metrics.map(({ value }: { value: number }) => value)).toEqual([
      amount,
      average_order,
    ]);
    expect(results[0].metrics[1]).toEqual({
      ...{ value: 19.99, currency: "EUR", short: "€20.0", long: "€19.99" },
    });
    expect(meta).toEqual({});
    const none = await ok(ask("Signup"));
    expect(none.results[0].metrics).toEqual([null, null]);
    expect(none.meta.metric_warnings.total_revenue.code).toBe("no_revenue_goals_matching");
  });

  test("answers with the depth of pages", async () => {
    const { data } = await shop.native("stats", `name=page&sort_by=value&sort=asc&${range}`);
    const asked = { metrics: ["scroll_depth", "time_on_page"], dimensions: ["event:page"] };
    const answer = await ok(shop.v2({ ...asked, order_by: [["event:page", "asc"]] }));
    expect(rowsOf(answer)).toEqual(
      data.map(
        (row: {
          value: string;
          scroll_depth: number | null;
          engagement_seconds: number | null;
        }) => [...[row.value, rounded(row.scroll_depth), rounded(row.engagement_seconds)]],
      ),
    );
  });

  test("says whether imported totals are in it", async () => {
    const { meta } = await ok(shop.v2({ metrics: ["visitors"], include: { imports: true } }));
    expect(meta).toEqual({ imports_included: false, imports_skip_reason: "no_imported_data" });
  });

  test("knows the days that are named by today", async () => {
    const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" });
    for (const [date_range, isLast] of [
      ["day", true],
      ["7d", false],
      ["year", false],
      ["all", true],
      ["2mo", false],
    ]) {
      const { query } = await ok(shop.v2({ metrics: ["visitors"], date_range }));
      expect(query.date_range[1].startsWith(today)).toBe(isLast);
    }
    const { query } = await ok(shop.v2({ metrics: ["visitors"], date_range: "all" }));
    expect(query.date_range[0]).toBe("2026-11-09T00:00:00+01:00");
  });
});

describe("questions that cannot be answered are refused", () => {
  test.each([
    ["stats/aggregate", { period: "28d" }, "period"],
    ["stats/aggregate", { period: "90d" }, "period"],
    ["stats/aggregate", { period: "custom", date: "2026-11-09" }, "date"],
    ["stats/aggregate", { period: "custom", date: "2026-11-10,2026-11-09" }, "date"],
    ["stats/aggregate", { period: "day", date: "2026-02-30" }, "date"],
    ["stats/aggregate", { ...custom, metrics: "visitors,visitors" }, "visitors"],
    ["stats/aggregate", { ...custom, metrics: "visitors,nice" }, "nice"],
    ["stats/aggregate", { ...custom, metrics: "scroll_depth" }, "scroll_depth"],
    ["stats/aggregate", { ...custom, metrics: "conversion_rate" }, "event:goal"],
    ["stats/aggregate", { ...custom, metrics: "time_on_page" }, "event:page"],
    ["stats/aggregate", { ...custom, compare: "year" }, "compare"],
    ["stats/timeseries", { ...custom, compare: "previous_period" }, "compare"],
    ["stats/timeseries", { ...custom, interval: "minute" }, "interval"],
    ["stats/timeseries", { period: "day", date: "2026-11-09", metrics: "visits" }, "visits"],
    ["stats/timeseries", { period: "day", date: "2026-11-09", filters: "event:page==/" }, "by day"],
    [
      "stats/aggregate",
      { ...custom, filters: "event:page==/", metrics: "bounce_rate" },
      "bounce_rate",
    ],
    ["stats/aggregate", { ...custom, filters: "event:goal==Signup", metrics: "visits" }, "visits"],
    ["stats/aggregate", { ...custom, filters: "visit:browser!=Chrome|Firefox" }, "!="],
    ["stats/aggregate", { ...custom, filters: "event:goal!=Signup" }, "!="],
    ["stats/aggregate", { ...custom, filters: "event:goal==Nothing" }, "Nothing"],
    ["stats/aggregate", { ...custom, filters: "event:page==/a*|/b" }, "*"],
    ["stats/aggregate", { ...custom, filters: "event:page" }, "filters"],
    ["stats/aggregate", { ...custom, filters: "visit:planet==Mars" }, "visit:planet"],
    ["stats/aggregate", { ...custom, filters: "visit:city==1234" }, "visit:city"],
    ["stats/aggregate", { ...custom, filters: "visit:channel==Paid Search" }, "Paid Search"],
    ["stats/aggregate", { ...custom, filters: "visit:region==US-CA" }, "US-CA"],
    ["stats/aggregate", { ...custom, filters: "visit:source==*oogle" }, "visit:source"],
    [
      "stats/aggregate",
      { ...custom, filters: "visit:browser==Chrome;visit:browser==Firefox" },
      "browser",
    ],
    ["stats/aggregate", { ...custom, filters: "event:goal==Signup;event:page==/" }, "together"],
    ["stats/breakdown", { ...custom, property: "visit:planet" }, "visit:planet"],
    ["stats/breakdown", custom, "property"],
    ["stats/breakdown", { ...custom, property: "visit:browser", limit: "1001" }, "limit"],
    ["stats/breakdown", { ...custom, property: "visit:browser", page: "0" }, "page"],
    [
      "stats/breakdown",
      { ...custom, property: "event:page", metrics: "bounce_rate" },
      "bounce_rate",
    ],
    [
      "stats/breakdown",
      { ...custom, property: "visit:browser", metrics: "views_per_visit" },
      "views_per_visit",
    ],
    ["stats/breakdown", { ...custom, property: "visit:browser", metrics: "events" }, "events"],
    ["sites", { limit: "0" }, "limit"],
  ])("v1: %s %j", async (path, params, named) => {
    const { status, json } = await shop.v1(path, params);
    expect([status, json]).toEqual([400, { error: expect.stringContaining(named) }]);
  });

  test.each([
    [{ metrics: ["visitors", "baa"] }, '#/metrics/1: Invalid metric "baa"'],
    [{ metrics: [] }, "#/metrics"],
    [{}, "#/metrics"],
    [{ metrics: ["visitors"], colour: "red" }, "#/colour"],
    [{ metrics: ["visitors"], date_range: "0d" }, "#/date_range"],
    [{ metrics: ["visitors"], date_range: "5001d" }, "#/date_range"],
    [{ metrics: ["visitors"], date_range: "101mo" }, "#/date_range"],
    [{ metrics: ["visitors"], date_range: ["2026-11-10", "2026-11-09"] }, "#/date_range"],
    [
      { metrics: ["visitors"], date_range: ["2026-11-09T10:00:00Z", "2026-11-09T12:00:00Z"] },
      "#/date_range",
    ],
    [
      { metrics: ["visitors"], dimensions: ["visit:planet"] },
      '#/dimensions/0: Invalid dimension "visit:planet"',
    ],
    [{ metrics: ["visitors"], dimensions: ["visit:entry_page_hostname"] }, "#/dimensions/0"],
    [{ metrics: ["visitors"], dimensions: ["time:minute"] }, "#/dimensions/0"],
    [
      { metrics: ["visitors"], dimensions: ["time", "visit:os", "visit:browser", "visit:device"] },
      "#/dimensions",
    ],
    [{ metrics: ["visitors"], dimensions: ["visit:os", "visit:device"] }, "crosses"],
    [{ metrics: ["visitors"], dimensions: ["visit:utm_medium", "visit:utm_source"] }, "crosses"],
    [{ metrics: ["visits"], dimensions: ["time:hour"] }, "visits"],
    [{ metrics: ["percentage"] }, "#/metrics/0"],
    [{ metrics: ["group_conversion_rate"] }, "event:goal"],
    [{ metrics: ["total_revenue"] }, "event:goal"],
    [{ metrics: ["visitors"], filters: [["is", "visit:browser", "Chrome"]] }, "#/filters/0/2"],
    [{ metrics: ["visitors"], filters: [["like", "visit:browser", ["Chrome"]]] }, "#/filters/0/0"],
    [{ metrics: ["visitors"], filters: [["is", "visit:planet", ["Mars"]]] }, "#/filters/0/1"],
    [{ metrics: ["visitors"], filters: [["is", "time:day", ["2026-11-09"]]] }, "#/filters/0/1"],
    [
      { metrics: ["visitors"], filters: [["matches", "visit:browser", ["^C"]]] },
      "regular expression",
    ],
    [
      { metrics: ["visitors"], filters: [["matches", "event:page", ["(?=a)"]]] },
      "regular expression",
    ],
    [{ metrics: ["visitors"], filters: [["matches", "event:page", ["("]]] }, "regular expression"],
    [
      { metrics: ["visitors"], filters: [["matches", "event:page", ["(?i)^/blog", "^/docs"]]] },
      "regular expression",
    ],
    [{ metrics: ["visitors"], filters: [["is_not", "event:goal", ["Signup"]]] }, "#/filters/0/0"],
    [{ metrics: ["visitors"], filters: [["is_not", "event:name", ["Signup"]]] }, "event:name"],
    [{ metrics: ["visitors"], filters: [["is", "segment", [99]]] }, "segment"],
    [
      {
        metrics: ["visitors"],
        filters: [
          [
            "or",
            [
              ["is", "visit:os", ["Linux"]],
              ["is", "visit:browser", ["Chrome"]],
            ],
          ],
        ],
      },
      "or",
    ],
    [
      {
        metrics: ["visitors"],
        filters: [
          [
            "not",
            [
              "and",
              [
                ["is", "visit:os", ["Linux"]],
                ["is", "visit:browser", ["Chrome"]],
              ],
            ],
          ],
        ],
      },
      "not",
    ],
    [{ metrics: ["visitors"], filters: [["has_done", ["is", "visit:os", ["Linux"]]]] }, "has_done"],
    [
      {
        metrics: ["visitors"],
        filters: [
          [
            "has_done",
            [
              "or",
              [
                ["is", "event:page", ["/"]],
                ["is", "event:goal", ["Signup"]],
              ],
            ],
          ],
        ],
      },
      "or",
    ],
    [
      {
        metrics: ["visitors"],
        filters: [["contains", "event:page", [..."abcdefghijklmnopqrstu"]]],
      },
      "20 values",
    ],
    [{ metrics: ["bounce_rate"], filters: [["is", "event:page", ["/"]]] }, "bounce_rate"],
    [{ metrics: ["visitors"], order_by: [["pageviews", "desc"]] }, "#/order_by/0"],
    [{ metrics: ["visitors"], order_by: [["visitors", "up"]] }, "#/order_by/0"],
    [{ metrics: ["visitors"], pagination: { limit: 10_001 } }, "#/pagination/limit"],
    [{ metrics: ["visitors"], pagination: { offset: -1 } }, "#/pagination/offset"],
    [{ metrics: ["visitors"], include: { comparisons: true } }, "#/include/comparisons"],
    [{ metrics: ["visitors"], include: { imports: "yes" } }, "#/include/imports"],
  ])("v2: %j", async (body, named) => {
    const { status, json } = await shop.v2(body);
    expect([status, json]).toEqual([400, { error: expect.stringContaining(named) }]);
  });

  test("v2: a body that is no JSON", async () => {
    const headers = { "content-type": "application/json" };
    const path = "/api/v2/query";
    const { status, json } = await shop.footfall.request(path, {
      body: "{",
      headers,
      method: "POST",
    });
    expect([status, json]).toEqual([400, { error: expect.stringContaining("JSON") }]);
  });

  test("v2: a regular expression that takes for ever, and nobody waits for it", async () => {
    const { id, domain } = await shop.footfall.store("slow.example");
    const url = `https://slow.example/${"a".repeat(40)}`;
    const event = { url, name: "pageview", timestamp: `${days.from}T10:00:00Z`, ip: "192.0.2.1" };
    await shop.footfall.bulk(id, [{ ...event, user_agent: chrome }]);
    await shop.footfall.server.shipped();
    const filters = [["matches", "event:page", ["^/(a+)+b$"]]];
    const slow = shop.v2({ site_id: domain, metrics: ["visitors"], filters });
    expect((await shop.v1("sites")).status).toBe(200);
    const { status, json } = await slow;
    expect([status, json]).toEqual([400, { error: expect.stringContaining("(a+)+b") }]);
    await shop.footfall.request(`/api/v1/websites/${id}`, { method: "DELETE" });
  });
});

describe("websites and keys", () => {
  const makeKey = async (body: object): Promise<string> =>
    (await shop.footfall.request("/api/v1/keys", { body: { name: "Other", ...body } })).json.data
      .key;
  const ask = (site: string | undefined, key: string | false = apiKey) =>
    shop.footfall.request(
      `/api/v1/stats/aggregate?${site === undefined ? "" : `site_id=${site}`}`,
      { key },
    );

  test("an alias is a name of the website", async () => {
    const [own, alias] = await Promise.all([ask("shop.example"), ask("old-shop.example")]);
    expect([alias.status, alias.json]).toEqual([200, own.json]);
  });

  test("a wrong key, none, one without the right, and an unknown website get the same answer", async () => {
    const blogKey = await makeKey({ may: ["read"], websites: [shop.blog] });
    const collecting = await makeKey({ may: ["collect"], websites: "all" });
    const answers = await Promise.all([
      ...[ask("shop.example", false), ask("shop.example", "wrong-key-0123456789")],
      ...[ask("shop.example", collecting), ask("shop.example", blogKey)],
      ...[ask("nobody.example"), ask("summary"), ask(undefined, false), ask("a".repeat(300))],
    ]);
    const [first] = answers;
    expect(first?.json).toEqual({ error: expect.stringMatching(/^Invalid API key or site ID/) });
    for (const { status, json, headers } of answers) {
      expect([status, json, headers.get("www-authenticate")]).toEqual([401, first?.json, "Bearer"]);
    }
    expect((await ask("blog.example", blogKey)).status).toBe(200);
    const missing = await ask(undefined);
    expect([missing.status, missing.json]).toEqual([
      400,
      { error: expect.stringContaining("site_id") },
    ]);
    const body = { site_id: 1, metrics: "?" };
    expect(
      (await shop.footfall.request("/api/v2/query", { body, key: "wrong-key-0123456789" })).status,
    ).toBe(401);
    expect((await shop.footfall.request("/api/v2/query", { body })).status).toBe(400);
  });

  test("a session's cookie is no key", async () => {
    const session = await shop.footfall.request("/session", { body: { key: apiKey }, key: false });
    const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const { status } = await shop.footfall.request("/api/v1/sites", {
      key: false,
      headers: { cookie },
    });
    expect(status).toBe(401);
  });

  test("the websites that a key may read are listed", async () => {
    const blogKey = await makeKey({ may: ["read"], websites: [shop.blog] });
    const list = async (query = "", key = apiKey) =>
      (await shop.footfall.request(`/api/v1/sites${query}`, { key })).json;
    const sites = [
      { domain: "shop.example", timezone: "Europe/Berlin" },
      { domain: "blog.example", timezone: "UTC" },
    ];
    expect(await list()).toEqual({ sites, meta: { after: null, before: null, limit: 100 } });
    expect((await list("", blogKey)).sites).toEqual([sites[1]]);
    const first = await list("?limit=1");
    expect([first.sites, first.meta.before]).toEqual([[sites[0]], null]);
    const second = await list(`?limit=1&after=${first.meta.after}`);
    expect([second.sites, second.meta.after]).toEqual([[sites[1]], null]);
    expect((await shop.footfall.request("/api/v1/sites/old-shop.example")).json).toEqual(sites[0]);
    expect((await shop.footfall.request("/api/v1/sites/nobody.example")).status).toBe(401);
  });

  test("the goals of a website are listed", async () => {
    const { goals, meta } = await ok(shop.v1("sites/goals"));
    expect(meta).toEqual({ after: null, before: null, limit: 100 });
    expect(goals).toHaveLength(5);
    expect(goals[2]).toEqual({
      ...{ id: "3", goal_type: "page", display_name: "Pricing", page_path: "/pricing" },
      ...{ event_name: null, currency: null, custom_props: {} },
    });
    expect(goals[4].custom_props).toEqual({ plan: "pro" });
  });
});

test("visitors of the last five minutes are a number, also for plausible-api", async () => {
  await shop.footfall.track({ domain: "blog.example", url: "https://blog.example/" });
  await shop.footfall.server.shipped();
  const { json, headers } = await shop.v1("stats/realtime/visitors", { site_id: "blog.example" });
  expect([json, headers.get("content-type")]).toEqual([1, "application/json; charset=utf-8"]);

  // The package has its origin as a constant, and is asked with its own fetch.
  const require = createRequire(import.meta.url);
  const ownFetch = require.resolve("node-fetch", { paths: [require.resolve("plausible-api")] });
  const redirected = (url: string, init: RequestInit) =>
    fetch(url.replace("https://plausible.io", shop.footfall.url), init);
  require.cache[ownFetch] = { exports: { __esModule: true, default: redirected } } as never;
  onTestFinished(() => void delete require.cache[ownFetch]);
  const PlausibleClient = require("plausible-api");
  const client = new PlausibleClient(apiKey);

  expect(await client.getRealtimeVisitors("blog.example")).toBe(1);
  await expect(client.getRealtimeVisitors("nobody.example")).rejects.toThrow("Invalid API key");
});

describe("a random question gets the API's number, or an error", () => {
  const names = {
    "visit:browser": "browser",
    "visit:source": "source",
    "visit:device": "device",
    "visit:os": "operating_system",
    "visit:entry_page": "entry_page",
    "visit:utm_source": "utm_source",
  } as const;
  const values = [
    "Chrome",
    "Firefox",
    "Google",
    "ChatGPT",
    "Desktop",
    "Mobile",
    "Linux",
    "/",
    "/docs",
    "newsletter",
  ];

  test.each(Array.from({ length: 10 }, (_, seed) => seed + 1))("seed %i", async (seed) => {
    let state = seed * 2_654_435_761;
    const random = (max: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((state / 2 ** 31) * max);
    };
    const pick = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
    const filters = Array.from({ length: random(3) }, () => {
      const dimension = pick(Object.keys(names)) as keyof typeof names;
      const listed = [...new Set([pick(values), pick(values)])];
      return [pick(["is", "is_not"]), dimension, listed] as const;
    });
    const native = filters.flatMap(([operator, dimension, listed]) =>
      listed.map((value) => `&filter[${names[dimension]}]=${operator === "is" ? "" : "!"}${value}`),
    );
    const [from, length] = [9 + random(5), random(4)];
    const day = (n: number) => `2026-11-${String(n).padStart(2, "0")}`;
    const date_range = [day(from), day(from + length)];
    const query = `from=${date_range[0]}&to=${date_range[1]}&per_page=100${native.join("")}`;
    const dimension = pick([undefined, ...(Object.keys(names) as (keyof typeof names)[])]);
    const reply = await shop.v2({
      ...{ metrics: ["visitors", "visits", "pageviews", "bounce_rate"], filters, date_range },
      dimensions: dimension === undefined ? [] : [dimension],
    });
    if (reply.status === 400) {
      // Two positive filters by one dimension, of which both must hold.
      const positive = filters.filter(([operator]) => operator === "is").map(([, name]) => name);
      expect(new Set(positive).size, reply.text).toBeLessThan(positive.length);
      return;
    }
    const { data } = await shop.native(
      ...((dimension ? ["stats", `name=${names[dimension]}&${query}`] : ["summary", query]) as [
        string,
        string,
      ]),
    );
    const rows = [data]
      .flat()
      .map((row: Record<string, number>) => [
        ...(dimension
          ? [
              String(row["value"])
                .replace("(direct)", "Direct / None")
                .replace("(unknown)", "(not set)"),
            ]
          : []),
        ...[row["visitors"], row["visits"], row["pageviews"], percent(row["bounce_rate"] ?? null)],
      ]);
    expect(rowsOf(await reply.json).sort()).toEqual(rows.sort());
  });
});
