import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diskFile } from "../../../src/import/files/source-file.ts";
import { goatCounter } from "../../../src/import/formats/goatcounter.ts";
import { contentOf, csvOf, fileOf, gzipped, readAll } from "./reading.ts";

const columns = [
  "2Path",
  "Title",
  "Event",
  "UserAgent",
  "Browser",
  "System",
  "Session",
  "Bot",
  "Referrer",
  "Referrer scheme",
  "Screen size",
  "Location",
  "FirstVisit",
  "Date",
];
const view = {
  "2Path": "/pricing?plan=pro",
  Title: "Pricing",
  Event: "false",
  Browser: "Chrome 126",
  System: "Windows 10",
  Session: "a1",
  Bot: "0",
  Referrer: "www.example.org/page",
  "Referrer scheme": "h",
  "Screen size": "1920,1080,1.5",
  Location: "US-TX",
  FirstVisit: "true",
  Date: "2024-05-01T12:00:00Z",
};

const fileWith = (...rows: Readonly<Record<string, string>>[]) =>
  csvOf("goatcounter.csv", columns, rows);
const read = (...rows: Readonly<Record<string, string>>[]) =>
  readAll(goatCounter, [fileWith(...rows)]);

test("a page view is one of the website's domain, with Footfall's names", async () => {
  const { events, counter } = await read(view);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    timeMs: Date.UTC(2024, 4, 1, 12),
    visitor: "a1",
    event: { name: "pageview", referrer: "https://www.example.org/page", screen: "1920x1080" },
    columns: {
      browser: "Chrome",
      browserVersion: "126",
      operatingSystem: "Windows",
      operatingSystemVersion: "10",
      continent: "NA",
      country: "US",
      region: "Texas",
      utmSource: "",
      utmCampaign: "",
    },
  });
  expect(events[0]?.event.url.href).toBe("https://example.com/pricing?plan=pro");
  expect(events[0]).not.toHaveProperty("key");
  expect(counter.unmapped).toEqual({});
});

test("an event is called by its path", async () => {
  const { events } = await read(
    { ...view, "2Path": "click-banner", Event: "true" },
    { ...view, "2Path": "download", Event: "1" },
  );
  expect(events.map(({ event }) => [event.name, event.url.href])).toEqual([
    ["click-banner", "https://example.com/"],
    ["download", "https://example.com/"],
  ]);
});

test("the scheme says whether a referrer is an address, a source or a campaign", async () => {
  const of = async (scheme: string, referrer: string) => {
    const { events } = await read({ ...view, Referrer: referrer, "Referrer scheme": scheme });
    const { event, columns: own } = events[0] ?? {};
    return [event?.referrer, own?.utmSource, own?.utmCampaign];
  };
  expect(await of("h", "example.org")).toEqual(["https://example.org", "", ""]);
  expect(await of("o", "com.slack")).toEqual(["https://com.slack", "", ""]);
  expect(await of("g", "Hacker News")).toEqual(["", "Hacker News", ""]);
  expect(await of("c", "autumn sale")).toEqual(["", "", "autumn sale"]);
  expect(await of("", "")).toEqual(["", "", ""]);
});

test("bots and rows that are no events are counted by reason", async () => {
  const { events, counter } = await read(
    view,
    { ...view, Bot: "3" },
    { ...view, Session: "" },
    { ...view, Date: "noon" },
    { ...view, "2Path": "" },
    { ...view, "2Path": "pageview", Event: "true" },
    { ...view, "2Path": "engagement", Event: "true" },
  );
  expect(events).toHaveLength(1);
  expect(counter.skipped).toEqual({ bot: 1, visitor: 1, time: 1, broken: 1, kind: 2 });
});

test("values may be missing, and unknown spellings are counted", async () => {
  const { events, counter } = await read(
    { "2Path": "about", Session: "a2", Date: "2024-05-01 12:00:00" },
    { ...view, Browser: " ", System: "Linux Ubuntu", Location: "DE", "Screen size": "390,0,1" },
    { ...view, Browser: "Lynx 2.8", System: "Sailfish 4.5", Location: "QQ" },
    { ...view, Browser: "Safari 17.5", System: "macOS 10.15" },
  );
  expect(events[0]?.event.url.href).toBe("https://example.com/about");
  expect(events[0]?.columns).toMatchObject({ browser: "", country: "", operatingSystem: "" });
  expect(events[1]?.columns).toMatchObject({
    browser: "",
    operatingSystem: "Linux",
    operatingSystemVersion: "",
    country: "DE",
  });
  expect(events[3]?.columns).toMatchObject({
    browser: "Safari",
    browserVersion: "17.5",
    operatingSystem: "macOS",
    operatingSystemVersion: "10.15",
  });
  expect(counter.unmapped).toEqual({
    browser: { Lynx: 1 },
    operating_system: { Sailfish: 1 },
    country: { QQ: 1 },
  });
});

test("gzip, CRLF, a mark of UTF-8 and another order of columns are fine", async () => {
  const directory = await mkdtemp(join(tmpdir(), "footfall-goatcounter-"));
  try {
    const path = join(directory, "upload");
    const reversed = csvOf("x.csv", columns.toReversed(), [view], "\r\n");
    const marked = fileOf("x.csv", `\uFEFF${await contentOf(reversed)}half a row\r\n`);
    await writeFile(path, await gzipped(marked));
    const file = diskFile(path, "goatcounter.csv.gz");
    expect(await goatCounter.detects([file])).toBe(true);
    const { events, counter } = await readAll(goatCounter, [file]);
    expect(events.map(({ visitor }) => visitor)).toEqual(["a1"]);
    expect(counter.skipped).toEqual({ broken: 1 });
  } finally {
    await rm(directory, { recursive: true });
  }
});

test("another version is refused, and so are files of something else", async () => {
  const first = csvOf("old.csv", ["1Path", "Session", "Date"], []);
  expect(await goatCounter.detects([first])).toBe(true);
  await expect(goatCounter.inspect([first], {})).rejects.toThrow(
    "old.csv has version 1 of GoatCounter's export: only version 2 can be imported",
  );
  const other = csvOf("x.csv", ["Path", "Date"], []);
  expect(await goatCounter.detects([other])).toBe(false);
  await expect(goatCounter.inspect([other], {})).rejects.toThrow("column 2Path");
  const few = csvOf("x.csv", ["2Path", "Date"], []);
  await expect(goatCounter.inspect([few], {})).rejects.toThrow("x.csv has no column Session");
  expect(await goatCounter.inspect([fileWith(), other], {})).toEqual({ ignored: ["x.csv"] });
});
