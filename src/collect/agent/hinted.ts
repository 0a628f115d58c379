import { parseString, parseStrings } from "./client-hints.ts";
import type { Device } from "./devices.ts";
import type { Named } from "./rule.ts";
import { shortenVersion } from "./version.ts";

/** Brands by their letters in lower case. A brand that is not here says nothing: most such are invented ones. */
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

/** Brands that many browsers show: they decide only where the agent itself says no more than this. */
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

/** The most telling first, since a device may have several. `Automotive` is none of the six. */
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

/** Whether a brand list names the Chrome that runs without a window. */
export function isHeadless(brands: string): boolean {
  return /HeadlessChrome/i.test(brands);
}

/** The browser by its brands, else as the agent has it. `lists` are brand lists, the most exact versions first. */
export function correctBrowser(browser: Named, lists: readonly string[]): Named {
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

/** The system by its hints, unless the agent names one that no hint can name (a television's, a console's). */
export function correctSystem(system: Named, platform: string, platformVersion: string): Named {
  const name = platformNames.get(letters(parseString(platform)));
  if (name === undefined || !hintable.has(system.name)) return system;
  const fromAgent = name === system.name ? system.version : "";
  if (name === "Linux") return { name, version: "" };
  const hinted = parseString(platformVersion);
  const version = name === "Windows" ? windowsVersion(hinted) : shortenVersion(hinted);
  return { name, version: version || fromAgent };
}

/** The hint counts releases of Windows' interface: from 13 it is Windows 11, from 1 Windows 10, below that older. */
function windowsVersion(hinted: string): string {
  const [major = Number.NaN, minor] = hinted.split(".").map(Number);
  if (major >= 13) return "11";
  if (major >= 1) return "10";
  return (major === 0 && { 1: "7", 2: "8", 3: "8.1" }[minor ?? 0]) || "";
}

/** The device by its hints; a television or console, which no hint can name, stays what its agent says. */
export function correctDevice(
  device: Device | "",
  hints: { readonly formFactors: string; readonly mobile: string },
  system: string,
): Device | "" {
  const given = new Set(parseStrings(hints.formFactors).map(({ text }) => letters(text)));
  const formFactor = formFactors.find(([word]) => given.has(word))?.[1];
  if (formFactor === "Wearable" || formFactor === "") return formFactor;
  if (device === "TV" || device === "Console" || device === "Wearable") return device;
  if (formFactor) return formFactor;
  const mobile = hints.mobile.trim();
  if (mobile === "?1") return "Mobile";
  return mobile === "?0" && system === "Android" ? "Tablet" : device;
}
