import { expect, test } from "vitest";

import { umami } from "../../../src/import/formats/umami.ts";
import { contentOf, csvOf, fileOf, readAll } from "./reading.ts";

const columns = [
  "website_id",
  "session_id",
  "visit_id",
  "event_id",
  "hostname",
  "browser",
  "os",
  "device",
  "screen",
  "language",
  "country",
  "region",
  "city",
  "url_path",
  "url_query",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_content",
  "utm_term",
  "referrer_path",
  "referrer_query",
  "referrer_domain",
  "page_title",
  "gclid",
  "fbclid",
  "event_type",
  "event_name",
  "tag",
  "distinct_id",
  "created_at",
  "job_id",
];
const dataColumns = [
  "website_id",
  "session_id",
  "event_id",
  "url_path",
  "event_name",
  "data_key",
  "string_value",
  "number_value",
  "date_value",
  "data_type",
  "created_at",
  "job_id",
];
const view = {
  website_id: "w1",
  session_id: "s1",
  visit_id: "v1",
  event_id: "e1",
  hostname: "www.example.com",
  browser: "crios",
  os: "iOS",
  device: "mobile",
  screen: "390x844",
  language: "en-US",
  country: "US",
  region: "US-CA",
  city: "San Francisco",
  url_path: "/pricing",
  url_query: "plan=pro&utm_source=news",
  utm_source: "news",
  utm_medium: "email",
  referrer_domain: "google.com",
  referrer_path: "/search",
  gclid: "abc",
  event_type: "1",
  distinct_id: "ann",
  created_at: "2024-05-01 12:00:00",
};
const custom = { ...view, event_id: "e2", event_type: "2", event_name: "Signup" };

const eventFile = (...rows: Readonly<Record<string, string>>[]) =>
  csvOf("website_event.csv", columns, rows);
const read = (...rows: Readonly<Record<string, string>>[]) => readAll(umami, [eventFile(...rows)]);
const dataFile = (...rows: Readonly<Record<string, string>>[]) =>
  csvOf("event_data.csv", dataColumns, rows);

test("a page view has its address, its visitor and Footfall's names", async () => {
  const { events, counter } = await read(view);
  expect(events).toHaveLength(1);
  const [first] = events;
  expect(first).toMatchObject({
    timeMs: Date.UTC(2024, 4, 1, 12),
    visitor: "s1",
    key: "e1",
    event: { name: "pageview", screen: "390x844", language: "en-US", props: [] },
    columns: {
      browser: "Chrome",
      browserVersion: "",
      operatingSystem: "iOS",
      device: "Mobile",
      continent: "NA",
      country: "US",
      region: "California",
      city: "San Francisco",
      utmSource: "news",
      utmMedium: "email",
      utmCampaign: "",
      clickId: "gclid",
    },
  });
  expect(first?.event.url.href).toBe("https://www.example.com/pricing?plan=pro&utm_source=news");
  expect(first?.event.referrer).toBe("https://google.com");
  expect(counter.unmapped).toEqual({});
});

test("props come from the file beside, whatever the order of files and columns", async () => {
  const data = [
    { event_id: "e2", data_key: "plan", string_value: "1.50", data_type: "1" },
    { event_id: "e2", data_key: "seats", string_value: "5.0000", number_value: "5.0000" },
    { event_id: "e2", data_key: "rate", number_value: "-0.2500", data_type: "2" },
    { event_id: "e2", data_key: "hundred", number_value: "100", data_type: "2" },
    { event_id: "e2", data_key: "none", number_value: "-0.0000", data_type: "2" },
    { event_id: "e2", data_key: "trial", string_value: "true", data_type: "3" },
    { event_id: "e2", data_key: "on", string_value: "2024-05-01T12:00:00.000Z", data_type: "4" },
    { event_id: "e2", data_key: "tags", string_value: '["a","b"]', data_type: "5" },
    { event_id: "e9", data_key: "other", string_value: "x", data_type: "1" },
  ];
  const reversed = csvOf("b.csv", dataColumns.toReversed(), data);
  for (const files of [
    [eventFile(custom), dataFile(...data)],
    [reversed, eventFile(custom)],
  ]) {
    const { events, counter } = await readAll(umami, files);
    expect(events[0]?.event.name).toBe("Signup");
    expect(Object.fromEntries(events[0]?.event.props ?? [])).toEqual({
      plan: "1.50",
      seats: "5",
      rate: "-0.25",
      hundred: "100",
      none: "0",
      trial: "true",
      on: "2024-05-01T12:00:00.000Z",
      tags: '["a","b"]',
    });
    expect(counter.read).toBe(0);
  }
});

