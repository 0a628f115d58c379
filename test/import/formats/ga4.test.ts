import { expect, test } from "vitest";

import { ga4 } from "../../../src/import/formats/ga4.ts";
import { fileOf, readAll } from "./reading.ts";

type Fields = Readonly<Record<string, unknown>>;

const timeMs = Date.UTC(2024, 4, 1, 12) + 123;
const timestamp = `${timeMs}456`;

/** Returns parameters as BigQuery writes them. */
function params(texts: Readonly<Record<string, string>>, others: readonly Fields[] = []) {
  const ofText = ([key, text]: [string, string]) => ({ key, value: { string_value: text } });
  return [...Object.entries(texts).map(ofText), ...others];
}

const page = {
  page_location: "https://example.com/pricing?plan=pro",
  page_referrer: "https://www.google.com/",
  page_title: "Pricing",
};
const pageView = {
  event_date: "20240501",
  event_timestamp: timestamp,
  event_name: "page_view",
  event_params: params(page, [{ key: "ga_session_id", value: { int_value: "1714564800" } }]),
  user_pseudo_id: "1234567.1714564800",
  device: {
    category: "mobile",
    operating_system: "Android",
    operating_system_version: "Android 14",
    language: "en-us",
    web_info: { browser: "Chrome", browser_version: "126.0.6478.122", hostname: "example.com" },
  },
  geo: { continent: "Europe", country: "Germany", region: "Berlin", city: "Berlin" },
  collected_traffic_source: {
    manual_campaign_name: "autumn",
    manual_source: "news",
    manual_medium: "email",
    manual_term: "shoes",
    manual_content: "top",
  },
  platform: "WEB",
};
const custom = { ...pageView, event_name: "sign_up" };

const linesOf = (...lines: readonly unknown[]) =>
  fileOf("events.json", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
const read = (...lines: readonly unknown[]) => readAll(ga4, [linesOf(...lines)]);

test("a page view has its address, its visitor and Footfall's names", async () => {
  const { events, counter } = await read(pageView);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    timeMs,
    visitor: "1234567.1714564800",
    event: {
      name: "pageview",
      referrer: "https://www.google.com/",
      language: "en-us",
      props: [],
      revenue: undefined,
    },
    columns: {
      browser: "Chrome",
      browserVersion: "126",
      operatingSystem: "Android",
      operatingSystemVersion: "14",
      device: "Mobile",
      continent: "EU",
      country: "DE",
      region: "Berlin",
      city: "Berlin",
      utmCampaign: "autumn",
      utmSource: "news",
      utmMedium: "email",
      utmTerm: "shoes",
      utmContent: "top",
      clickId: "",
    },
  });
  expect(events[0]?.event.url.href).toBe("https://example.com/pricing?plan=pro");
  expect(counter).toMatchObject({ read: 0, skipped: {}, unmapped: {} });
});

test("equal lines are two events", async () => {
  const { events } = await read(pageView, pageView);
  expect(events.map(({ key }) => key)).toEqual([undefined, undefined]);
});

test("events that Google Analytics makes by itself are no events", async () => {
  const names = ["session_start", "first_visit", "user_engagement", "scroll"];
  const { events, counter } = await read(
    ...names.map((event_name) => ({ ...pageView, event_name })),
    { ...pageView, event_name: "pageview" },
    { ...pageView, event_name: "engagement" },
    { ...pageView, event_name: "session_start", user_pseudo_id: null },
    pageView,
  );
  expect(events).toHaveLength(1);
  expect(counter.skipped).toEqual({ kind: 7 });
});

test("events of apps are no events of the website", async () => {
  const { events, counter } = await read({ ...custom, platform: "ANDROID" }, custom);
  expect(events).toHaveLength(1);
  expect(counter.skipped).toEqual({ kind: 1 });
});

