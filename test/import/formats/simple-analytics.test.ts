import { expect, test } from "vitest";

import { simpleAnalytics } from "../../../src/import/formats/simple-analytics.ts";
import { contentOf, csvOf, fileOf, readAll } from "./reading.ts";

const columns = [
  "added_iso",
  "datapoint",
  "hostname",
  "path",
  "query",
  "document_referrer",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_content",
  "utm_term",
  "browser_name",
  "browser_version",
  "os_name",
  "os_version",
  "device_type",
  "country_code",
  "lang_language",
  "lang_region",
  "screen_width",
  "screen_height",
  "session_id",
  "is_robot",
  "is_unique",
  "uuid",
  "duration_seconds",
  "scrolled_percentage",
  "metadata.plan_text",
  "metadata.seats_int",
  "metadata.seats_text",
  "metadata.dark_mode",
];
const view = {
  added_iso: "2024-05-01T12:00:00.123Z",
  datapoint: "pageview",
  hostname: "example.com",
  path: "/pricing",
  query: "?plan=pro",
  document_referrer: "https://www.google.com/",
  utm_source: "news",
  browser_name: "Chrome",
  browser_version: "126.0.1",
  os_name: "Mac OS",
  os_version: "10.15.7",
  device_type: "desktop",
  country_code: "NL",
  lang_language: "en",
  lang_region: "US",
  screen_width: "1920",
  screen_height: "1080",
  session_id: "s1",
  is_robot: "false",
  uuid: "u1",
};
const custom = { ...view, uuid: "u2", datapoint: "signup" };

const read = (...rows: Readonly<Record<string, string>>[]) =>
  readAll(simpleAnalytics, [csvOf("export.csv", columns, rows)]);

test("a page view has its address, its visitor and Footfall's names", async () => {
  const { events, counter } = await read(view);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    timeMs: Date.UTC(2024, 4, 1, 12) + 123,
    visitor: "s1",
    key: "u1",
    event: {
      name: "pageview",
      referrer: "https://www.google.com/",
      screen: "1920x1080",
      language: "en-US",
      props: [],
    },
    columns: {
      browser: "Chrome",
      browserVersion: "126",
      operatingSystem: "macOS",
      operatingSystemVersion: "10.15",
      device: "Desktop",
      continent: "EU",
      country: "NL",
      utmSource: "news",
    },
  });
  expect(events[0]?.event.url.href).toBe("https://example.com/pricing?plan=pro");
  expect(counter.unmapped).toEqual({});
});

test("duration and scroll depth become an engagement event of the page view", async () => {
  const { events } = await read(
    { ...view, duration_seconds: "12.5", scrolled_percentage: "80" },
    { ...view, uuid: "", duration_seconds: "0", scrolled_percentage: "400" },
    { ...view, uuid: "u3", duration_seconds: "0", scrolled_percentage: "" },
    { ...custom, duration_seconds: "5" },
  );
  const shown = events.map(({ event, key, isExtra }) => [
    event.name,
    event.engagementTimeMs,
    event.scrollDepth,
    key,
    isExtra,
  ]);
  expect(shown).toEqual([
    ["pageview", 0, 0, "u1", undefined],
    ["engagement", 12_500, 80, "u1 engagement", true],
    ["pageview", 0, 0, undefined, undefined],
    ["engagement", 0, 100, undefined, true],
    ["pageview", 0, 0, "u3", undefined],
    ["signup", 0, 0, "u2", undefined],
  ]);
  expect(events[1]).toMatchObject({ visitor: "s1", columns: { browser: "Chrome" } });
  expect(events[1]?.event.url).toBe(events[0]?.event.url);
});

test("metadata become props, without the type in their names", async () => {
  const { events } = await read({
    ...custom,
    "metadata.plan_text": "pro",
    "metadata.seats_int": "7",
    "metadata.seats_text": "007",
    "metadata.dark_mode": "true",
  });
  expect(Object.fromEntries(events[0]?.event.props ?? [])).toEqual({
    plan: "pro",
    seats: "007",
    dark_mode: "true",
  });
  const empty = await read({ ...custom, "metadata.seats_int": "7" });
  expect(empty.events[0]?.event.props).toEqual([["seats", "7"]]);
});

test("robots and rows that are no events are counted by reason", async () => {
  const { events, counter } = await read(
    view,
    { ...view, is_robot: "true" },
    { ...view, is_robot: "1" },
    { ...view, session_id: "" },
    { ...view, added_iso: "" },
    { ...view, datapoint: "engagement" },
  );
  expect(events).toHaveLength(1);
  expect(counter.skipped).toEqual({ bot: 2, visitor: 1, time: 1, kind: 1 });
});

test("unknown spellings are counted", async () => {
  const { counter } = await read({
    ...view,
    browser_name: "Nobody",
    os_name: "TempleOS",
    device_type: "toaster",
    country_code: "QQ",
  });
  expect(counter.unmapped).toEqual({
    browser: { Nobody: 1 },
    operating_system: { TempleOS: 1 },
    device: { toaster: 1 },
    country: { QQ: 1 },
  });
});

test("few columns, CRLF, a mark of UTF-8 and broken rows are fine", async () => {
  const few = ["path", "session_id", "later", "added_iso"];
  const file = csvOf("x.csv", few, [view, { ...view, path: "/two, with comma" }], "\r\n");
  const text = `\uFEFF${await contentOf(file)}broken\r\n`;
  const { events, counter } = await readAll(simpleAnalytics, [fileOf("x.csv", text)]);
  expect(events.map(({ event }) => event.url.pathname)).toEqual([
    "/pricing",
    "/two,%20with%20comma",
  ]);
  expect(events[0]).toMatchObject({ event: { name: "pageview", screen: "", language: "" } });
  expect(counter.skipped).toEqual({ broken: 1 });
});

test("files are known by their columns, and a missing session is refused", async () => {
  const file = csvOf("x.csv", columns, []);
  const other = csvOf("y.csv", ["a", "b"], []);
  expect(await simpleAnalytics.detects([other, file])).toBe(true);
  expect(await simpleAnalytics.detects([other])).toBe(false);
  expect(await simpleAnalytics.inspect([other, file], {})).toEqual({ ignored: ["y.csv"] });
  await expect(simpleAnalytics.inspect([other], {})).rejects.toThrow("added_iso");
  const few = csvOf("x.csv", ["added_iso", "path"], []);
  await expect(simpleAnalytics.inspect([few], {})).rejects.toThrow(
    "x.csv has no column session_id",
  );
});
