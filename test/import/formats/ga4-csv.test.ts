import { expect, test } from "vitest";
import { ga4Csv } from "../../../src/import/formats/ga4-csv.ts";
import { formats } from "../../../src/import/formats/index.ts";
import { ImportFailed, ImportRefused } from "../../../src/import/problems.ts";
import { everyTally } from "../../../src/rollups/rollup-sql.ts";
import { fileOf } from "./reading.ts";
import { readTotals } from "./totals-reading.ts";

const notes = (title: string, from = "20260101", to = "20260102") =>
  [
    "# ----------------------------------------",
    `# ${title}`,
    "# Account: Example, Inc.",
    "# Property: Example",
    "# ----------------------------------------",
    "# ",
    "# All Users",
    `# Start date: ${from}`,
    `# End date: ${to}`,
    "",
  ].join("\n");

const read = (...texts: readonly string[]) =>
  readTotals(
    ga4Csv,
    texts.map((text, nth) => fileOf(`report-${nth}.csv`, text)),
  );

const days = "date,activeUsers,sessions,screenPageViews,bounceRate,averageSessionDuration\n";

test("an answer of the Data API has the numbers of days", async () => {
  const { valuesOf, rows, inspection, counter } = await read(
    `${days}20260101,7,9,20,0.3333333333,50.5\n2026-01-02,1,1,1,1,0\n`,
  );
  expect(valuesOf("visitor")).toEqual([
    ["2026-01-01", "2026-01-01", 7, 20, 0],
    ["2026-01-02", "2026-01-02", 1, 1, 0],
  ]);
  expect(valuesOf("visit").map((row) => row[4])).toEqual([9, 1]);
  expect(valuesOf("bounce").map((row) => row[4])).toEqual([3, 1]);
  expect(valuesOf("visit_ms").map((row) => row[4])).toEqual([454_500, 0]);
  expect(rows).toBe(2);
  expect(counter.skipped).toEqual({});
  expect(inspection.sums).toEqual([]);
  expect(inspection.missing).not.toContain("visitor");
  expect(inspection.missing).toContain("page");
});

test("breakdowns of a day are filled, under Footfall's names", async () => {
  const columns = [
    "sessionSource,sessionMedium,sessionCampaignName,country,region,city,deviceCategory,browser",
    "operatingSystem,screenResolution,hostName,date,activeUsers,sessions,screenPageViews",
  ].join(",");
  const { valuesOf, inspection, totals } = await read(
    [
      columns,
      "twitter.com,social,spring,United States,California,Oakland,mobile,Amazon Silk,iOS,360x640,Example.com,20260101,3,4,8",
      "google,organic,(organic),Türkiye,(not set),(not set),desktop,Chrome,Macintosh,1920x1080,example.com,20260101,2,2,5",
      "(direct),(none),(direct),(not set),,,tablet,BeBrowse,Windows,(not set),example.com,20260101,1,1,1",
    ].join("\n"),
  );
  const found = (name: string) => valuesOf(name).map(([, value, visitors]) => [value, visitors]);
  expect(found("source")).toEqual([
    ["X", 3],
    ["Google", 2],
    ["(direct)", 1],
  ]);
  expect(found("channel")).toEqual([
    ["Social", 3],
    ["Search", 2],
    ["Direct", 1],
  ]);
  expect(found("campaign")).toEqual([["spring", 3]]);
  expect(found("country")).toEqual([
    ["United States", 3],
    ["Türkiye", 2],
    ["(unknown)", 1],
  ]);
  expect(found("region")[0]).toEqual(["California, US", 3]);
  expect(found("city")[0]).toEqual(["Oakland, California, US", 3]);
  expect(found("device").map(([value]) => value)).toEqual(["Mobile", "Desktop", "Tablet"]);
  expect(found("browser").map(([value]) => value)).toEqual(["Silk", "Chrome", "(unknown)"]);
  expect(found("operating_system").map(([value]) => value)).toEqual(["iOS", "macOS", "Windows"]);
  expect(found("screen_resolution").at(-1)).toEqual(["(unknown)", 1]);
  expect(found("hostname")[0]).toEqual(["example.com", 3]);
  expect(valuesOf("visitor")).toEqual([]);
  expect(valuesOf("pageview")).toEqual([["2026-01-01", "2026-01-01", 0, 14, 0]]);
  expect(inspection.missing).toContain("visitor");
  const rolledUp = [...Object.keys(everyTally), "event_total"];
  expect(totals.filter(({ dimension }) => !rolledUp.includes(dimension))).toEqual([]);
});

