import { expect, test } from "vitest";

import { type ClientHints, recogniseAgent } from "../../../src/collect/agent/agent.ts";
import { parseString, parseStrings } from "../../../src/collect/agent/client-hints.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36`;
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/126.0.0.0 Safari/537.36`;
const linux = `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/126.0.0.0 Safari/537.36`;
const phone = `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`;
const tablet = `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/126.0.0.0 Safari/537.36`;
const facebook = `Mozilla/5.0 (Linux; Android 14; SM-S911B Build/UP1A.231005.007; wv) ${webkit} Version/4.0 Chrome/125.0.6422.165 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/468.1.0.56.78;]`;
const tizen = `Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.5) ${webkit} SamsungBrowser/4.0 Chrome/85.0.4183.93 TV Safari/537.36`;
const xbox = `Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`;

function brands(brand: string, version: string): string {
  return `"Not)A;Brand";v="8", "Chromium";v="126", "${brand}";v="${version}"`;
}

test.each([
  ["Brave", "126", "Brave", "126"],
  ["Microsoft Edge", "126", "Edge", "126"],
  ["Opera", "111", "Opera", "111"],
  ["Opera GX", "111", "Opera", "111"],
  ["Vivaldi", "6.7", "Vivaldi", "6.7"],
  ["Samsung Internet", "25.0", "Samsung Internet", "25"],
  ["YaBrowser", "24.6", "Yandex Browser", "24.6"],
  ["DuckDuckGo", "126", "DuckDuckGo", "126"],
  ["Google Chrome", "126", "Chrome", "126"],
  ["Some New Browser", "3", "Chrome", "126"],
])("the brand %s %s is the browser %s %s", (brand, version, browser, browserVersion) => {
  const agent = recogniseAgent(windows, { brands: brands(brand, version) });

  expect(agent).toMatchObject({ bot: false, browser, browserVersion });
});

test("the full version list takes precedence over the short one", () => {
  const agent = recogniseAgent(windows, {
    brands: brands("Vivaldi", "6"),
    fullVersionList: brands("Vivaldi", "6.7.3329.31"),
  });

  expect(agent).toMatchObject({ browser: "Vivaldi", browserVersion: "6.7" });
});

test("a brand that many browsers share does not hide the app that the agent names", () => {
  const agent = recogniseAgent(facebook, { brands: brands("Android WebView", "125") });

  expect(agent).toMatchObject({ browser: "Facebook", browserVersion: "468.1" });
});

test("HeadlessChrome among the brands is a bot whatever the agent says", () => {
  expect(recogniseAgent(windows, { brands: brands("HeadlessChrome", "126") })).toMatchObject({
    bot: true,
    browser: "Chrome",
  });
  expect(recogniseAgent(windows, { fullVersionList: brands("HeadlessChrome", "126") }).bot).toBe(
    true,
  );
});

test.each([
  ["15.0.0", "11"],
  ["13.0.0", "11"],
  ["10.0.0", "10"],
  ["1.0.0", "10"],
  ["0.3.0", "8.1"],
  ["0.1.0", "7"],
  ["0.0.0", "10"],
  ["nonsense", "10"],
])("Windows by the platform version %s is %s", (platformVersion, operatingSystemVersion) => {
  const hints = { platform: '"Windows"', platformVersion: `"${platformVersion}"` };

  expect(recogniseAgent(windows, hints)).toMatchObject({
    operatingSystem: "Windows",
    operatingSystemVersion,
  });
});

test.each<[string, string, ClientHints, string, string]>([
  ["macOS", mac, { platform: '"macOS"', platformVersion: '"14.5.0"' }, "macOS", "14.5"],
  ["Android", phone, { platform: '"Android"', platformVersion: '"14.0.0"' }, "Android", "14"],
  ["Android that asks for desktop sites", linux, { platform: '"Android"' }, "Android", ""],
  [
    "Linux with its kernel",
    linux,
    { platform: '"Linux"', platformVersion: '"6.5.0"' },
    "Linux",
    "",
  ],
  ["Chrome OS", linux, { platform: '"Chrome OS"' }, "Chrome OS", ""],
  ["a television, whose platform is only Linux", tizen, { platform: '"Linux"' }, "Tizen", "6.5"],
  ["a console, whose platform is only Windows", xbox, { platform: '"Windows"' }, "Xbox", ""],
  ["an unknown platform", mac, { platform: '"Unknown"' }, "macOS", "10.15"],
  [
    "a platform named like a member of objects",
    mac,
    { platform: '"constructor"' },
    "macOS",
    "10.15",
  ],
])("the system of %s", (_, agent, hints, operatingSystem, operatingSystemVersion) => {
  expect(recogniseAgent(agent, hints)).toMatchObject({ operatingSystem, operatingSystemVersion });
});

test.each<[string, string, ClientHints, string]>([
  ["a phone", tablet, { platform: '"Android"', mobile: "?1" }, "Mobile"],
  ["a tablet", phone, { platform: '"Android"', mobile: "?0" }, "Tablet"],
  ["a tablet that is also mobile", phone, { formFactors: '"Mobile", "Tablet"' }, "Tablet"],
  ["a headset", linux, { formFactors: '"XR"' }, "Wearable"],
  ["a headset by its model", phone, { model: '"Quest 3"' }, "Wearable"],
  ["a watch", phone, { formFactors: '"Watch", "Mobile"' }, "Wearable"],
  ["a television by its model", tablet, { model: '"BRAVIA 4K VH2"', mobile: "?0" }, "TV"],
  ["a television that hints at a desktop", tizen, { formFactors: '"Desktop"' }, "TV"],
  [
    "a console that hints at a desktop",
    xbox,
    { formFactors: '"Desktop"', mobile: "?0" },
    "Console",
  ],
  ["a phone at a large screen", tablet, { formFactors: '"Desktop"', mobile: "?0" }, "Desktop"],
  ["a car, for which there is no word", tablet, { formFactors: '"Automotive"' }, ""],
  ["a desktop", windows, { mobile: "?0", formFactors: "" }, "Desktop"],
  ["hints that make no sense", windows, { mobile: "yes", formFactors: '"Toaster"' }, "Desktop"],
])("the device of %s", (_, agent, hints, device) => {
  expect(recogniseAgent(agent, hints).device).toBe(device);
});

test("a blank agent is a bot whatever its hints", () => {
  expect(recogniseAgent("", { brands: brands("Google Chrome", "126") }).bot).toBe(true);
});

test("brands with punctuation and escapes are read as they are written", () => {
  const field = String.raw`" Not;A Brand";v="99", "\\Not\"A,Brand";v="8",  "Chromium" ; v="126", "Bare"`;

  expect(parseStrings(field)).toEqual([
    { text: " Not;A Brand", version: "99" },
    { text: '\\Not"A,Brand', version: "8" },
    { text: "Chromium", version: "126" },
    { text: "Bare", version: "" },
  ]);
});

test.each([
  ['"Windows"', "Windows"],
  ["Windows", "Windows"],
  ['"Win', "Win"],
  ["", ""],
])("the string %s is %s", (field, text) => {
  expect(parseString(field)).toBe(text);
});

test.each([
  "",
  '"',
  '""""',
  '";v="',
  '\\"\\',
  "\u0000",
  '"a";v=',
  "?1",
  "(((",
  '"'.repeat(100_000),
])("the garbage %j in every hint changes nothing", (garbage) => {
  const hints: ClientHints = {
    brands: garbage,
    mobile: garbage === "?1" ? "" : garbage,
    platform: garbage,
    platformVersion: garbage,
    fullVersionList: garbage,
    model: garbage,
    formFactors: garbage,
  };

  expect(recogniseAgent(mac, hints)).toEqual(recogniseAgent(mac));
});
