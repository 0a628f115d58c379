import { parseString, parseStrings } from "./client-hints.ts";
import type { Device } from "./devices.ts";
import type { Product } from "./rule.ts";
import { shortenVersion } from "./version.ts";

/**
 * Browsers by the letters of their brand, in lower case. Other brands tell nothing: most of them
 * are invented.
 */
const brandNames = new Map([
  ["brave", "Brave"],
  ["coccoc", "Coc Coc"],
  ["duckduckgo", "DuckDuckGo"],
  ["ecosia", "Ecosia"],
  ["huaweibrowser", "Huawei Browser"],
  ["metaquestbrowser", "Meta Quest Browser"],
  ["microsoftedge", "Edge"],
  ["microsoftedgewebview", "Edge"],
  ["miuibrowser", "MIUI Browser"],
  ["oculusbrowser", "Meta Quest Browser"],
  ["opera", "Opera"],
  ["operagx", "Opera"],
  ["operamini", "Opera Mini"],
  ["operamobile", "Opera"],
  ["samsunginternet", "Samsung Internet"],
  ["silk", "Silk"],
  ["vivaldi", "Vivaldi"],
  ["whale", "Whale"],
  ["yabrowser", "Yandex Browser"],
  ["yandex", "Yandex Browser"],
  ["yandexbrowser", "Yandex Browser"],
]);

/**
 * Brands that many browsers show. They decide only where the agent itself names nothing more
 * specific.
 */
const commonBrandNames = new Map([
  ["androidwebview", "Android WebView"],
  ["googlechrome", "Chrome"],
  ["headlesschrome", "Chrome"],
  ["chromium", "Chrome"],
]);

const platformNames = new Map([
  ["android", "Android"],
  ["chromeos", "Chrome OS"],
  ["chromiumos", "Chrome OS"],
  ["ios", "iOS"],
  ["linux", "Linux"],
  ["macos", "macOS"],
  ["windows", "Windows"],
]);
const hintable = new Set(["", ...platformNames.values()]);

/**
 * Form factors with the most specific first, because a device may have several. `Automotive` is
 * none of the six.
 */
const formFactors: readonly (readonly [string, Device | ""])[] = [
  ["watch", "Wearable"],
  ["xr", "Wearable"],
  ["automotive", ""],
  ["tablet", "Tablet"],
  ["mobile", "Mobile"],
  ["desktop", "Desktop"],
];

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, "");
}

/** Returns whether a brand list names the Chrome that runs without a window. */
export function isHeadless(brands: string): boolean {
  return /HeadlessChrome/i.test(brands);
}

/**
 * Returns the browser by its brands, else as the agent names it. `lists` are brand lists; those
 * with the most exact versions come first.
 */
export function correctBrowser(browser: Product, lists: readonly string[]): Product {
  const brands = lists.flatMap(parseStrings).map(({ text, version }) => ({
    key: letters(text),
    version: shortenVersion(version),
  }));
  for (const { key, version } of brands) {
    const name = brandNames.get(key);
    if (name) return { name, version };
  }
  if (browser.name !== "" && browser.name !== "Chrome") return browser;
  for (const [key, name] of commonBrandNames) {
    const common = brands.find((brand) => brand.key === key);
    if (common) return { name, version: common.version };
  }
  return browser;
}

/**
 * Returns the system by its hints, unless the agent names one that no hint can name, such as a
 * television's or a console's.
 */
export function correctSystem(system: Product, platform: string, platformVersion: string): Product {
  const name = platformNames.get(letters(parseString(platform)));
  if (name === undefined || !hintable.has(system.name)) return system;
  const fromAgent = name === system.name ? system.version : "";
  if (name === "Linux") return { name, version: "" };
  const hint = parseString(platformVersion);
  const version = name === "Windows" ? windowsVersion(hint) : shortenVersion(hint);
  return { name, version: version || fromAgent };
}

/**
 * Returns the version of Windows for its hint, which counts releases of its interface. From 13 on
 * it is Windows 11, from 1 Windows 10, below that an older one.
 */
function windowsVersion(hint: string): string {
  const [major = Number.NaN, minor] = hint.split(".").map(Number);
  if (major >= 13) return "11";
  if (major >= 1) return "10";
  return (major === 0 && { 1: "7", 2: "8", 3: "8.1" }[minor ?? 0]) || "";
}

/**
 * Returns the device by its hints. A television or console stays what its agent says, because no
 * hint can name either.
 */
export function correctDevice(
  device: Device | "",
  hints: { readonly formFactors: string; readonly mobile: string },
  system: string,
): Device | "" {
  const words = new Set(parseStrings(hints.formFactors).map(({ text }) => letters(text)));
  const formFactor = formFactors.find(([word]) => words.has(word))?.[1];
  if (formFactor === "Wearable" || formFactor === "") return formFactor;
  if (device === "TV" || device === "Console" || device === "Wearable") return device;
  if (formFactor) return formFactor;
  const mobile = hints.mobile.trim();
  if (mobile === "?1") return "Mobile";
  return mobile === "?0" && system === "Android" ? "Tablet" : device;
}
