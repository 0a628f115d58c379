import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stopAll } from "../../helpers/clean-up.ts";
import {
  ok,
  type PlausibleShop,
  percent,
  range,
  rounded,
  rowsOf,
  startPlausibleShop,
} from "./plausible-shop.ts";

let shop: PlausibleShop;
beforeAll(async () => {
  shop = await startPlausibleShop();
});
afterAll(stopAll);

describe("v2", () => {
  const metrics = ["visitors", "visits", "pageviews", "bounce_rate", "visit_duration", "events"];

  test("answers with one row, and with the query that it answered", async () => {
    const { data } = await shop.native("summary", range);
    const answer = await ok(shop.v2({ metrics }));
    expect(rowsOf(answer)).toEqual([
      [
        data.visitors,
        data.visits,
        data.pageviews,
        percent(data.bounce_rate),
        rounded(data.visit_duration),
        expect.any(Number),
      ],
    ]);
    expect(answer.meta).toEqual({});
    expect(answer.query).toEqual({
      site_id: "shop.example",
      metrics,
      filters: [],
      dimensions: [],
      include: {},
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
    for (const [operator, value, views] of [
      ["contains", "post-", 105],
      ["matches", "-\\d+$", 130],
      ["is_not", "/post-99", 129],
    ]) {
      const filters = [[operator, "event:page", [value]]];
      expect(rowsOf(await ok(ask(filters)))).toEqual([[null, views]]);
      expect(rowsOf(await ok(ask(filters, ["event:page"])))).toHaveLength(Number(views));
      const { status, json } = await ask(filters, ["visit:source"]);
      expect([status, json]).toEqual([400, { error: expect.stringMatching(/\d+ values of page/) }]);
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
      metrics: ["visitors", "pageviews"],
      date_range: ["2026-11-01", "2026-11-30"],
      dimensions: ["time"],
      include: { time_labels: true, total_rows: true },
    };
    const answer = await ok(shop.v2(asked));
    const rows = data.map((row: { value: string; visitors: number; pageviews: number }) => [
      row.value,
      row.visitors,
      row.pageviews,
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
        city.value.split(", ")[0],
        "United States",
        city.visitors,
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
      metrics: ["visitors", "pageviews", "percentage"],
      dimensions: ["event:page"],
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
          row.value,
          row.visitors,
          row.pageviews,
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
      value: 19.99,
      currency: "EUR",
      short: "€20.0",
      long: "€19.99",
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
        }) => [row.value, rounded(row.scroll_depth), rounded(row.engagement_seconds)],
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
      metrics: ["visitors", "visits", "pageviews", "bounce_rate"],
      filters,
      date_range,
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
        row["visitors"],
        row["visits"],
        row["pageviews"],
        percent(row["bounce_rate"] ?? null),
      ]);
    expect(rowsOf(await reply.json).sort()).toEqual(rows.sort());
  });
});
