import { beforeAll, describe, expect, test } from "vitest";
import { chrome } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { rollUp } from "../helpers/roll-up.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
const ann = { ip: "8.8.8.8", user_agent: chrome };
const ben = { ip: "81.2.69.142", user_agent: firefox };
const at = (page: string, time: string, day = "2025-03-02") => ({ page, at: `${day}T${time}Z` });

/**
 * On 1 March, Ann reads one page. On 2 March, she has a visit of 90 seconds with two pages, and one
 * of a single page two hours later; Ben triggers an event alone.
 */
const events = [
  { ...ann, ...at("/a", "12:00:00", "2025-03-01") },
  { ...ann, ...at("/a", "12:00:00") },
  { ...ann, ...at("/a", "12:01:00"), name: "engagement", e: 5_000, sd: 40 },
  { ...ann, ...at("/a", "12:01:10"), name: "engagement", e: 2_250, sd: 80 },
  { ...ann, ...at("/b", "12:01:30") },
  { ...ann, ...at("/b", "14:00:00") },
  { ...ben, ...at("/a", "15:00:00"), name: "Signup" },
];

const footfall = openFootfall(shareFootfall);
const ids: Record<string, number> = {};
beforeAll(async () => {
  for (const way of ["events", "rolled up"]) {
    ids[way] = (await footfall.storeWith(events)).id;
  }
  await rollUp(footfall, ids["rolled up"] ?? 0, ["2025-03-01", "2025-03-02"]);
});

const second = { from: "2025-03-02", to: "2025-03-02" };