test("revenue and currency become the revenue, and leave the props", async () => {
  const revenue = { event_id: "e2", data_key: "revenue", number_value: "19.9000", data_type: "2" };
  const currency = { event_id: "e2", data_key: "currency", string_value: "eur", data_type: "1" };
  const plan = { event_id: "e2", data_key: "plan", string_value: "pro", data_type: "1" };
  const both = await readAll(umami, [eventFile(custom), dataFile(revenue, currency, plan)]);
  expect(both.events[0]?.event.revenue).toEqual({ milliAmount: 19_900n, currency: "EUR" });
  expect(both.events[0]?.event.props).toEqual([["plan", "pro"]]);
  const one = await readAll(umami, [eventFile(custom), dataFile(currency, plan)]);
  expect(one.events[0]?.event.revenue).toBeUndefined();
  expect(one.events[0]?.event.props).toEqual([
    ["currency", "eur"],
    ["plan", "pro"],
  ]);
});

test("the quote before a formula's character is taken off in every cell", async () => {
  const { events } = await readAll(umami, [
    eventFile({ ...custom, event_name: "'=SUM", url_path: "'@me", utm_campaign: "'-10%" }),
    dataFile(
      { event_id: "e2", data_key: "'+x", string_value: "'@y", data_type: "1" },
      { event_id: "e2", data_key: "n", number_value: "'-5.0000", data_type: "2" },
      { event_id: "e2", data_key: "q", string_value: "'tis", data_type: "1" },
    ),
  ]);
  expect(events[0]?.event).toMatchObject({
    name: "=SUM",
    props: [
      ["+x", "@y"],
      ["n", "-5"],
      ["q", "'tis"],
    ],
  });
  expect(events[0]?.event.url.pathname).toBe("/@me");
  expect(events[0]?.columns.utmCampaign).toBe("-10%");
});

test("times are in UTC in several spellings", async () => {
  const at = (created_at: string, event_id: string) => ({ ...view, created_at, event_id });
  const { events } = await read(
    at("2024-05-01T12:00:00Z", "a"),
    at("2024-05-01 12:00:00.123456+00", "b"),
    at("2024-05-01 12:00:00.5 UTC", "c"),
    at("2024-05-01T14:00:00.250+02:00", "d"),
    at("2024-05-01 14:00:00 +0200", "e"),
    at("2024-05-01 12:00:00.75 +0000 UTC", "f"),
  );
  const noonMs = Date.UTC(2024, 4, 1, 12);
  expect(events.map(({ timeMs }) => timeMs - noonMs)).toEqual([0, 123, 500, 250, 0, 750]);
});

test("rows that are no events are counted by reason", async () => {
  const { events, counter } = await read(
    view,
    { ...view, event_type: "3" },
    { ...view, event_type: "" },
    { ...view, session_id: "" },
    { ...view, created_at: "yesterday" },
    { ...view, created_at: "1999-12-31 00:00:00" },
    { ...view, created_at: "2999-01-01 00:00:00" },
    { ...custom, event_name: "pageview" },
    { ...custom, event_name: "engagement" },
    { ...custom, event_name: "" },
    { ...view, hostname: "exam ple.com/x" },
  );
  expect(events).toHaveLength(1);
  expect(counter.skipped).toEqual({ kind: 4, visitor: 1, time: 3, broken: 2 });
  expect(counter.read).toBe(10);
});