test("sums of visitors are named, also where they are those of the day", async () => {
  const bySource =
    "date,sessionSource,activeUsers,sessions\n20260101,google,3,4\n20260101,bing,2,2\n";
  const summed = await read(bySource);
  expect(summed.valuesOf("visitor")).toEqual([["2026-01-01", "2026-01-01", 5, 0, 0]]);
  expect(summed.inspection.sums).toEqual(["visitor", "source"]);
  const exact = await read(bySource, `${days}20260101,4,6,9,0,0\n`);
  expect(exact.valuesOf("visitor")).toEqual([["2026-01-01", "2026-01-01", 4, 9, 0]]);
  expect(exact.valuesOf("visit").map((row) => row[4])).toEqual([6]);
  expect(exact.inspection.sums).toEqual(["source"]);
  const byCountry = await read(
    `${days}20260101,4,6,9,0,0\n`,
    "date,country,activeUsers\n20260101,France,4\n",
  );
  expect(byCountry.inspection.sums).toEqual([]);
});

test("pages, entry pages and events count what they are about", async () => {
  const { valuesOf, counter } = await read(
    `${days}20260101,4,6,9,0,0\n`,
    "date,pagePath,activeUsers,screenPageViews\n20260101,/über,2,5\n20260101,/,3,4\n",
    "date,landingPage,activeUsers,sessions\n20260101,/,3,5\n20260101,(not set),1,1\n",
    "date,eventName,activeUsers,eventCount\n20260101,sign_up,2,3\n20260101,page_view,4,9\n20260101,,1,1\n",
  );
  expect(valuesOf("page")).toEqual([
    ["2026-01-01", "/%C3%BCber", 2, 5, 0],
    ["2026-01-01", "/", 3, 4, 0],
  ]);
  expect(valuesOf("entry_page")).toEqual([["2026-01-01", "/", 3, 0, 5]]);
  expect(valuesOf("event")).toEqual([["2026-01-01", "sign_up", 2, 0, 3]]);
  expect(counter.skipped).toEqual({ kind: 1, broken: 1 });
  expect(valuesOf("pageview")).toEqual([["2026-01-01", "2026-01-01", 4, 9, 0]]);
});

test("a file of the user interface has several tables below notes", async () => {
  const text = [
    notes("Reports snapshot"),
    "Nth day,Active users\n0000,12\n0001,7\n",
    notes("Reports snapshot"),
    "Nth day,Views\n0000,30\n0001,9\n\nCountry,Active users\nGermany,15\n\nNth week,Active users\n0001,19\n",
  ].join("");
  const { valuesOf, inspection, rows } = await read(text);
  expect(valuesOf("visitor")).toEqual([
    ["2026-01-01", "2026-01-01", 12, 30, 0],
    ["2026-01-02", "2026-01-02", 7, 9, 0],
  ]);
  expect(valuesOf("country")).toEqual([]);
  expect(rows).toBe(4);
  expect(inspection.missing).toContain("country");
});

test("the tables of a single day need no dates", async () => {
  const text = `${notes("Countries", "20260103", "20260103")}Active users,Views\n9,20\n\nCountry,Active users\nGermany,5\nFrance,4\n`;
  const { valuesOf } = await read(text);
  expect(valuesOf("visitor")).toEqual([["2026-01-03", "2026-01-03", 9, 20, 0]]);
  expect(valuesOf("country").map(([date, ...rest]) => [date, ...rest.slice(0, 2)])).toEqual([
    ["2026-01-03", "Germany", 5],
    ["2026-01-03", "France", 4],
  ]);
});

