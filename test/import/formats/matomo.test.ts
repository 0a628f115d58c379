import { expect, test } from "vitest";

import { matomo } from "../../../src/import/formats/matomo.ts";
import { fileOf, readAll } from "./reading.ts";

type Fields = Readonly<Record<string, unknown>>;

const startS = Date.UTC(2024, 4, 1, 12) / 1_000;
const pageView = { type: "action", url: "https://example.com/pricing?plan=pro", timestamp: startS };
const event = {
  type: "event",
  url: "https://example.com/signup",
  timestamp: startS + 5,
  eventCategory: "Form",
  eventAction: "Signup",
  eventName: "Footer",
  eventValue: 2.5,
};
const visit = {
  idSite: 1,
  idVisit: 17,
  visitorId: "ac1d2e3f00112233",
  referrerType: "search",
  referrerName: "Google",
  referrerKeyword: "analytics",
  referrerUrl: "https://www.google.com/",
  languageCode: "de-at",
  deviceType: "Smartphone",
  operatingSystemName: "iOS",
  operatingSystemVersion: "17.5",
  browserName: "Mobile Safari",
  browserVersion: "17.5",
  countryCode: "at",
  regionCode: "9",
  city: "Vienna",
  resolution: "390x844",
  actionDetails: [pageView],
};

const listOf = (...visits: readonly unknown[]) => fileOf("visits.json", JSON.stringify(visits));
const readVisits = (...visits: readonly unknown[]) => readAll(matomo, [listOf(...visits)]);
const readActions = (...actionDetails: readonly unknown[]) =>
  readVisits({ ...visit, actionDetails });

test("a page view has its address, its visitor and Footfall's names", async () => {
  const { events, counter } = await readVisits(visit);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    timeMs: startS * 1_000,
    visitor: "ac1d2e3f00112233",
    key: "17 0",
    rank: 1,
    event: {
      name: "pageview",
      referrer: "https://www.google.com/",
      screen: "390x844",
      language: "de-at",
      props: [],
    },
    columns: {
      browser: "Safari",
      browserVersion: "17.5",
      operatingSystem: "iOS",
      operatingSystemVersion: "17.5",
      device: "Mobile",
      continent: "EU",
      country: "AT",
      region: "Vienna",
      city: "Vienna",
      utmCampaign: "",
      utmTerm: "",
    },
  });
  expect(events[0]?.event.url.href).toBe("https://example.com/pricing?plan=pro");
  expect(counter).toMatchObject({ read: 0, skipped: {}, unmapped: {} });
});

test("numbers may be text, and text may be numbers", async () => {
  const action = { ...pageView, timestamp: String(startS) };
  const { events } = await readVisits({ ...visit, idVisit: "17", actionDetails: [action] });
  expect(events[0]).toMatchObject({ key: "17 0", timeMs: startS * 1_000 });
});

test("links, searches and events are custom events with props", async () => {
  const { events } = await readActions(
    { ...pageView, url: "https://shop.example.com/a" },
    { type: "outlink", url: "https://other.org/?x=1", timestamp: startS + 1 },
    { ...pageView, timestamp: startS + 2 },
    { type: "download", url: "https://cdn.example.net/file.pdf", timestamp: startS + 3 },
    { type: "search", url: null, siteSearchKeyword: "price list", timestamp: startS + 4 },
    event,
    { type: "event", url: "", eventAction: "Play", eventName: "", timestamp: startS + 6 },
  );
  expect(events.map((one) => [one.event.name, one.event.url.href, one.event.props])).toEqual([
    ["pageview", "https://shop.example.com/a", []],
    ["Outbound", "https://shop.example.com/a", [["url", "https://other.org/?x=1"]]],
    ["pageview", "https://example.com/pricing?plan=pro", []],
    [
      "Download",
      "https://example.com/pricing?plan=pro",
      [["url", "https://cdn.example.net/file.pdf"]],
    ],
    ["Search", "https://example.com/pricing?plan=pro", [["keyword", "price list"]]],
    [
      "Signup",
      "https://example.com/signup",
      [
        ["category", "Form"],
        ["name", "Footer"],
        ["value", "2.5"],
      ],
    ],
    ["Play", "https://example.com/pricing?plan=pro", []],
  ]);
  expect(events.map(({ key, rank }) => [key, rank])).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((position) => [`17 ${position}`, 7]),
  );
});