test("other events are custom ones with their parameters as props", async () => {
  const { events } = await read({
    ...custom,
    event_params: params({ ...page, method: "mail", engagement_x: "1", session_engaged: "1" }, [
      { key: "ga_session_id", value: { int_value: "1714564800" } },
      { key: "seats", value: { string_value: null, int_value: "3" } },
      { key: "price", value: { int_value: null, double_value: 19.9 } },
      { key: "rate", value: { float_value: 0.5 } },
      { key: "empty", value: { string_value: "" } },
      { key: "none", value: null },
      { key: "", value: { string_value: "x" } },
    ]),
  });
  expect(events[0]?.event).toMatchObject({
    name: "sign_up",
    referrer: "https://www.google.com/",
    props: [
      ["method", "mail"],
      ["seats", "3"],
      ["price", "19.9"],
      ["rate", "0.5"],
    ],
  });
});

test("a purchase has its revenue", async () => {
  const purchase = (amount: unknown, currency: string) => ({
    ...custom,
    event_name: "purchase",
    event_params: params({ ...page, ...(currency && { currency }) }),
    ecommerce: { purchase_revenue: amount, transaction_id: "T1" },
  });
  const { events } = await read(
    purchase(59.99, "EUR"),
    purchase("12.5", "usd"),
    purchase(59.99, ""),
    purchase(null, "EUR"),
    { ...purchase(59.99, "EUR"), event_name: "refund" },
  );
  expect(events.map(({ event }) => event.revenue)).toEqual([
    { milliAmount: 59_990n, currency: "EUR" },
    { milliAmount: 12_500n, currency: "USD" },
    undefined,
    undefined,
    undefined,
  ]);
});

test("an event of a server without a page is on the website's first page", async () => {
  const { events, counter } = await read(
    { ...custom, event_params: [] },
    { ...pageView, event_params: [] },
  );
  expect(events.map(({ event }) => event.url.href)).toEqual(["https://example.com/"]);
  expect(counter.skipped).toEqual({ broken: 1 });
});

test("words for no campaign are none, nor are the source and medium beside them", async () => {
  const source = { manual_source: "google", manual_medium: "organic" };
  const { events } = await read(
    {
      ...pageView,
      collected_traffic_source: { ...source, manual_campaign_name: "(organic)", manual_term: "x" },
    },
    {
      ...pageView,
      collected_traffic_source: { ...source, manual_campaign_name: "(not set)", gclid: "abc" },
    },
    { ...pageView, collected_traffic_source: null },
  );
  expect(events.map(({ columns }) => [columns.utmSource ?? "", columns.clickId])).toEqual([
    ["", ""],
    ["google", "gclid"],
    ["", ""],
  ]);
  expect(events[1]?.columns.utmCampaign).toBe("");
});

test("names of Google Analytics become Footfall's", async () => {
  const device = (fields: Fields, browser = "Chrome") => ({
    device: { ...pageView.device, ...fields, web_info: { browser } },
  });
  const system = (operating_system: string, operating_system_version: string) =>
    device({ operating_system, operating_system_version });
  const spellings: readonly [Fields, Fields][] = [
    [
      system("Macintosh", "Macintosh Intel 11.1"),
      { operatingSystem: "macOS", operatingSystemVersion: "11.1" },
    ],
    [system("Windows", "Windows 10"), { operatingSystem: "Windows", operatingSystemVersion: "10" }],
    [system("Windows", "Windows XP"), { operatingSystemVersion: "XP" }],
    [system("iOS", "iOS 17.5.1"), { operatingSystem: "iOS", operatingSystemVersion: "17.5" }],
    [system("Linux", "Linux 5.4"), { operatingSystem: "Linux", operatingSystemVersion: "" }],
    [system("Web", "Web"), { operatingSystem: "", operatingSystemVersion: "" }],
    [system("<Other>", "<Other>"), { operatingSystem: "" }],
    [device({ category: "smart tv" }), { device: "TV" }],
    [device({}, "Android Webview"), { browser: "Android WebView" }],
    [device({}, "Safari (in-app)"), { browser: "iOS WebView" }],
    [device({}, "Samsung Internet"), { browser: "Samsung Internet" }],
    [device({}, "YaBrowser"), { browser: "Yandex Browser" }],
    [
      { device: { browser: "Firefox", browser_version: "127.0" } },
      { browser: "Firefox", browserVersion: "127", operatingSystem: "", device: "" },
    ],
    [{ geo: { country: "Türkiye" } }, { country: "TR", continent: "AS", region: "", city: "" }],
    [{ geo: { country: "Bosnia & Herzegovina" } }, { country: "BA" }],
    [{ geo: { country: "Hong Kong", region: "(not set)" } }, { country: "HK", region: "" }],
    [
      { geo: { country: "(not set)", region: "x", city: "y" } },
      { country: "", region: "", city: "" },
    ],
    [
      { geo: null, device: null },
      { country: "", continent: "", browser: "" },
    ],
  ];
  for (const [fields, expected] of spellings) {
    const { events, counter } = await read({ ...pageView, ...fields });
    expect(events[0]?.columns).toMatchObject(expected);
    expect(counter.unmapped).toEqual({});
  }
});