test("an exploration has a row of sums, which is none of a day", async () => {
  const { valuesOf, counter, rows } = await read(
    [
      "# ----------------------------------------",
      "# Example",
      "# Free form-Free form 1",
      "# 20260101-20260102",
      "# ----------------------------------------",
      "",
      "Date,Page path and screen class,Active users,Views",
      ",,5,9,Grand total",
      '20260101,"/a,b",3,5',
      "20260102,/,2,4",
    ].join("\r\n"),
  );
  expect(valuesOf("page").map((row) => row.slice(0, 4))).toEqual([
    ["2026-01-01", "/a,b", 3, 5],
    ["2026-01-02", "/", 2, 4],
  ]);
  expect(valuesOf("pageview").map((row) => row[3])).toEqual([5, 4]);
  expect(counter.skipped).toEqual({});
  expect(rows).toBe(2);
});

test("files of overlapping days count once, and those of other days add up", async () => {
  const january = `${days}20260101,4,6,9,0,0\n20260102,1,1,1,0,0\n`;
  const { valuesOf } = await read(
    january,
    january,
    `${days}20260102,8,8,8,0,0\n20260103,2,2,2,0,0\n`,
  );
  expect(valuesOf("visitor").map(([date, , visitors]) => [date, visitors])).toEqual([
    ["2026-01-01", 4],
    ["2026-01-02", 1],
    ["2026-01-03", 2],
  ]);
});

test("a table with a column that nobody knows tells no numbers of days", async () => {
  const audiences =
    "date,audienceName,country,activeUsers\n20260101,All,France,3\n20260101,New,France,2\n";
  await expect(read(audiences)).rejects.toThrow(/no table has the numbers of days/);
  const { valuesOf } = await read(audiences, `${days}20260101,4,6,9,0,0\n`);
  expect(valuesOf("visitor").map((row) => row[2])).toEqual([4]);
});

test("rows that cannot be read are broken, and more than half of them fail the import", async () => {
  const good = "20260101,4,6,9,0,0";
  const bad = [
    "20260230,1,1,1,0,0",
    "x,1,1,1,0,0",
    "20260101,1,1",
    "20260101,-1,1,1,0,0",
    "20260101,1.5,1,1,0,0",
  ];
  const { counter } = await read([days.trim(), ...bad, ...bad.map(() => good)].join("\n"));
  expect(counter.skipped).toEqual({ broken: bad.length });
  const worse = read([days.trim(), ...bad, good].join("\n"));
  await expect(worse).rejects.toThrow(ImportFailed);
});

test("files without days are refused, and say what to export", async () => {
  const text = `${notes("Countries")}Country,Active users\nGermany,5\n`;
  await expect(read(text)).rejects.toThrow(ImportRefused);
  await expect(read(text)).rejects.toThrow(/export the date with active users, sessions and views/);
});

test("files are known by their notes or their columns", async () => {
  const known = async (text: string) => {
    for (const format of formats) {
      if (await format.detects([fileOf("a.csv", text)])) return format.source;
    }
    return undefined;
  };
  expect(await known(notes("Countries"))).toBe("ga4-csv");
  expect(await known(`\uFEFF${days}`)).toBe("ga4-csv");
  expect(await known("Date,Session source,Sessions\n20260101,google,3\n")).toBe("ga4-csv");
  expect(await known("date,page,visitors\n2026-01-01,/,3\n")).toBeUndefined();
  expect(await known("Date,Visits\n2026-01-01,3\n")).toBeUndefined();
});

test("a file of very many tables is refused, as it is read once for each", async () => {
  const text = `${days}20260101,4,6,9,0,0\n`;
  const many = (count: number) => `# Start date: 20260101\n${`#\n${text}`.repeat(count)}`;
  expect((await read(many(50))).valuesOf("visitor").map((row) => row[2])).toEqual([4]);
  await expect(read(many(51))).rejects.toThrow("report-0.csv has more than 50 tables");
});

test("a long line among the tables takes nothing from the others", async () => {
  for (const text of ["#", "# Start date: ", '"', ",", "1,"]) {
    const content = `# Start date: 20260101\nNth day,Views\n0001,3\n${text.repeat(50_000)}\n0002,4\n`;
    expect((await read(content)).valuesOf("pageview")[0], text).toEqual([
      "2026-01-02",
      "2026-01-02",
      0,
      3,
      0,
    ]);
  }
});