describe.each(["events", "rolled up"])("from %s", (way) => {
  const ask = (params: Record<string, string>) =>
    footfall.stats(ids[way] ?? 0, { ...second, ...params });
  const data = async (params: Record<string, string>) => (await ask(params)).json.data;

  test.each([{}, { "filter[page]": "!/nowhere" }])(
    "visitors' values have the visits of their visitor days, %j",
    async (filter) => {
      expect(await data({ name: "browser", ...filter })).toEqual([
        {
          value: "Chrome",
          count: 1,
          visitors: 1,
          pageviews: 3,
          visits: 2,
          bounce_rate: 0.5,
          visit_duration: 45,
        },
        {
          value: "Firefox",
          count: 1,
          visitors: 1,
          pageviews: 0,
          visits: 1,
          bounce_rate: 0,
          visit_duration: 0,
        },
      ]);
    },
  );

  test("entry pages have the visits that began with them", async () => {
    expect(await data({ name: "entry_page" })).toEqual([
      {
        value: "/a",
        count: 1,
        visitors: 1,
        pageviews: 2,
        visits: 1,
        bounce_rate: 0,
        visit_duration: 90,
      },
      {
        value: "/b",
        count: 1,
        visitors: 1,
        pageviews: 1,
        visits: 1,
        bounce_rate: 1,
        visit_duration: 0,
      },
    ]);
  });

  test("pages have the engagement with them, and null without any", async () => {
    expect(await data({ name: "page" })).toEqual([
      {
        value: "/b",
        count: 2,
        visitors: 1,
        pageviews: 2,
        engagement_seconds: null,
        scroll_depth: null,
      },
      {
        value: "/a",
        count: 1,
        visitors: 1,
        pageviews: 1,
        // A half is rounded up: 7.25 s.
        engagement_seconds: 7.3,
        scroll_depth: 80,
      },
    ]);
  });

  test("events have no other numbers", async () => {
    expect(await data({ name: "event" })).toEqual([
      { value: "Signup", count: 1, visitors: 1, pageviews: 0 },
    ]);
  });

  test.each(["visitor", "visit", "pageview"])("days of %s have a summary's", async (name) => {
    const path = `/api/v1/websites/${ids[way]}/summary?from=2025-03-02&to=2025-03-02`;
    const { from, to, ...summary } = (await footfall.request(path)).json.data;

    const [row] = await data({ name });
    const { value, count, ...numbers } = row;
    expect(numbers).toEqual(summary);
    expect([from, to]).toEqual([value, value]);
  });

  test("hours have the visits that began in them", async () => {
    const hours = await data({ name: "visit", interval: "hour", sort_by: "value", sort: "asc" });
    expect(hours).toEqual([
      {
        value: "2025-03-02T12:00",
        count: 1,
        visitors: 1,
        pageviews: 2,
        visits: 1,
        bounce_rate: 0,
        visit_duration: 90,
      },
      {
        value: "2025-03-02T14:00",
        count: 1,
        visitors: 1,
        pageviews: 1,
        visits: 1,
        bounce_rate: 1,
        visit_duration: 0,
      },
      {
        value: "2025-03-02T15:00",
        count: 1,
        visitors: 1,
        pageviews: 0,
        visits: 1,
        bounce_rate: 0,
        visit_duration: 0,
      },
    ]);
  });

  test.each([
    ["entry_page", "bounce_rate", "desc", ["/b", "/a"]],
    ["entry_page", "visit_duration", "desc", ["/a", "/b"]],
    ["entry_page", "bounce_rate", "asc", ["/a", "/b"]],
    ["page", "scroll_depth", "desc", ["/a", "/b"]],
    ["page", "scroll_depth", "asc", ["/a", "/b"]],
    ["browser", "visits", "asc", ["Firefox", "Chrome"]],
    ["browser", "visitors", "desc", ["Chrome", "Firefox"]],
  ])("%s is sorted by %s, %s, with null last", async (name, sort_by, sort, values) => {
    const rows: { value: string }[] = await data({ name, sort_by, sort });
    expect(rows.map(({ value }) => value)).toEqual(values);
  });

  test("CSV has the numbers behind the others", async () => {
    const reply = await footfall.request(
      `/api/v1/stats/${ids[way]}?name=browser&from=2025-03-02&to=2025-03-02`,
      { headers: { accept: "text/csv" } },
    );
    expect(reply.text.split("\r\n")).toEqual([
      "value,count,visitors,pageviews,visits,bounce_rate,visit_duration",
      '"Chrome",1,1,3,2,0.5,45',
      '"Firefox",1,1,0,1,0,0',
      "",
    ]);
  });

  test("values have their numbers of an earlier period", async () => {
    const reply = await ask({ name: "browser", compare: "previous" });

    expect(reply.json.meta.previous).toEqual({ from: "2025-03-01", to: "2025-03-01" });
    expect(reply.json.data).toMatchObject([
      {
        value: "Chrome",
        previous: {
          count: 1,
          visitors: 1,
          pageviews: 1,
          visits: 1,
          bounce_rate: 1,
          visit_duration: 0,
        },
        change: {
          count: 0,
          visitors: 0,
          pageviews: 2,
          visits: 1,
          bounce_rate: -0.5,
          visit_duration: null,
        },
      },
      {
        value: "Firefox",
        previous: {
          count: 0,
          visitors: 0,
          pageviews: 0,
          visits: 0,
          bounce_rate: null,
          visit_duration: null,
        },
        change: {
          count: null,
          visitors: null,
          pageviews: null,
          visits: null,
          bounce_rate: null,
          visit_duration: null,
        },
      },
    ]);
  });

  test("days are compared by their places in the ranges", async () => {
    const rows: { value: string; previous: { pageviews: number } }[] = await data({
      name: "pageview",
      from: "2025-03-02",
      to: "2025-03-03",
      compare: "2025-03-01",
      sort_by: "value",
      sort: "asc",
    });
    expect(rows.map(({ value, previous }) => [value, previous.pageviews])).toEqual([
      ["2025-03-02", 1],
    ]);
  });

  test.each([
    ["week", { from: "2025-03-02", to: "2025-03-04" }, "2025-02-23", "2025-02-24", 0],
    ["week", { from: "2025-03-03", to: "2025-03-09" }, "2025-02-24", undefined, 0],
    ["month", { from: "2025-03-01", to: "2025-03-31" }, "2025-02-01", "2025-03", 0],
    ["hour", { from: "2025-03-02", to: "2025-03-02" }, "2025-03-01", "2025-03-02T12:00", 1],
  ])("a %s of %j is compared by its place", async (interval, range, compare, value, pageviews) => {
    const asked = { name: "pageview", interval, ...range, compare };
    const rows: { value: string; previous: { pageviews: number } }[] = await data({
      ...asked,
      sort_by: "value",
      sort: "asc",
    });
    expect(rows[0] && [rows[0].value, rows[0].previous.pageviews]).toEqual(
      value && [value, pageviews],
    );
  });

  test("CSV does without a comparison", async () => {
    const path = `/api/v1/stats/${ids[way]}?name=event&from=2025-03-02&to=2025-03-02&compare=previous`;
    const reply = await footfall.request(path, { headers: { accept: "text/csv" } });
    expect(reply.text).toBe('value,count,visitors,pageviews\r\n"Signup",1,1,0\r\n');
  });
});

test.each([
  ["page", "visits"],
  ["event", "bounce_rate"],
  ["browser", "scroll_depth"],
  ["country", "views_per_visit"],
])("%s cannot be sorted by %s", async (name, sort_by) => {
  const reply = await footfall.stats(ids["events"] ?? 0, { ...second, name, sort_by });

  expect(reply.status).toBe(422);
  expect(reply.json.errors).toEqual({
    sort_by: [`must be a field that the records of ${name} have`],
  });
});