test("spellings that no table has are reported with their number of events", async () => {
  const unknown = {
    ...pageView,
    device: { category: "fridge", operating_system: "NoneOS", web_info: { browser: "Nonesuch" } },
    geo: { country: "Atlantis", region: "Deep", city: "Deeper" },
  };
  const { events, counter } = await read(unknown, unknown);
  expect(events[0]?.columns).toMatchObject({ country: "", region: "", city: "", browser: "" });
  expect(counter.unmapped).toEqual({
    browser: { Nonesuch: 2 },
    operating_system: { NoneOS: 2 },
    device: { fridge: 2 },
    country: { Atlantis: 2 },
  });
});

test("rows that cannot be read are counted, and the others are imported", async () => {
  const { events, counter } = await readAll(ga4, [
    fileOf(
      "events.json",
      [
        `\uFEFF${JSON.stringify(pageView)}`,
        "",
        '{"event_name": ',
        "[]",
        JSON.stringify({ ...pageView, user_pseudo_id: null }),
        JSON.stringify({ ...pageView, user_pseudo_id: undefined }),
        JSON.stringify({ ...pageView, event_timestamp: "soon" }),
        JSON.stringify({ ...pageView, event_timestamp: "1714564800" }),
        JSON.stringify({ ...pageView, event_timestamp: null }),
        JSON.stringify({ ...pageView, event_name: "" }),
        JSON.stringify({ ...pageView, event_params: params({ page_location: "file:///a" }) }),
        JSON.stringify({ ...pageView, event_params: "text" }),
        JSON.stringify({ ...pageView, event_timestamp: Number(timestamp) }),
      ].join("\r\n"),
    ),
  ]);
  expect(events.map((event) => event.timeMs)).toEqual([timeMs, timeMs]);
  expect(counter.skipped).toEqual({ broken: 5, visitor: 2, time: 3 });
});

test("the events of an export are recognised", async () => {
  expect(await ga4.detects([linesOf(pageView)])).toBe(true);
  expect(await ga4.detects([fileOf("empty.json", ""), linesOf(pageView)])).toBe(true);
  expect(await ga4.detects([linesOf({ name: "pageview" })])).toBe(false);
  expect(await ga4.detects([fileOf("a.csv", "event_name,event_timestamp\n")])).toBe(false);
});

test("other files are refused with a sentence", async () => {
  const list = fileOf("list.json", JSON.stringify([pageView]));
  await expect(ga4.inspect([list], {})).rejects.toThrow(
    "list.json is a list: export NDJSON, which has an event a line",
  );
  for (const files of [[fileOf("a", "a,b\n")], [linesOf(pageView), fileOf("a", '{"b": 1}')]]) {
    await expect(ga4.inspect(files, {})).rejects.toThrow(
      "a has no events of Google Analytics 4 as NDJSON",
    );
  }
  await expect(ga4.inspect([fileOf("empty.json", "")], {})).resolves.toEqual({ ignored: [] });
});

test("files without JSON beside the events are ignored and named", async () => {
  const files = [fileOf("README.txt", "Events of 2024\n"), linesOf(pageView)];
  expect(await ga4.inspect(files, {})).toEqual({ ignored: ["README.txt"] });
  const { events, counter } = await readAll(ga4, files);
  expect([events.length, counter.skipped]).toEqual([1, {}]);
});
