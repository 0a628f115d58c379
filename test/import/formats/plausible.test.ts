import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

import { openUploads } from "../../../src/import/files/archive.ts";
import { plausible } from "../../../src/import/formats/plausible.ts";
import { ImportFailed, ImportRefused } from "../../../src/import/problems.ts";
import { everyTally } from "../../../src/rollups/rollup-sql.ts";
import {
  file,
  filesOf,
  locations,
  pages,
  read,
  readFiles,
  rest,
  sources,
  table,
  valuesOf,
  visitors,
  visitorsHeader,
} from "../../helpers/plausible.ts";
import { zip } from "../../helpers/zip.ts";

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
  const { totals, counter } = await read({ sources, pages, locations });
  expect(totals.reduce((sum, { rows }) => sum + rows, 0)).toBe(2 + 7 + 4 + 7);
  expect(counter.read).toBe(0);
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
    "2024-01-03,/,1,1",
    "2024-02-30,/,1,1",
    "01.01.2024,/,1,1",
    ",/,1,1",
    "1969-12-31,/,1,1",
    "2024-01-01,/,-1,1",
    "2024-01-01,/,1.5,1",
    "2024-01-01,/,,1",
    "2024-01-01,/,1e3,1",
    "2024-01-01,/,1,9999999999999",
    "2024-01-01,/,1",
    "2024-01-01,/,1,1,1",
    `2024-01-01,/${"x".repeat(2_000)},1,1`,
  ];
  const rows = [...bad, ...bad.map(() => good)];
  const text = ["date,page,visitors,pageviews", ...rows].join("\n");
  const { totals, counter } = await read({ pages: text });
  expect(counter.skipped).toEqual({ broken: bad.length });
  expect(totals.filter(({ dimension }) => dimension === "page")).toHaveLength(bad.length);
});

test("an import fails if more than half of a file is broken", async () => {
  const half = "date,page,visitors,pageviews\n2024-01-01,/,1,1\nx,/,1,1\n";
  expect((await read({ pages: half })).counter.skipped).toEqual({ broken: 1 });
  const result = read({ pages: `${half}x,/,1,1\n` });
  await expect(result).rejects.toThrow(ImportFailed);
  await expect(result).rejects.toThrow(
    /^imported_pages_.*: more than half of the rows are broken$/,
  );
});

test("tables of other days than the visitors fail the import, and it says so", async () => {
  const half = "date,page,visitors,pageviews\n2024-01-01,/,1,1\n2023-12-31,/,1,1\n";
  expect((await read({ pages: half })).counter.skipped).toEqual({ broken: 1 });
  await expect(read({ pages: `${half}2023-12-30,/,1,1\n` })).rejects.toThrow(
    /^imported_pages_.*: most rows are of days that imported_visitors does not have, such as 2023-12-31$/,
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
      "entry_page",
      "exit_page",
      "event",
      "props",
      "continent",
      "country",
      "region",
      "device",
      "browser",
      "browser_version",
      "operating_system",
      "operating_system_version",
      "city",
      "language",
      "screen_resolution",
    ],
    sums: [
      "source",
      "referrer",
      "utm_source",
      "utm_medium",
      "utm_content",
      "utm_term",
      "campaign",
      "channel",
      "page",
      "hostname",
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
