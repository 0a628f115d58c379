import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

import { openUploads } from "../../../src/import/archive.ts";
import type { ReadContext, SourceTotal } from "../../../src/import/format.ts";
import { plausible } from "../../../src/import/formats/plausible.ts";
import { ImportFailed, ImportRefused } from "../../../src/import/problems.ts";
import type { SourceFile } from "../../../src/import/source-file.ts";
import { Tally } from "../../../src/import/tally.ts";
import { everyTally } from "../../../src/rollups/rollup-sql.ts";
import { zip } from "../../helpers/zip.ts";

/** Texts of files by the names of their tables. */
type Tables = Readonly<Record<string, string>>;

const range = "20240101_20240131";
const rest = "visitors,visits,visit_duration,bounces,pageviews";
const visitorsHeader = "date,visitors,pageviews,bounces,visits,visit_duration";
const visitors = `${visitorsHeader}\n2024-01-01,7,20,3,9,451\n2024-01-02,1,1,1,1,0\n`;

function file(name: string, text: string): SourceFile {
  return {
    name,
    async *read() {
      // Pieces of a few bytes, so that no row comes whole.
      const bytes = Buffer.from(text);
      for (let i = 0; i < bytes.length; i += 7) yield bytes.subarray(i, i + 7);
    },
  };
}

function filesOf(tables: Tables): SourceFile[] {
  return Object.entries({ visitors, ...tables }).map(([name, text]) =>
    file(`imported_${name}_${range}.csv`, text),
  );
}

function read(tables: Tables): Promise<{ totals: SourceTotal[]; tally: Tally }> {
  return readFiles(filesOf(tables));
}

async function readFiles(files: readonly SourceFile[]) {
  const tally = new Tally();
  const context: ReadContext = {
    website: { id: 1, domain: "example.com", timezone: "UTC" },
    options: {},
    tally,
    props: { add: async () => {}, find: async () => new Map() },
  };
  const totals: SourceTotal[] = [];
  for await (const some of plausible.read(files, context)) totals.push(...some);
  return { totals, tally };
}

/** Resolves with each value of a dimension: visitors, page views, occurrences, amount. */
async function valuesOf(dimension: string, tables: Tables): Promise<unknown[]> {
  const { totals } = await read(tables);
  return totals
    .filter((total) => total.dimension === dimension)
    .map(({ value, visitors, pageviews, occurrences, milliAmount }) => [
      value,
      ...[visitors, pageviews, occurrences],
      ...(milliAmount === undefined ? [] : [milliAmount]),
    ]);
}

/** Returns a table with one row for each of these. */
function table(header: string, ...rows: readonly string[]): string {
  return [header, ...rows.map((row) => `2024-01-01,${row}`)].join("\n");
}

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

const sourcesHeader =
  "date,source,referrer,utm_source,utm_medium,utm_campaign,utm_content,utm_term,pageviews,visitors,visits,visit_duration,bounces";
const sources = table(
  sourcesHeader,
  "Google,google.com,,,,,,30,12,13,100,5",
  "twitter,t.co/abc,twitter,social,spring,button,shoes,4,2,2,0,2",
  "Facebook,facebook.com,fb,cpc,spring,,,6,3,3,0,3",
  "Direct / None,,,,,,,8,5,5,0,1",
  ",,,,,,,1,1,1,0,1",
  "blog.example.org,www.blog.example.org/post?a=b,,,,,,2,1,1,0,0",
  "newsletter,,newsletter,email,,,,2,1,1,0,0",
);

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
    ...["Search", "Social", "Paid", "Direct", "Direct", "Referral", "E-mail"],
  ]);
  expect((found[2] as unknown[][]).map(([host]) => host)).toEqual([
    ...[
      "google.com",
      "t.co",
      "facebook.com",
      "(direct)",
      "(direct)",
      "blog.example.org",
      "(direct)",
    ],
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

const pages = table(
  "date,hostname,page,visits,visitors,pageviews,total_scroll_depth,total_scroll_depth_visits,total_time_on_page,total_time_on_page_visits",
  "example.com,/,9,7,12,400,8,90,8",
  "Example.com,/über uns,2,2,3,0,0,0,0",
  ",/a?b=c,1,1,1,50,1,30,2",
  "example.com,,1,1,1,80,1,5,1",
);

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
  const { tally } = await read({ custom_events, custom_props });
  expect(tally.skipped).toEqual({ kind: 2, broken: 3 });
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

const locations = table(
  "date,country,region,city,visitors,visits,visit_duration,bounces,pageviews",
  "US,US-CA,5391959,3,3,0,0,7",
  "US,,0,2,2,0,0,2",
  "DE,DE-BW,2929831,1,1,0,0,1",
  "de,DE-QQ,0,1,1,0,0,1",
  "A1,,0,1,1,0,0,1",
  "ZZ,,0,1,1,0,0,1",
  ",,,1,1,0,0,1",
);

test("places have the names that Footfall lists", async () => {
  const { tally } = await read({ locations });
  expect(tally.unmapped).toEqual({ country: { A1: 1 }, region: { "DE-QQ": 1 } });
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
    ...["California, US", "(unknown)", "Baden-Wurttemberg, DE", "(unknown)"],
    ...["(unknown)", "(unknown)", "(unknown)"],
  ]);
  const continents = (await valuesOf("continent", { locations })) as unknown[][];
  expect(continents.map(([continent]) => continent)).toEqual([
    ...["North America", "North America", "Europe", "Europe"],
    ...["(unknown)", "(unknown)", "(unknown)"],
  ]);
  expect(await valuesOf("city", { locations })).toEqual([]);
});

