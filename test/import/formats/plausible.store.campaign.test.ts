import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { chrome } from "../../helpers/footfall.ts";
import { importFiles, undo } from "../../helpers/imports.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { visitors } from "../../helpers/plausible.ts";
import { archiveOf, archiveSites, everyTable, expected, imported } from "./plausible-archive.ts";

/** The last two days have events, and the first day, too, later on. */
const mixed = { from: "2024-01-01", to: "2024-01-04" };

const footfall = openFootfall();
const { get, newWebsite, pathOf, valuesOf } = archiveSites(footfall);

const page = (domain: string, day: string, ip: string) => ({
  url: `https://${domain}/`,
  timestamp: `${day}T10:00:00Z`,
  ip,
  user_agent: chrome,
});

describe("an archive with every table", () => {
  let id: number;
  let domain: string;
  let importId: number;
  beforeAll(async () => {
    ({ id, domain } = await newWebsite());
    const made = await importFiles(footfall.url, id, [archiveOf(everyTable)]);
    expect(made).toMatchObject({
      status: "done",
      source: "plausible",
      kind: "totals",
      ...imported,
      problem: null,
      days: { taken: 2, left: 0 },
      rows: { read: 32, imported: 31, skipped: { kind: 1 } },
      unmapped: { browser: { BeBrowse: 1 } },
    });
    importId = made.id;
  });

  test("answers every report", async () => {
    const found: Record<string, unknown> = {};
    for (const name of Object.keys(expected)) {
      const { rows, meta } = await valuesOf(id, name, imported);
      found[name] = [...rows].sort((a, b) => Number(b[1]) - Number(a[1]));
      expect(meta.imports).toEqual({
        days: 2,
        sums: [
          "campaign",
          "channel",
          "event",
          "hostname",
          "page",
          "referrer",
          "source",
          "utm_content",
          "utm_medium",
          "utm_source",
          "utm_term",
          "props",
        ],
        missing: ["city", "language", "screen_resolution"],
      });
      expect(meta.count).toBe(rows.reduce((sum, row) => sum + Number(row[1]), 0));
      const csv = await get(pathOf(id, "stats", { name, ...imported }), { accept: "text/csv" });
      expect(csv.text.trim().split("\r\n")).toHaveLength(rows.length + 1);
    }
    expect(found).toEqual(expected);
    const week = await valuesOf(id, "visitor", { ...imported, interval: "week" });
    expect(week.rows).toEqual([["2024-01-01", 8, 8, 21]]);
    const engaged = await get(pathOf(id, "engagement", imported));
    expect(engaged.json).toMatchObject({
      data: [
        { value: "/", visitors: 8, scroll_depth: 50 },
        { value: "/a?b=c", visitors: 2, seconds: 15, scroll_depth: 50 },
      ],
      meta: { imports: { days: 2 } },
    });
    const intake = await get(pathOf(id, "intake", imported));
    expect(intake.json).toMatchObject({
      data: [{ accepted: 0 }, { accepted: 0 }],
      meta: { imports: { days: 2 } },
    });
    const revenue = await get(pathOf(id, "revenue", imported));
    expect(revenue.json).toMatchObject({ data: [], meta: { imports: { days: 2 } } });
    expect((await get(pathOf(id, "live", {}))).status).toBe(200);
  });

  test("answers the summary, also where only the earlier days are imported", async () => {
    const numbers = {
      visitors: 8,
      visits: 10,
      pageviews: 21,
      views_per_visit: 2.1,
      bounce_rate: 0.4,
      visit_duration: 45.1,
      engaged_visitors: 7,
      engagement_seconds: 17.1,
      scroll_depth: 50,
    };
    const ask = async (params: Readonly<Record<string, string>>) =>
      (await get(pathOf(id, "summary", params))).json;
    expect(await ask(imported)).toMatchObject({ data: numbers, meta: { imports: { days: 2 } } });
    const later = { from: "2024-01-03", to: "2024-01-04" };
    expect((await ask(later)).meta).toBeUndefined();
    const previous = await ask({ ...later, compare: "previous" });
    expect(previous).toMatchObject({ data: { visitors: 0, previous: numbers } });
    expect(previous.meta).toMatchObject({ imports: { days: 2 } });
    const year = { from: "2025-01-01", to: "2025-01-02", compare: "year" };
    expect(await ask(year)).toMatchObject({
      data: { visitors: 0, previous: numbers },
      meta: { imports: { days: 2 } },
    });
    const without = await ask({ ...year, imports: "exclude" });
    expect(without).toMatchObject({ data: { previous: { visitors: 0 } } });
    expect(without.meta).toBeUndefined();
  });

  test("answers with its props, beside those of events", async () => {
    const sums = { meta: { imports: { days: 2, sums: expect.arrayContaining(["props"]) } } };
    const own = { key: "plan", events: 3, visitors: 2, values: 1 };
    expect((await get(pathOf(id, "props", imported))).json).toMatchObject({ data: [own], ...sums });
    const values = pathOf(id, "props/plan", { ...imported, numbers: "1" });
    expect((await get(values)).json).toMatchObject({
      data: [{ value: "pro", count: 3, visitors: 2, revenue: [] }],
      meta: { count: 3, numbers: { count: 0, sum: null }, ...sums.meta },
    });
    // No other test asks for this day.
    const event = { ...page(domain, "2023-12-30", "9.9.9.3"), name: "Signup" };
    const longer = { from: "2023-12-30", to: imported.to };
    await footfall.bulk(id, [{ ...event, props: { plan: "pro", seats: "2" } }]);
    await footfall.server.shipped();
    expect((await get(pathOf(id, "props", longer))).json).toMatchObject({
      data: [
        { key: "plan", events: 4, visitors: 3, values: 1 },
        { key: "seats", events: 1 },
      ],
    });
    const csv = await get(pathOf(id, "props/plan", longer), { accept: "text/csv" });
    expect(csv.text).toBe('value,count,visitors,revenue\r\n"pro",4,3,"[]"\r\n');
    const without = await get(pathOf(id, "props", { ...longer, imports: "exclude" }));
    expect(without.json.data[0]).toMatchObject({ key: "plan", events: 1 });
  });

  test("adds up with events of other days, and with those that come later", async () => {
    await footfall.bulk(id, [page(domain, "2024-01-03", "9.9.9.1")]);
    await footfall.bulk(id, [page(domain, "2024-01-01", "9.9.9.2")]);
    expect((await valuesOf(id, "page", mixed)).rows[0]).toEqual(["/", 14, 9, 14]);
    const days = [
      ["2024-01-01", 8, 8, 21],
      ["2024-01-02", 1, 1, 1],
      ["2024-01-03", 1, 1, 1],
    ];
    const byDay = { ...mixed, sort_by: "value", sort: "asc" };
    const { rows, meta } = await valuesOf(id, "visitor", byDay);
    expect(rows).toEqual(days);
    expect(meta.imports.days).toBe(2);
    await footfall.server.rollUp();
    expect((await valuesOf(id, "visitor", byDay)).rows).toEqual(days);
    const summary = (await get(pathOf(id, "summary", mixed))).json;
    expect(summary).toMatchObject({ data: { visitors: 10, visits: 12, pageviews: 23 } });
    const excluded = await valuesOf(id, "page", { ...mixed, imports: "exclude" });
    expect(excluded.rows).toEqual([["/", 2, 2, 2]]);
    expect(excluded.meta.imports).toBeUndefined();
  });

  test("is refused where events are needed, and left out when asked, for everybody", async () => {
    const define = async (kind: string, body: object): Promise<number> => {
      const reply = await footfall.request(`/api/v1/websites/${id}/${kind}`, { body });
      expect(reply.status, reply.text).toBe(201);
      return reply.json.data.id;
    };
    const step = { type: "page", value: "/" };
    const goal = await define("goals", { name: "g", ...step });
    const funnel = await define("funnels", { name: "f", steps: [step, step] });
    const segment = await define("segments", {
      name: "s",
      public: 1,
      filters: { browser: ["Chrome"] },
    });
    const chromeOnly = { "filter[browser]": "Chrome" };
    const needsEvents: [string, Readonly<Record<string, string>>][] = [
      ["stats", { name: "page", ...chromeOnly }],
      ["stats", { name: "page", segment: String(segment) }],
      ["stats", { name: "pageview", interval: "hour" }],
      ["stats", { name: "pageview", timezone: "Asia/Tokyo" }],
      ["summary", chromeOnly],
      ["summary", { segment: String(segment), compare: "previous" }],
      ["engagement", chromeOnly],
      ["heatmap", {}],
      ["goals/stats", {}],
      [`goals/${goal}/stats`, { name: "source" }],
      [`funnels/${funnel}/stats`, {}],
      ["journeys", {}],
      ["journeys/paths", { steps: "3" }],
      ["props", chromeOnly],
      ["props", { event: "Signup" }],
      ["props/plan", { segment: String(segment) }],
      ["props/plan", { none: "1" }],
      ["revenue/stats", { name: "source" }],
    ];
    const sums: typeof needsEvents = [
      ["stats", { name: "page" }],
      ...["summary", "engagement", "revenue"].map(
        (path) => [path, {}] as [string, Record<string, string>],
      ),
    ];
    const query = (report: string, params: object) =>
      `${report}?${new URLSearchParams({ ...params })}`;
    for (const isOwner of [true, false]) {
      const address = (report: string, params: Readonly<Record<string, string>>) =>
        isOwner ? pathOf(id, report, params) : `/shared/${domain}/${query(report, params)}`;
      for (const [report, params] of needsEvents) {
        const at = (more: object) => address(report, { ...params, ...mixed, ...more });
        const refused = await get(at({}));
        const day = params["timezone"] === undefined ? "2024-01-03" : expect.any(String);
        const message = String(refused.json.errors?.from);
        const named = /before (\d{4}-\d\d-\d\d)/.exec(message)?.[1];
        expect({ at: at({}), status: refused.status, named }).toEqual({
          at: at({}),
          status: 422,
          named: day,
        });
        if (params["compare"] === undefined) {
          expect(
            (await get(at({ from: named, to: "2024-01-31" }))).status,
            at({ from: named, to: "2024-01-31" }),
          ).toBe(200);
        }
        const excluded = await get(at({ imports: "exclude" }));
        expect({ at: at({}), status: excluded.status }).toEqual({ at: at({}), status: 200 });
        expect(excluded.json.meta?.imports).toBeUndefined();
      }
      for (const [report, params] of [...needsEvents, ...sums]) {
        const wrong = await get(address(report, { ...params, ...mixed, imports: "include" }));
        expect({ report, status: wrong.status, errors: wrong.json.errors }).toEqual({
          report,
          status: 422,
          errors: { imports: ["must be exclude"] },
        });
      }
    }
    const exported = await get(pathOf(id, "events", mixed));
    expect(exported).toMatchObject({ status: 422 });
    expect(String(exported.json.errors.from)).toContain("2024-01-03");
    const lines = await get(pathOf(id, "events", { ...mixed, from: "2024-01-03" }));
    expect(lines.text.trim().split("\n")).toHaveLength(1);
    const all = await get(pathOf(id, "events", { ...mixed, imports: "exclude" }));
    expect(all.text.trim().split("\n")).toHaveLength(2);
  });

  test("keeps its days from a second one, and gives them back", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const more = `${visitors}2024-01-03,5,5,5,5,5\n2024-01-05,5,5,5,5,5\n${today},1,1,1,1,1\n`;
    const second = await importFiles(footfall.url, id, [archiveOf({ visitors: more })]);
    expect(second).toMatchObject({
      from: "2024-01-05",
      to: "2024-01-05",
      days: { taken: 1, left: 4, left_because: { collected: 1, imported: 2, not_over: 1 } },
      rows: { read: 5, imported: 1, skipped: { day_left: 3, not_over: 1 } },
    });
    const all = { from: "2024-01-01", to: today };
    expect((await valuesOf(id, "visitor", all)).meta.imports).toMatchObject({ days: 3 });
    await undo(footfall.url, id, importId);
    const { rows, meta } = await valuesOf(id, "visitor", { ...all, sort_by: "value", sort: "asc" });
    expect(rows).toEqual([
      ["2024-01-01", 1, 1, 1],
      ["2024-01-03", 1, 1, 1],
      ["2024-01-05", 5, 5, 5],
    ]);
    expect(meta.imports.days).toBe(1);
    expect(meta.imports.missing).toContain("page");
    expect(meta.imports.sums).toEqual([]);
  });
});