test("a broken row does not break the others", async () => {
  const content = String(await contentOf(eventFile(view, { ...view, event_id: "e3" })));
  const [header = "", first = "", second = ""] = content.split("\n");
  const broken = ["half,a row", `${first},more`, 'a"b,"c'];
  const file = fileOf("x.csv", [header, first, ...broken.slice(0, 2), second].join("\r\n"));
  const { events, counter } = await readAll(umami, [file]);
  expect(events.map(({ key }) => key)).toEqual(["e1", "e3"]);
  expect(counter.skipped).toEqual({ broken: 2 });
  for (const text of ['a"b,c', 'a,"b', '"', `"${"x".repeat(2_000_000)}`]) {
    const stray = fileOf("x.csv", [header, text, first, second].join("\r\n"));
    const found = await readAll(umami, [stray]);
    expect(found.events.map(({ key }) => key)).toEqual(["e1", "e3"]);
    expect(found.counter.skipped).toEqual({ broken: 1 });
  }
});

test("a mark of UTF-8, more columns, fewer columns and a header without rows are fine", async () => {
  const few = ["event_id", "session_id", "created_at", "url_path", "event_type", "later"];
  const file = csvOf("x.csv", few, [{ ...view, later: "1" }], "\r\n");
  const marked = fileOf("x.csv", `\uFEFF${await contentOf(file)}`);
  const { events } = await readAll(umami, [marked]);
  expect(events[0]?.event.url.href).toBe("https://example.com/pricing");
  expect(events[0]?.columns).toMatchObject({ browser: "", country: "", region: "", clickId: "" });
  expect((await readAll(umami, [csvOf("x.csv", columns, [])])).events).toEqual([]);
});

test("unknown spellings are counted, and columns of older versions are known", async () => {
  const { events, counter } = await read(
    { ...view, os: "BeOS", browser: "curl", device: "fridge", country: "QQ" },
    { ...view, os: "BeOS", region: "US-QQ" },
    { ...view, os: "", browser: "unknown", country: "XX", region: "" },
    { ...view, country: "DE", region: "BY" },
  );
  expect(counter.unmapped).toEqual({
    operating_system: { BeOS: 2 },
    browser: { curl: 1 },
    device: { fridge: 1 },
    country: { QQ: 1 },
    region: { "US-QQ": 1 },
  });
  expect(events[0]?.columns).toMatchObject({ operatingSystem: "", country: "", city: "" });
  expect(events[3]?.columns).toMatchObject({ country: "DE", region: "Bavaria" });
  const older = columns.map((name) => (name === "region" ? "subdivision1" : name));
  const rows = [{ ...custom, subdivision1: "US-TX" }];
  const data = csvOf(
    "d.csv",
    ["event_id", "event_key", "string_value"],
    [
      { event_id: "e2", event_key: "plan", string_value: "\\N" },
      { event_id: "e2", event_key: "size", string_value: "L" },
    ],
  );
  const old = await readAll(umami, [csvOf("x.csv", older, rows), data]);
  expect(old.events[0]?.columns.region).toBe("Texas");
  expect(old.events[0]?.event.props).toEqual([
    ["plan", ""],
    ["size", "L"],
  ]);
});

test("names of systems and browsers become those of collected events", async () => {
  const of = async (os: string, browser: string) => {
    const { events } = await read({ ...view, os, browser });
    const { operatingSystem, operatingSystemVersion, browser: name } = events[0]?.columns ?? {};
    return [operatingSystem, operatingSystemVersion, name].join("|");
  };
  expect(await of("Mac OS", "ios")).toBe("macOS||Safari");
  expect(await of("Windows 10", "edge-chromium")).toBe("Windows|10|Edge");
  expect(await of("Windows XP", "ie")).toBe("Windows|XP|Internet Explorer");
  expect(await of("Windows Server 2003", "fxios")).toBe("Windows|XP|Firefox");
  expect(await of("Windows Mobile", "opera-mini")).toBe("Windows Phone||Opera Mini");
  expect(await of("Amazon OS", "silk")).toBe("Android||Silk");
  expect(await of("Chrome OS", "chromium-webview")).toBe("Chrome OS||Android WebView");
  expect(await of("Open BSD", "yandexbrowser")).toBe("OpenBSD||Yandex Browser");
});

