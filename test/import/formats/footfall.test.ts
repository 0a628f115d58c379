import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";

import type { EventRow } from "../../../src/events/row.ts";
import { footfall } from "../../../src/import/formats/footfall.ts";
import { importedRow } from "../../../src/import/run/imported-row.ts";
import { websiteWith } from "../../helpers/draft.ts";
import { fileOf, readAll } from "./reading.ts";

const line = {
  date: "2025-03-01",
  visitor: "00000000000000ff",
  time: "2025-03-01T10:00:00.007Z",
  name: "pageview",
  hostname: "example.com",
  page: "/a",
};

function ndjson(...lines: readonly object[]): string {
  return lines.map((each) => `${JSON.stringify(each)}\n`).join("");
}

/** Reads lines of one file behind a good one, so that the file is an export. */
async function read(...lines: readonly object[]) {
  const { events, counter } = await readAll(footfall, [
    fileOf("a.ndjson", ndjson(line, ...lines.map((each) => ({ ...line, ...each })))),
  ]);
  return { events: events.slice(1), skipped: counter.skipped };
}

/** Resolves with the row of a line, or with the reason why it is skipped. */
async function rowOf(fields: object, website: Parameters<typeof websiteWith>[0] = {}) {
  const { events, skipped } = await read(fields);
  const [event] = events;
  if (event === undefined) return Object.keys(skipped)[0];
  return importedRow(event, websiteWith(website), "salt");
}

test("lines without optional columns are events, and unknown columns are ignored", async () => {
  const row = await rowOf({ utm_id: "x", later: { a: [1] }, website_id: 9, __proto__: 1 });

  expect(row).toMatchObject({
    name: "pageview",
    hostname: "example.com",
    page: "/a",
    timeMs: Date.parse(line.time),
    date: Date.parse(line.date) / 86_400_000,
    browser: "",
    props: [],
    revenueMilliAmount: 0n,
    scrollDepth: 0,
  });
  expect((row as EventRow).websiteId).toBe(websiteWith({}).id);
});

test("a name is as long as a collected one at most, in code points", async () => {
  expect(await rowOf({ name: "😀".repeat(120) })).toMatchObject({ name: "😀".repeat(120) });
  expect(await rowOf({ name: "😀".repeat(121) })).toBe("broken");
});

test("a file may begin with a mark of UTF-8, and lines may end with CRLF", async () => {
  const text = `\uFEFF${ndjson(line, line).replaceAll("\n", "\r\n")}\r\n`;
  const { events, counter } = await readAll(footfall, [fileOf("a.ndjson", text)]);

  expect([events.length, counter.skipped]).toEqual([2, {}]);
});

test("several files are one import, and empty ones do no harm", async () => {
  const { events } = await readAll(footfall, [
    fileOf("a.ndjson", ndjson(line)),
    fileOf("b.ndjson", ""),
    fileOf("c.ndjson", ndjson({ ...line, page: "/c" }).trimEnd()),
  ]);

  expect(events.map(({ columns }) => columns.page)).toEqual(["/a", "/c"]);
});

test("other files of an archive are ignored, but not those that may be faulty exports", async () => {
  const files = [
    fileOf("readme.txt", "How to import"),
    fileOf("empty.ndjson", ""),
    fileOf("a.ndjson", ndjson(line)),
  ];
  expect(await footfall.detects(files)).toBe(true);
  expect(await footfall.inspect(files, {})).toEqual({ ignored: ["readme.txt"] });
  expect((await readAll(footfall, files)).counter.skipped).toEqual({});
  const faulty = fileOf("b.ndjson", ndjson({ ...line, date: undefined }));
  await expect(footfall.inspect([...files, faulty], {})).rejects.toThrow("b.ndjson is no export");
});

test("packed bytes that nobody unpacked are no export", async () => {
  const packed = fileOf("a.ndjson.gz", gzipSync(ndjson(line)));
  await expect(footfall.inspect([packed], {})).rejects.toThrow("is no export of Footfall");
});

