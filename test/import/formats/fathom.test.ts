import { expect, test } from "vitest";

import { fathom } from "../../../src/import/formats/fathom.ts";
import { formats } from "../../../src/import/formats/index.ts";
import { ImportRefused } from "../../../src/import/problems.ts";
import { everyTally } from "../../../src/rollups/rollup-sql.ts";
import { fileOf } from "./reading.ts";
import { readTotals } from "./totals-reading.ts";

/** The files of a website, each with two hours of a day. */
const website: Readonly<Record<string, string>> = {
  Site: [
    "Timestamp,Pageviews,Visits,Bounce Rate,Avg Duration",
    "2023-05-01 09:00:00,10,4,0.5,30",
    "2023-05-01 10:00:00,5,2,0,12.5",
    "2023-05-02 00:00:00,,,,",
  ].join("\n"),
  Pages: [
    "Timestamp,Hostname,Pathname,Views,Uniques",
    "2023-05-01 09:00:00,https://example.com,/,7,4",
    "2023-05-01 10:00:00,https://example.com,/,3,2",
    "2023-05-01 09:00:00,https://example.com,/pricing,3,2",
  ].join("\n"),
  Browsers: "Timestamp,Browser,Pageviews\n2023-05-01 09:00:00,Chrome,10\n",
  Countries: "Timestamp,Country,Visits,Pageviews\n2023-05-01 09:00:00,DE,4,10\n",
  Cities: "Timestamp,City,Country,Visits\n2023-05-01 09:00:00,Berlin,DE,3\n",
  DeviceTypes: "Timestamp,Device Type,Visits\n2023-05-01 09:00:00,Phone,4\n",
  Referrers:
    "Timestamp,Referrer Hostname,Referrer Pathname,Views,Uniques\n2023-05-01 09:00:00,https://www.google.com,/,6,3\n",
  Events: "Timestamp,Event Name,Completions,Uniques\n2023-05-01 09:00:00,Sign up,3,2\n",
};

const read = (files: Readonly<Record<string, string>>) =>
  readTotals(
    fathom,
    Object.entries(files).map(([name, text]) => fileOf(`${name}.csv`, text)),
  );

test("the hours of a day add up", async () => {
  const { valuesOf, rows, counter, totals } = await read(website);
  const date = "2023-05-01";
  expect(valuesOf("visitor")).toEqual([
    [date, date, 6, 15, 0],
    ["2023-05-02", "2023-05-02", 0, 0, 0],
  ]);
  expect(valuesOf("visit").map((row) => row[4])).toEqual([6, 0]);
  expect(valuesOf("bounce").map((row) => row[4])).toEqual([2, 0]);
  expect(valuesOf("visit_ms").map((row) => row[4])).toEqual([145_000, 0]);
  expect(valuesOf("page").map(([, ...row]) => row)).toEqual([
    ["/", 4, 7, 0],
    ["/", 2, 3, 0],
    ["/pricing", 2, 3, 0],
  ]);
  expect(valuesOf("hostname")[0]).toEqual([date, "example.com", 4, 7, 0]);
  expect(valuesOf("country")).toEqual([[date, "Germany", 4, 10, 0]]);
  expect(valuesOf("city")).toEqual([[date, "Berlin, DE", 3, 0, 0]]);
  expect(valuesOf("device")).toEqual([[date, "Mobile", 4, 0, 0]]);
  expect(valuesOf("referrer")).toEqual([[date, "google.com", 3, 6, 0]]);
  expect(valuesOf("source")).toEqual([[date, "Google", 3, 6, 0]]);
  expect(valuesOf("channel")).toEqual([[date, "Search", 3, 6, 0]]);
  expect(valuesOf("event")).toEqual([[date, "Sign up", 2, 0, 3]]);
  expect(rows).toBe(12);
  expect(counter.skipped).toEqual({});
  const rolledUp = [...Object.keys(everyTally), "event_total"];
  expect(totals.filter(({ dimension }) => !rolledUp.includes(dimension))).toEqual([]);
});

test("what a table has no visitors of is missing", async () => {
  const { inspection, valuesOf } = await read(website);
  expect(valuesOf("browser")).toEqual([]);
  expect(inspection.missing).toContain("browser");
  expect(inspection.missing).toContain("props");
  expect(inspection.missing).not.toContain("country");
  expect(inspection.sums).toEqual(expect.arrayContaining(["visitor", "page", "country"]));
});

test("exports by breakdown have other names", async () => {
  const { valuesOf } = await read({
    "pageviews-site-totals":
      "date,visits,uniques,pageviews,avg_duration,bounce_rate\n2024-02-01,5,5,9,10,0.4\n",
    "pageviews-browser": "date,browser,visits,uniques,pageviews\n2024-02-01,Safari,5,5,9\n",
    "pageviews-utm": "date,utm_source,utm_campaign,visits,pageviews\n2024-02-01,news,spring,2,4\n",
  });
  expect(valuesOf("visitor")).toEqual([["2024-02-01", "2024-02-01", 5, 9, 0]]);
  expect(valuesOf("browser")).toEqual([["2024-02-01", "Safari", 5, 9, 0]]);
  expect(valuesOf("utm_source")).toEqual([["2024-02-01", "news", 2, 4, 0]]);
  expect(valuesOf("campaign")).toEqual([["2024-02-01", "spring", 2, 4, 0]]);
});

test("one table of all columns is enough", async () => {
  const { valuesOf, inspection } = await read({
    export: [
      "datetime,hostname,pathname,referrer_hostname,browser,country_code,device_type,pageviews",
      "2025-03-01 10:00:00,example.com,/,,Chrome,DE,Desktop,3",
      "2025-03-01 11:00:00,example.com,/b,,Chrome,DE,Desktop,2",
    ].join("\n"),
  });
  expect(valuesOf("pageview")).toEqual([["2025-03-01", "2025-03-01", 0, 5, 0]]);
  expect(valuesOf("page").map((row) => row.slice(1, 4))).toEqual([
    ["/", 0, 3],
    ["/b", 0, 2],
  ]);
  expect(inspection.missing).toContain("visitor");
});

test("files without the numbers of days are refused, and others are ignored", async () => {
  const events = read({ Events: website["Events"] ?? "" });
  await expect(events).rejects.toThrow(ImportRefused);
  await expect(events).rejects.toThrow(/add Site\.csv/);
  const { inspection } = await read({ ...website, notes: "a,b\n1,2\n" });
  expect(inspection.ignored).toEqual(["notes.csv"]);
});

test("Fathom's files are no other product's", async () => {
  for (const text of Object.values(website)) {
    const sources = [];
    for (const format of formats) {
      if (await format.detects([fileOf("Site.csv", text)])) sources.push(format.source);
    }
    if (/Pageviews|Views|Completions/.test(text)) expect(sources).toEqual(["fathom"]);
  }
});