test("the regions of Plausible's own example are known", async () => {
  const codes = ["FR-PAC", "GB-ENG", "IT-34", "IN-TG", "FR-CVL", "NL-LI", "SE-AB"];
  const rows = codes.map((code) => `${code.slice(0, 2)},${code},0,1,1,0,0,1`);
  const header = "date,country,region,city,visitors,visits,visit_duration,bounces,pageviews";
  const { tally } = await read({ locations: table(header, ...rows) });
  expect(tally.unmapped).toEqual({});
});

test("a laptop is a desktop", async () => {
  const rows = ["Laptop,2,2,0,0,3", "Desktop,1,1,0,0,1", "Mobile,1,1,0,0,1", "Tablet,1,1,0,0,1"];
  const devices = table(`date,device,${rest}`, ...rows, "Fridge,1,1,0,0,1", ",1,1,0,0,1");
  const found = (await valuesOf("device", { devices })) as unknown[][];
  expect(found.map(([device]) => device)).toEqual([
    ...["Desktop", "Desktop", "Mobile", "Tablet", "(unknown)", "(unknown)"],
  ]);
  expect((await read({ devices })).tally.unmapped).toEqual({ device: { Fridge: 1 } });
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
  ["BeOS,5", "BeOS", "BeOS 5"],
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

test("columns are found by their names, in any order and beside others", async () => {
  const text = '\uFEFF"pageviews","date","new","visitors","page"\r\n4,2024-01-01,x,3,/\r\n';
  expect(await valuesOf("page", { pages: text })).toEqual([["/", 3, 4, 0]]);
  expect(await valuesOf("hostname", { pages: text })).toEqual([]);
});

test("every total is one that roll-ups have, but for props", async () => {
  const browsers = table(`date,browser,browser_version,${rest}`, "Chrome,126.0,2,2,0,0,3");
  const custom_props = table("date,property,value,visitors,events", "plan,pro,2,4");
  const { totals } = await read({ sources, pages, locations, browsers, custom_props });
  const rolledUp = [...Object.keys(everyTally), "event_total"];
  const others = totals.filter(({ dimension }) => !rolledUp.includes(dimension));
  expect(others.map(({ dimension }) => dimension)).toEqual(["prop"]);
});

test("an archive as Plausible makes it is read", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plausible-"));
  try {
    const path = join(folder, "export");
    const entries = filesOf({ pages, locations }).map(({ name }, i) => ({
      name,
      content: [visitors, pages, locations][i] ?? "",
      method: 0,
    }));
    await writeFile(path, zip([...entries, { name: "__MACOSX/._imported_pages.csv" }]));
    const files = await openUploads([{ path, name: "example_com_20240131.zip" }]);
    expect(await plausible.detects(files)).toBe(true);
    expect((await plausible.inspect(files, {})).ignored).toEqual([]);
    expect(await readFiles(files)).toEqual(await read({ pages, locations }));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("the totals of a row count as one row", async () => {
  const { totals, tally } = await read({ sources, pages, locations });
  expect(totals.reduce((sum, { rows }) => sum + rows, 0)).toBe(2 + 7 + 4 + 7);
  expect(tally.read).toBe(0);
});

test("what ClickHouse writes for nothing is nothing", async () => {
  const text = `${visitorsHeader}\n2024-01-01,2,\\N,1,2,30\n`;
  expect(await valuesOf("visit", { visitors: text })).toEqual([["2024-01-01", 2, 0, 2]]);
  const found = table(`date,device,${rest}`, "\\N,1,1,0,0,1");
  expect(await valuesOf("device", { visitors: text, devices: found })).toEqual([
    ["(unknown)", 1, 1, 0],
  ]);
});

test("a date that comes twice has the totals of both", async () => {
  const twice = `${visitors}2024-01-01,1,2,0,1,9\n`;
  expect(await valuesOf("visit", { visitors: twice })).toEqual([
    ["2024-01-01", 7, 20, 9],
    ["2024-01-02", 1, 1, 1],
    ["2024-01-01", 1, 2, 1],
  ]);
});

test("rows that are broken, or of days without visitors, are skipped", async () => {
  const good = "2024-01-01,/,1,1";
  const bad = [
    ...["2024-01-03,/,1,1", "2024-02-30,/,1,1", "01.01.2024,/,1,1", ",/,1,1", "1969-12-31,/,1,1"],
    ...["2024-01-01,/,-1,1", "2024-01-01,/,1.5,1", "2024-01-01,/,,1", "2024-01-01,/,1e3,1"],
    ...["2024-01-01,/,1,9999999999999", "2024-01-01,/,1", "2024-01-01,/,1,1,1"],
    `2024-01-01,/${"x".repeat(2_000)},1,1`,
  ];
  const rows = [...bad, ...bad.map(() => good)];
  const text = ["date,page,visitors,pageviews", ...rows].join("\n");
  const { totals, tally } = await read({ pages: text });
  expect(tally.skipped).toEqual({ broken: bad.length });
  expect(totals.filter(({ dimension }) => dimension === "page")).toHaveLength(bad.length);
});

test("an import fails if more than half of a file is broken", async () => {
  const half = "date,page,visitors,pageviews\n2024-01-01,/,1,1\nx,/,1,1\n";
  expect((await read({ pages: half })).tally.skipped).toEqual({ broken: 1 });
  const result = read({ pages: `${half}x,/,1,1\n` });
  await expect(result).rejects.toThrow(ImportFailed);
  await expect(result).rejects.toThrow(
    /^imported_pages_.*: more than half of the rows are broken$/,
  );
});

test("a table with a header alone has nothing", async () => {
  expect((await read({ visitors: visitorsHeader })).totals).toEqual([]);
  expect(await valuesOf("page", { pages: "date,page,visitors,pageviews\r\n" })).toEqual([]);
});

test("files are known by their names, with dates or without", async () => {
  expect(await plausible.detects([file("readme.txt", ""), file("imported_pages.csv", "")])).toBe(
    true,
  );
  expect(await plausible.detects(filesOf({}))).toBe(true);
  for (const name of ["visitors.csv", "imported_unknown.csv", "imported_pages.csv.zip", "x"]) {
    expect(await plausible.detects([file(name, "")])).toBe(false);
  }
});

test("an inspection names what is ignored, missing, and a sum", async () => {
  const files = [...filesOf({ sources, pages }), file("readme.txt", ""), file("a.zip", "PK")];
  expect(await plausible.inspect(files, {})).toEqual({
    ignored: ["readme.txt", "a.zip"],
    missing: [
      ...["entry_page", "exit_page", "event", "props", "continent", "country", "region"],
      ...["device", "browser", "browser_version", "operating_system"],
      ...["operating_system_version", "city", "language", "screen_resolution"],
    ],
    sums: [
      ...["source", "referrer", "utm_source", "utm_medium", "utm_content", "utm_term"],
      ...["campaign", "channel", "page", "hostname"],
    ],
  });
});

test("statistics of a column that is not there are missing", async () => {
  const text = "date,source,visitors\n";
  const { missing, sums } = await plausible.inspect(filesOf({ sources: text }), {});
  expect(missing).toContain("referrer");
  expect(missing).not.toContain("source");
  expect(sums).toEqual(["source", "channel"]);
});

test.each([
  ["no visitors", [file("imported_pages.csv", pages)], /imported_visitors is missing/],
  [
    "a table twice",
    [...filesOf({ pages }), file("imported_pages_20240201_20240229.csv", pages)],
    /imported_pages_20240101_20240131\.csv and imported_pages_20240201_20240229\.csv/,
  ],
  ["a missing column", filesOf({ pages: "date,page,visitors\n" }), /has no column pageviews/],
  ["an empty file", filesOf({ pages: "" }), /has no column date/],
  ["no table at all", filesOf({ visitors: "PK\x03\x04" }), /has no column date/],
])("files with %s are refused", async (_, files, message) => {
  const result = plausible.inspect(files, {});
  await expect(result).rejects.toThrow(ImportRefused);
  await expect(result).rejects.toThrow(message);
});
