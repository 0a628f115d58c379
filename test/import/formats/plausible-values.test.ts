import { expect, test } from "vitest";

import {
  locations,
  pages,
  read,
  rest,
  sources,
  sourcesHeader,
  table,
  valuesOf,
} from "../../helpers/plausible.ts";

test("the table of visitors has the numbers of a day", async () => {
  const { totals } = await read({});
  expect(totals.filter(({ date }) => date === "2024-01-01")).toEqual(
    [
      {
        dimension: "visit",
        value: "2024-01-01",
        visitors: 7,
        pageviews: 20,
        occurrences: 9,
        rows: 1,
      },
      {
        dimension: "visitor",
        value: "2024-01-01",
        visitors: 7,
        pageviews: 20,
        occurrences: 0,
        rows: 0,
      },
      {
        dimension: "pageview",
        value: "2024-01-01",
        visitors: 7,
        pageviews: 20,
        occurrences: 0,
        rows: 0,
      },
      { dimension: "bounce", value: "", visitors: 0, pageviews: 0, occurrences: 3, rows: 0 },
      {
        dimension: "visit_ms",
        value: "",
        visitors: 0,
        pageviews: 0,
        occurrences: 451_000,
        rows: 0,
      },
      { dimension: "event_total", value: "", visitors: 0, pageviews: 0, occurrences: 0, rows: 0 },
    ].map((total) => ({ ...total, date: "2024-01-01" })),
  );
});

test("the table of sources has sources, referrers, campaigns and channels", async () => {
  const dimensions = ["source", "channel", "referrer", "utm_source", "utm_medium", "campaign"];
  const found = await Promise.all(dimensions.map((name) => valuesOf(name, { sources })));
  expect(found[0]).toEqual([
    ["Google", 12, 30, 0],
    ["X", 2, 4, 0],
    ["Facebook", 3, 6, 0],
    ["(direct)", 5, 8, 0],
    ["(direct)", 1, 1, 0],
    ["blog.example.org", 1, 2, 0],
    ["newsletter", 1, 2, 0],
  ]);
  expect((found[1] as unknown[][]).map(([channel]) => channel)).toEqual([
    "Search",
    "Social",
    "Paid",
    "Direct",
    "Direct",
    "Referral",
    "E-mail",
  ]);
  expect((found[2] as unknown[][]).map(([host]) => host)).toEqual([
    "google.com",
    "t.co",
    "facebook.com",
    "(direct)",
    "(direct)",
    "blog.example.org",
    "(direct)",
  ]);
  expect(found[3]).toEqual([
    ["twitter", 2, 4, 0],
    ["fb", 3, 6, 0],
    ["newsletter", 1, 2, 0],
  ]);
  expect(found[4]).toEqual([
    ["social", 2, 4, 0],
    ["cpc", 3, 6, 0],
    ["email", 1, 2, 0],
  ]);
  expect(found[5]).toEqual([
    ["spring", 2, 4, 0],
    ["spring", 3, 6, 0],
  ]);
  expect(await valuesOf("utm_content", { sources })).toEqual([["button", 2, 4, 0]]);
  expect(await valuesOf("utm_term", { sources })).toEqual([["shoes", 2, 4, 0]]);
});

test.each([
  ["news.ycombinator.com/item?id=1", "news.ycombinator.com"],
  ["https://WWW.Example.org:8080/x", "example.org"],
  ["android-app://com.google.android.gm/", "com.google.android.gm"],
  ["example.com/own", "(direct)"],
  ["shop.example.com", "(direct)"],
  ["notexample.com", "notexample.com"],
  ["Direct / None", "(direct)"],
  ["no host at all", "(direct)"],
  [`${"a".repeat(300)}.org`, "(direct)"],
])("the referrer %s is %s", async (referrer, host) => {
  const row = `x,${referrer},,,,,,1,1,1,0,0`;
  const found = await valuesOf("referrer", { sources: table(sourcesHeader, row) });
  expect(found).toEqual([[host, 1, 1, 0]]);
});

test("the table of pages has pages, hostnames and engagement", async () => {
  expect(await valuesOf("page", { pages })).toEqual([
    ["/", 7, 12, 0],
    ["/%C3%BCber%20uns", 2, 3, 0],
    ["/a?b=c", 1, 1, 0],
  ]);
  expect(await valuesOf("hostname", { pages })).toEqual([
    ["example.com", 7, 12, 0],
    ["example.com", 2, 3, 0],
    ["(unknown)", 1, 1, 0],
    ["example.com", 1, 1, 0],
  ]);
  // One visit of two has a scroll depth: with two like it, the average is the same.
  expect(await valuesOf("engaged_page", { pages })).toEqual([
    ["/", 8, 0, 90_000, 400_000],
    ["/a?b=c", 2, 0, 30_000, 100_000],
  ]);
});

