import { commonBrowsers, commonDevices, commonSystems } from "./agents.ts";
import { namesOf } from "./names.ts";

/** Umami's names are those of the npm package detect-browser. */
export const umamiBrowsers = namesOf(commonBrowsers, {
  "Android Browser": "android",
  "Android WebView": "chromium-webview|chrome (webview)",
  BlackBerry: "bb10|blackberry 10",
  // AOL Shield is Chrome by its agent.
  Chrome: "aol|crios|chrome (ios)",
  Edge: "edge-chromium|edge-ios|edge (chromium)|edge (ios)",
  Firefox: "fxios|firefox (ios)",
  "Internet Explorer": "ie|pie",
  "MIUI Browser": "miui",
  "Opera Mini": "opera-mini",
  // The name stands for WebKit on iOS with a version, which Safari alone has.
  Safari: "ios",
  "iOS WebView": "ios-webview|ios (webview)",
  "Samsung Internet": "samsung",
  "Yandex Browser": "yandexbrowser|yandex",
});

export const umamiSystems = namesOf(commonSystems, {
  // Kindles, whose agents name Android in collected events.
  Android: "android os|amazon os",
});

export const umamiDevices = namesOf(commonDevices);

/**
 * Returns a system's name and version. Umami knows versions of Windows alone, and calls Windows 11
 * by the 10 of its agent.
 */
export function splitSystem(spelling: string): { name: string; version: string } {
  const [, windows] = /^Windows (?!Mobile|Phone)(.+)$/i.exec(spelling.trim()) ?? [];
  if (windows === undefined) return { name: spelling, version: "" };
  return { name: "Windows", version: windows === "Server 2003" ? "XP" : windows };
}