test("a link before any page view is on the website's first page", async () => {
  const { events } = await readActions({
    type: "outlink",
    url: "https://o.org/",
    timestamp: startS,
  });
  expect(events[0]?.event.url.href).toBe("https://example.com/");
});

test("other types, and names that Footfall's own events have, are no events", async () => {
  const { events, counter } = await readActions(
    { ...pageView, type: "goal" },
    { type: "ecommerceOrder", revenue: 20, timestamp: startS },
    { ...event, eventAction: "pageview" },
    { ...event, eventAction: "engagement" },
    pageView,
  );
  expect(events.map(({ key }) => key)).toEqual(["17 4"]);
  expect(counter.skipped).toEqual({ kind: 4 });
});

test("referrer and campaign belong to the first event of the visit", async () => {
  const { events } = await readVisits({
    ...visit,
    referrerType: "campaign",
    campaignName: "autumn",
    campaignKeyword: "shoes",
    campaignSource: "news",
    campaignMedium: "email",
    campaignContent: "top",
    actionDetails: [{ ...pageView, type: "goal" }, event, pageView],
  });
  expect(events.map((one) => one.event.referrer)).toEqual(["https://www.google.com/", ""]);
  expect(events[0]?.columns).toMatchObject({
    utmCampaign: "autumn",
    utmTerm: "shoes",
    utmSource: "news",
    utmMedium: "email",
    utmContent: "top",
  });
  expect(Object.keys(events[1]?.columns ?? {}).filter((name) => name.startsWith("utm"))).toEqual(
    [],
  );
});

test("without the plugin for campaigns, name and keyword are those of the referrer", async () => {
  const { events } = await readVisits({
    ...visit,
    referrerType: "campaign",
    referrerName: "autumn",
    referrerKeyword: "shoes",
  });
  expect(events[0]?.columns).toMatchObject({ utmCampaign: "autumn", utmTerm: "shoes" });
});

test("values that Matomo does not know are unknown, and no spelling is reported", async () => {
  const { events, counter } = await readVisits({
    ...visit,
    referrerUrl: null,
    languageCode: "xx",
    deviceType: "Unknown",
    operatingSystemName: "Unknown",
    operatingSystemVersion: "UNK",
    browserName: "Unknown",
    browserVersion: "",
    countryCode: "xx",
    regionCode: null,
    city: null,
    resolution: "unknown",
  });
  expect(events[0]?.event).toMatchObject({ referrer: "", screen: "", language: "" });
  expect(new Set(Object.values(events[0]?.columns ?? {}))).toEqual(new Set([""]));
  expect(counter.unmapped).toEqual({});
  const nowhere = await readVisits({ ...visit, regionCode: "xx" });
  expect(nowhere.events[0]?.columns).toMatchObject({ country: "AT", region: "" });
  expect(nowhere.counter.unmapped).toEqual({});
});

test("spellings that no table has are reported with their number of events", async () => {
  const { events, counter } = await readVisits({
    ...visit,
    browserName: "Nonesuch",
    operatingSystemName: "NoneOS",
    deviceType: "Ordinateur",
    actionDetails: [pageView, event],
  });
  expect(events.map(({ columns }) => columns.browser)).toEqual(["", ""]);
  expect(counter.unmapped).toEqual({
    browser: { Nonesuch: 2 },
    operating_system: { NoneOS: 2 },
    device: { Ordinateur: 2 },
  });
});

test("names of the Device Detector become Footfall's", async () => {
  const spellings: readonly [Fields, Fields][] = [
    [{ browserName: "Chrome Mobile iOS" }, { browser: "Chrome" }],
    [{ browserName: "Microsoft Edge" }, { browser: "Edge" }],
    [{ browserName: "Samsung Browser" }, { browser: "Samsung Internet" }],
    [{ browserName: "Chrome Webview" }, { browser: "Android WebView" }],
    [{ operatingSystemName: "Mac" }, { operatingSystem: "macOS" }],
    [{ operatingSystemName: "iPadOS" }, { operatingSystem: "iOS", operatingSystemVersion: "17.5" }],
    [{ operatingSystemName: "Ubuntu" }, { operatingSystem: "Linux", operatingSystemVersion: "" }],
    [
      { operatingSystemName: "Fire OS" },
      { operatingSystem: "Android", operatingSystemVersion: "" },
    ],
    [{ deviceType: "Phablet" }, { device: "Mobile" }],
    [{ deviceType: "Tv" }, { device: "TV" }],
    [{ deviceType: "Car browser" }, { device: "" }],
  ];
  for (const [fields, expected] of spellings) {
    const { events, counter } = await readVisits({ ...visit, ...fields });
    expect(events[0]?.columns).toMatchObject(expected);
    expect(counter.unmapped).toEqual({});
  }
});