test("a day has no more engaged visitors than visitors", async () => {
  // Ten visits of pages by seven visitors: 120 s, and a scroll depth of 50 percent.
  expect(await valuesOf("engaged_day", { pages })).toEqual([["", 7, 0, 120_000, 350_000]]);
  const row = "example.com,/,9,7,12,60,2,9,3";
  const few = `${pages.split("\n")[0]}\n2024-01-01,${row}`;
  expect(await valuesOf("engaged_day", { pages: few })).toEqual([["", 3, 0, 9_000, 90_000]]);
});

test("tables of pages without engagement have none", async () => {
  const old = table("date,hostname,page,visits,visitors,pageviews", "example.com,/,1,1,1");
  expect(await valuesOf("page", { pages: old })).toEqual([["/", 1, 1, 0]]);
  expect(await valuesOf("engaged_page", { pages: old })).toEqual([]);
  expect(await valuesOf("engaged_day", { pages: old })).toEqual([]);
});

test("entry and exit pages count visits", async () => {
  const entry_pages = table(
    "date,entry_page,visitors,entrances,visit_duration,bounces,pageviews",
    "/,5,6,100,2,14",
    ",1,1,0,0,0",
  );
  const exit_pages = table(
    "date,exit_page,visitors,visit_duration,exits,bounces,pageviews",
    "/bye,5,100,6,2,14",
  );
  expect(await valuesOf("entry_page", { entry_pages })).toEqual([["/", 5, 14, 6]]);
  expect(await valuesOf("exit_page", { exit_pages })).toEqual([["/bye", 5, 14, 6]]);
});

test("custom events and props count events", async () => {
  const custom_events = table(
    "date,name,link_url,path,visitors,events",
    '"Outbound Link: Click",https://example.org/,,2,3',
    '"Outbound Link: Click",https://example.net/,,1,1',
    "404,,/missing,4,5",
    "engagement,,,9,9",
    "pageview,,,9,9",
    `${"x".repeat(121)},,,1,1`,
    ",,,1,1",
  );
  const custom_props = table("date,property,value,visitors,events", "plan,pro,2,4", ',"x",1,1');
  const { counter } = await read({ custom_events, custom_props });
  expect(counter.skipped).toEqual({ kind: 2, broken: 3 });
  expect(await valuesOf("event", { custom_events })).toEqual([
    ["Outbound Link: Click", 2, 0, 3],
    ["Outbound Link: Click", 1, 0, 1],
    ["404", 4, 0, 5],
  ]);
  const props = table("date,property,value,visitors,events", "plan,pro,2,4", 'a,"[""]",1,1');
  expect(await valuesOf("prop", { custom_props: props })).toEqual([
    ['["plan","pro"]', 2, 0, 4],
    ['["a","[\\"]"]', 1, 0, 1],
  ]);
});

test("places have the names that Footfall lists", async () => {
  const { counter } = await read({ locations });
  expect(counter.unmapped).toEqual({ country: { A1: 1 }, region: { "DE-QQ": 1 } });
  expect(await valuesOf("country", { locations })).toEqual([
    ["United States", 3, 7, 0],
    ["United States", 2, 2, 0],
    ["Germany", 1, 1, 0],
    ["Germany", 1, 1, 0],
    ["(unknown)", 1, 1, 0],
    ["(unknown)", 1, 1, 0],
    ["(unknown)", 1, 1, 0],
  ]);
  const regions = (await valuesOf("region", { locations })) as unknown[][];
  expect(regions.map(([region]) => region)).toEqual([
    "California, US",
    "(unknown)",
    "Baden-Wurttemberg, DE",
    "(unknown)",
    "(unknown)",
    "(unknown)",
    "(unknown)",
  ]);
  const continents = (await valuesOf("continent", { locations })) as unknown[][];
  expect(continents.map(([continent]) => continent)).toEqual([
    "North America",
    "North America",
    "Europe",
    "Europe",
    "(unknown)",
    "(unknown)",
    "(unknown)",
  ]);
  expect(await valuesOf("city", { locations })).toEqual([]);
});