test("values that the collector would refuse are cut or left out", async () => {
  const data = Array.from({ length: 40 }, (_, i) => ({
    event_id: "e2",
    data_key: `k${i}`,
    string_value: i === 1 ? "x".repeat(20_000) : "v",
  }));
  const { events } = await readAll(umami, [
    eventFile({
      ...custom,
      event_name: "n".repeat(200),
      url_path: `//evil.example/${"p".repeat(3_000)}`,
      screen: "wide",
      language: "<b>",
      utm_source: "ann@example.com",
      utm_campaign: "c".repeat(300_000),
      city: "b".repeat(300_000),
    }),
    dataFile(...data),
  ]);
  const { event, columns: own } = events[0] ?? {};
  expect(event?.name).toHaveLength(120);
  expect(event?.url.hostname).toBe("www.example.com");
  expect(event?.url.href).toHaveLength(2_000);
  expect(event?.props).toHaveLength(29);
  expect(event?.props.map(([name]) => name)).not.toContain("k1");
  expect([event?.screen, event?.language, own?.utmSource]).toEqual(["", "", ""]);
  expect([own?.utmCampaign?.length, own?.city?.length]).toEqual([2_000, 200]);
});

test("a file of several websites needs to be told which one", async () => {
  const files = [
    eventFile(view, { ...view, website_id: "w2", event_id: "e2" }, { ...view, event_id: "e3" }),
    dataFile(
      { website_id: "w1", event_id: "e1", data_key: "a", string_value: "1", data_type: "1" },
      { website_id: "w2", event_id: "e1", data_key: "b", string_value: "1", data_type: "1" },
    ),
  ];
  await expect(umami.inspect(files, {})).rejects.toMatchObject({
    message: "website_id must name one of the websites of the file: w1, w2",
    field: "options",
  });
  await expect(umami.inspect(files, { website_id: "w3" })).rejects.toMatchObject({
    field: "options",
  });
  await expect(umami.inspect(files, { website_id: 3 })).rejects.toMatchObject({
    fields: { options: ["website_id must be text"] },
  });
  const { events, counter } = await readAll(umami, files, { website_id: "W1" });
  expect(events.map(({ key }) => key)).toEqual(["e1", "e3"]);
  expect(events[0]?.event.props).toEqual([["a", "1"]]);
  expect(counter.skipped).toEqual({ kind: 1 });
});

test("a broken row is no website", async () => {
  const content = String(await contentOf(eventFile(view)));
  const file = fileOf("x.csv", `${content}not,a,row\n"quoted ""text"", too"\n`);
  expect(await umami.inspect([file], {})).toEqual({ ignored: [] });
});

test("the older export, a missing file and missing columns are refused", async () => {
  const totals = csvOf("pages.csv", ["x", "y"], [{ x: "/", y: "3" }]);
  expect(await umami.detects([totals])).toBe(true);
  await expect(umami.inspect([totals], {})).rejects.toThrow(/^pages\.csv .*website_event\.csv/);
  await expect(umami.inspect([dataFile()], {})).rejects.toThrow("website_event.csv is missing");
  const few = csvOf("x.csv", ["session_id", "url_path", "created_at"], []);
  await expect(umami.inspect([few], {})).rejects.toThrow("no column event_id");
});

test("other files of the export are named", async () => {
  const session = csvOf("session_data.csv", ["session_id", "data_key", "string_value"], []);
  expect(await umami.inspect([session, eventFile(view)], {})).toEqual({
    ignored: ["session_data.csv"],
  });
  expect(await umami.detects([session, eventFile(view)])).toBe(true);
  expect(await umami.detects([session, fileOf("a.json", '{"x":1}\n'), fileOf("b", "")])).toBe(
    false,
  );
});

test("a number with many zeros takes no longer than any other text", async () => {
  const number = `0.${"0".repeat(200_000)}1`;
  const data = dataFile({ event_id: "e1", data_key: "n", number_value: number, data_type: "2" });
  const before = process.cpuUsage();
  await readAll(umami, [eventFile({ ...view, event_id: "e1" }), data]);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(3_000);
});
