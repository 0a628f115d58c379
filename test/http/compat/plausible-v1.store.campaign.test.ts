import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stopAll } from "../../helpers/clean-up.ts";
import {
  custom,
  days,
  ok,
  type PlausibleShop,
  percent,
  range,
  rounded,
  startPlausibleShop,
} from "./plausible-shop.ts";

let shop: PlausibleShop;
beforeAll(async () => {
  shop = await startPlausibleShop();
});
afterAll(stopAll);

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
      date: "2026-11-01",
      visitors: 0,
      pageviews: 0,
      visits: 0,
      bounce_rate: 0,
      views_per_visit: 0,
      visit_duration: null,
    });
    const rows = results.filter(({ visitors }: { visitors: number }) => visitors > 0);
    expect(rows).toEqual(
      data.map((row: Record<string, number>) => ({
        date: row["value"],
        visitors: row["visitors"],
        pageviews: row["pageviews"],
        visits: row["visits"],
        bounce_rate: percent(row["bounce_rate"] ?? null),
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