test("the regions of Plausible's own example are known", async () => {
  const codes = ["FR-PAC", "GB-ENG", "IT-34", "IN-TG", "FR-CVL", "NL-LI", "SE-AB"];
  const rows = codes.map((code) => `${code.slice(0, 2)},${code},0,1,1,0,0,1`);
  const header = "date,country,region,city,visitors,visits,visit_duration,bounces,pageviews";
  const { counter } = await read({ locations: table(header, ...rows) });
  expect(counter.unmapped).toEqual({});
});

test("a laptop is a desktop", async () => {
  const rows = ["Laptop,2,2,0,0,3", "Desktop,1,1,0,0,1", "Mobile,1,1,0,0,1", "Tablet,1,1,0,0,1"];
  const devices = table(`date,device,${rest}`, ...rows, "Fridge,1,1,0,0,1", ",1,1,0,0,1");
  const found = (await valuesOf("device", { devices })) as unknown[][];
  expect(found.map(([device]) => device)).toEqual([
    "Desktop",
    "Desktop",
    "Mobile",
    "Tablet",
    "(unknown)",
    "(unknown)",
  ]);
  expect((await read({ devices })).counter.unmapped).toEqual({ device: { Fridge: 1 } });
});

test.each([
  ["Chrome,126.0", "Chrome", "Chrome 126"],
  ["Chrome Mobile iOS,125.0", "Chrome", "Chrome 125"],
  ["Microsoft Edge,111.0", "Edge", "Edge 111"],
  ["Samsung Browser,20.0", "Samsung Internet", "Samsung Internet 20"],
  ["Mobile Safari,17.5", "Safari", "Safari 17.5"],
  ["Safari,", "Safari", "(unknown)"],
  ["Firefox,not a number", "Firefox", "(unknown)"],
  [",1.0", "(unknown)", "(unknown)"],
  ["Mobile App,", "(unknown)", "(unknown)"],
  ["Gopher,1.0", "(unknown)", "(unknown)"],
  ["__proto__,1.0", "(unknown)", "(unknown)"],
])("the browser %s is %s, %s", async (cells, name, version) => {
  const browsers = table(`date,browser,browser_version,${rest}`, `${cells},2,2,0,0,3`);
  expect(await valuesOf("browser", { browsers })).toEqual([[name, 2, 3, 0]]);
  expect(await valuesOf("browser_version", { browsers })).toEqual([[version, 2, 3, 0]]);
});

test.each([
  ["Mac,10.15", "macOS", "macOS 10.15"],
  ["Windows,10", "Windows", "Windows 10"],
  ["Windows,XP", "Windows", "Windows XP"],
  ["GNU/Linux,", "Linux", "(unknown)"],
  ["Ubuntu,22.04", "Linux", "(unknown)"],
  ["iPadOS,17.0", "iOS", "iOS 17"],
  ["Fire OS,7.0", "Android", "(unknown)"],
  ["Android,14", "Android", "Android 14"],
  ["Haiku OS,1", "Haiku", "Haiku 1"],
  ["BeOS,5", "(unknown)", "(unknown)"],
  ["Plan 9,4", "(unknown)", "(unknown)"],
])("the operating system %s is %s, %s", async (cells, name, version) => {
  const operating_systems = table(
    `date,operating_system,operating_system_version,${rest}`,
    `${cells},2,2,0,0,3`,
  );
  expect(await valuesOf("operating_system", { operating_systems })).toEqual([[name, 2, 3, 0]]);
  expect(await valuesOf("operating_system_version", { operating_systems })).toEqual([
    [version, 2, 3, 0],
  ]);
});

test("values have the visits, bounces and durations of their rows, in milliseconds", async () => {
  const { totals } = await read({ sources });
  const google = totals.find(
    ({ dimension, value }) => dimension === "source" && value === "Google",
  );
  expect(google?.visits).toEqual({ visits: 13, bounces: 5, visit_ms: 100_000 });
  const direct = totals.filter(({ dimension, value }) => dimension === "visit" && value !== "");
  expect(direct.map(({ visits }) => visits)).not.toContainEqual(google?.visits);
});

test("a table without one of these columns has no visits of its values", async () => {
  const { totals } = await read({ devices: table("date,device,visitors,visits", "Mobile,2,3") });
  const mobile = totals.find(({ dimension }) => dimension === "device");
  expect(mobile).toMatchObject({ value: "Mobile", visitors: 2 });
  expect(mobile?.visits).toBeUndefined();
});