test("a file is known by a first line of the longest event", async () => {
  const props = Object.fromEntries([["\u0001".repeat(8_192), "\u0001".repeat(8_192)]]);
  const { events } = await readAll(footfall, [fileOf("a.ndjson", ndjson({ ...line, props }))]);

  expect(events[0]?.columns.props).toEqual(Object.entries(props));
});

describe("a line is broken", () => {
  test.each([
    ["a time more than a day before its date", { time: "2025-02-27T23:59:59.999Z" }],
    ["a time more than a day after its date", { time: "2025-03-03T00:00:00.000Z" }],
    ["a date that does not exist", { date: "2025-02-29" }],
    ["a time that is none", { time: "yesterday" }],
    ["a date that is no text", { date: 20250301 }],
    ["no name", { name: "" }],
    ["no visitor", { visitor: "" }],
    ["a host that is none", { hostname: "a b" }],
    ["a host that is too long", { hostname: `${"a.".repeat(200)}example.com` }],
    ["text that is a number", { browser: 1 }],
    ["text that is null", { city: null }],
    ["props that are a list", { props: [] }],
    ["props with a number", { props: { n: 1 } }],
    ["four digits after the point", { revenue_amount: "0.0001" }],
    ["an exponent", { revenue_amount: "1e3" }],
    ["no digits before the point", { revenue_amount: ".5" }],
    ["an amount that is too large", { revenue_amount: "1".repeat(16) }],
    ["a negative time on the page", { engagement_time_ms: -1 }],
    ["a time on the page that is too long", { engagement_time_ms: 2 ** 32 }],
    ["half a percent", { scroll_depth: 0.5 }],
    ["more than all of the page", { scroll_depth: 101 }],
  ])("with %s", async (_what, fields) => {
    expect(await read(fields)).toEqual({ events: [], skipped: { broken: 1 } });
  });
});

test.each([
  ["2025-02-28T00:00:00.000Z", "the first moment that is near enough"],
  ["2025-03-02T23:59:59.999Z", "the last one"],
])("a time of %s, %s, keeps the date of the file", async (time) => {
  const row = await rowOf({ time }, { timezone: "Pacific/Kiritimati" });
  expect(row).toMatchObject({ date: Date.parse("2025-03-01") / 86_400_000 });
});

test.each<[unknown, bigint]>([
  ["0", 0n],
  ["12.5", 12_500n],
  ["-0.001", -1n],
  ["-12345678901234.56", -12_345_678_901_234_560n],
  ["999999999999999.999", 999_999_999_999_999_999n],
  [7, 7_000n],
  [-0.25, -250n],
])("the amount %j counts to the last digit", async (amount, milli) => {
  expect(await rowOf({ revenue_amount: amount })).toMatchObject({ revenueMilliAmount: milli });
});

test.each([
  ["www.example.com", "www.example.com"],
  ["EXAMPLE.com.", "example.com"],
  ["example.com:8080", "example.com"],
  ["x@example.com/path", "example.com"],
  ["example.com#@evil.example", "example.com"],
  ["notexample.com", undefined],
  ["example.com.evil.example", undefined],
  ["evil.example#@example.com", undefined],
  ["evil.example/.example.com", undefined],
])("the host rule holds for %s", async (hostname, stored) => {
  const row = await rowOf({ hostname });
  if (stored === undefined) expect(row).toBe("hostname");
  else expect(row).toMatchObject({ hostname: stored });
});

test.each([
  ["1999-12-31", "1999-12-31T23:59:59.999Z"],
  ["2150-01-01", "2150-01-01T10:00:00.000Z"],
  ["9999-12-31", "9999-12-31T10:00:00.000Z"],
])("an event of %s, which no clock could have shown, is skipped", async (date, time) => {
  expect(await rowOf({ date, time })).toBe("time");
});