test("no tag holds when other values with as many visitors take their place", async () => {
  const { id, domain } = await newWebsite();
  const of = (host: string, bounces: number) =>
    archiveOf({
      visitors: `date,visitors,pageviews,bounces,visits,visit_duration\n2024-01-01,7,20,${bounces},9,451\n`,
      pages: `date,hostname,page,visits,visitors,pageviews\n2024-01-01,,/${host},9,7,20\n`,
    });
  const paths = [
    pathOf(id, "stats", { name: "page", ...imported }),
    pathOf(id, "summary", imported),
    pathOf(id, "stats", { name: "visitor", ...imported }),
    `/shared/${domain}/stats?${new URLSearchParams({ name: "page", ...imported })}`,
  ];
  const ask = async (tags: readonly string[] = []) => {
    const all = [];
    for (const [i, path] of paths.entries()) {
      // Answers may come from the cache.
      const condition = { "cache-control": "", ...(tags[i] && { "if-none-match": tags[i] }) };
      const reply = await get(path, condition);
      all.push({ status: reply.status, tag: reply.headers.get("etag") ?? "", text: reply.text });
    }
    return all;
  };
  const statuses = async (tags: readonly string[]) => (await ask(tags)).map(({ status }) => status);
  const tagsOf = (all: Awaited<ReturnType<typeof ask>>) => all.map(({ tag }) => tag);
  const empty = tagsOf(await ask());
  const first = await importFiles(footfall.url, id, [of("a", 3)]);
  await eventually(async () => expect(await statuses(empty)).toEqual([200, 200, 200, 200]));
  const a = await ask();
  expect(await statuses(tagsOf(a))).toEqual([304, 304, 304, 304]);
  await undo(footfall.url, id, first.id);
  await eventually(async () => expect(await statuses(tagsOf(a))).toEqual([200, 200, 200, 200]));
  await importFiles(footfall.url, id, [of("b", 4)]);
  // An answer may be as old as everywhere.
  await eventually(async () =>
    expect((await ask(tagsOf(a))).map(({ text }) => /"\/b"|0\.4444|"count":7/.test(text))).toEqual([
      true,
      true,
      true,
      true,
    ]),
  );
  const b = await ask(tagsOf(a));
  expect(b.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(b[0]?.text).toContain('"/b"');
  expect(b[0]?.text).not.toContain('"/a"');
  expect(b[1]?.text).toContain('"bounce_rate":0.4444');
  expect(b[3]?.text).toContain('"/b"');
  expect(await statuses(tagsOf(b))).toEqual([304, 304, 304, 304]);
});

test("props of days whose archive has none need events, and numbers are added up", async () => {
  const { id } = await newWebsite();
  const day = (date: string) =>
    `date,visitors,pageviews,bounces,visits,visit_duration\n${date},7,20,3,9,451\n`;
  const props =
    "date,property,value,visitors,events\n2024-01-02,seats,2,3,4\n2024-01-02,seats,2.5,1,2\n";
  await importFiles(footfall.url, id, [archiveOf({ visitors: day("2024-01-01") })]);
  await importFiles(footfall.url, id, [
    archiveOf({ visitors: day("2024-01-02"), custom_props: props }),
  ]);
  const refused = await get(pathOf(id, "props", imported));
  expect(refused).toMatchObject({ status: 422 });
  expect(String(refused.json.errors.from)).toContain("2024-01-02");
  const range = { from: "2024-01-02", to: "2024-01-02", numbers: "1" };
  expect((await get(pathOf(id, "props/seats", range))).json).toMatchObject({
    data: [
      { value: "2", count: 4, visitors: 3 },
      { value: "2.5", count: 2, visitors: 1 },
    ],
    meta: { numbers: { count: 6, sum: 13, min: 2, max: 2.5 } },
  });
});