test("rows that cannot be read are counted, and the others are imported", async () => {
  const { actionDetails: _, ...noActions } = visit;
  const { events, counter } = await readAll(matomo, [
    fileOf(
      "visits.json",
      `[${JSON.stringify(visit)}, {"idVisit": 18, }, 5, null,
        ${JSON.stringify(noActions)},
        ${JSON.stringify({ ...visit, idVisit: null })},
        ${JSON.stringify({ ...visit, idVisit: 19, actionDetails: [] })},
        ${JSON.stringify({ ...visit, idVisit: 20, visitorId: false })},
        ${JSON.stringify({
          ...visit,
          idVisit: 21,
          actionDetails: [
            null,
            "text",
            { ...pageView, url: null },
            { ...pageView, url: "javascript:alert(1)" },
            { ...pageView, timestamp: "yesterday" },
            { ...pageView, timestamp: 1 },
            { ...pageView, timestamp: startS * 1_000 },
            { ...event, eventAction: "" },
            pageView,
          ],
        })}]`,
    ),
  ]);
  expect(events.map(({ key }) => key)).toEqual(["17 0", "21 8"]);
  expect(counter.skipped).toEqual({ broken: 10, visitor: 1, time: 3 });
  expect(counter.read).toBe(14);
});

test("long texts are cut to what the collector takes", async () => {
  const { events } = await readActions({
    ...event,
    url: `https://example.com/${"a".repeat(5_000)}`,
    eventAction: "n".repeat(500),
    eventName: "v".repeat(20_000),
  });
  expect(events[0]?.event.name).toHaveLength(120);
  expect(events[0]?.event.url.href).toHaveLength(2_000);
  expect(events[0]?.event.props.map(([name]) => name)).toEqual(["category", "value"]);
});

test("several pages of the API are one import, and the last one may be empty", async () => {
  const { events } = await readAll(matomo, [
    listOf(visit),
    fileOf("visits-2.json", `\uFEFF${JSON.stringify([{ ...visit, idVisit: 18 }], null, 2)}\r\n`),
    fileOf("visits-3.json", "[]\n"),
    fileOf("visits-4.json", ""),
  ]);
  expect(events.map(({ key }) => key)).toEqual(["17 0", "18 0"]);
});

test("lists of visits are recognised", async () => {
  expect(await matomo.detects([listOf(visit)])).toBe(true);
  expect(await matomo.detects([listOf(), listOf(visit)])).toBe(true);
  expect(await matomo.detects([listOf()])).toBe(false);
  expect(await matomo.detects([listOf({ id: 1 })])).toBe(false);
  expect(await matomo.detects([fileOf("visits.csv", "idVisit,visitorId\n1,2\n")])).toBe(false);
  expect(await matomo.detects([])).toBe(false);
});

test("other files are refused with a sentence", async () => {
  const error = fileOf("e.json", '{"result":"error","message":"You can\'t access this resource"}');
  await expect(matomo.inspect([error], {})).rejects.toThrow("e.json is an error message of Matomo");
  for (const file of [fileOf("v.json", '{"a": 1}'), listOf({ id: 1 })]) {
    await expect(matomo.inspect([listOf(visit), file], {})).rejects.toThrow(
      `${file.name} is no list of visits of Matomo`,
    );
  }
  await expect(matomo.inspect([fileOf("v.xml", "<result></result>")], {})).rejects.toThrow(
    "v.xml is no list of visits of Matomo",
  );
});

test("files without JSON beside the lists are ignored and named", async () => {
  const files = [fileOf("README.txt", "Visits of 2024\n"), listOf(visit)];
  expect(await matomo.detects(files)).toBe(true);
  expect(await matomo.inspect(files, {})).toEqual({ ignored: ["README.txt"] });
  const { events, counter } = await readAll(matomo, files);
  expect([events.length, counter.skipped]).toEqual([1, {}]);
});
