import { shortenVersion } from "../../../collect/agent/version.ts";
import type { RowCounter } from "../../run/row-counter.ts";
import { findName, type Names } from "./names.ts";

/** Spellings of browsers that several products share, most of them from ua-parser-js. */
export const commonBrowsers = {
  "360 Browser": "360",
  "Android Browser": "",
  "Android WebView": "chrome webview",
  BlackBerry: "",
  Brave: "",
  Chrome: "chrome mobile|chrome ios|chrome headless|headlesschrome|chromium|google chrome",
  "Coc Coc": "",
  DuckDuckGo: "duckduckgo browser",
  Ecosia: "",
  Edge: "microsoft edge|edge mobile",
  Electron: "",
  Facebook: "facebook app",
  Firefox: "firefox mobile|firefox ios|firefox focus|firefox reality|fennec|klar|mobile firefox",
  Google: "gsa|google app",
  "HeyTap Browser": "heytap",
  "Huawei Browser": "",
  Instagram: "instagram app",
  "Internet Explorer": "ie|iemobile|msie",
  "iOS WebView": "",
  KakaoTalk: "",
  Line: "",
  LinkedIn: "",
  Messenger: "",
  "Meta Quest Browser": "oculus browser",
  "MIUI Browser": "",
  Naver: "",
  Opera: "opera gx|opera touch|opera coast|opera mobi|opera mobile|opera tablet",
  "Opera Mini": "",
  PaleMoon: "pale moon",
  PhantomJS: "",
  Pinterest: "",
  QQ: "",
  "QQ Browser": "qqbrowser|qqbrowserlite",
  Safari: "mobile safari|safari mobile|safari ios",
  "Samsung Internet": "samsung browser|samsungbrowser|samsung",
  Silk: "amazon silk",
  Snapchat: "",
  Telegram: "",
  Threads: "",
  TikTok: "",
  Twitter: "",
  "UC Browser": "ucbrowser",
  Vivaldi: "",
  "Vivo Browser": "",
  WeChat: "",
  Whale: "",
  "Yandex Browser": "yandex|yandexbrowser|yabrowser",
} as const;

/** Spellings of operating systems that several products share, most of them from ua-parser-js. */
export const commonSystems = {
  Android: "android os|android-x86",
  BlackBerry: "rim tablet os|blackberry os",
  "Chrome OS": "chromeos|chromium os|cros",
  DragonFly: "dragonfly bsd",
  FreeBSD: "",
  Fuchsia: "",
  Haiku: "",
  HarmonyOS: "",
  iOS: "ipados",
  KaiOS: "",
  Linux: "gnu/linux|ubuntu|debian|fedora|centos|arch|mint|suse|red hat",
  macOS: "mac os|mac os x|os x|mac|macintosh",
  NetBSD: "",
  OpenBSD: "open bsd",
  PlayStation: "",
  QNX: "",
  Roku: "",
  Solaris: "sun os|sunos",
  Symbian: "series40",
  Tizen: "",
  tvOS: "",
  watchOS: "",
  webOS: "",
  Windows: "",
  "Windows Phone": "windows mobile|windows phone os",
  Xbox: "",
} as const;

/** Spellings of devices that several products share. */
export const commonDevices = {
  Console: "",
  Desktop: "laptop|computer",
  Mobile: "smartphone|phone",
  Tablet: "",
  TV: "smarttv|smart tv",
  Wearable: "xr",
} as const;

/** A name and a version as another product writes them. */
interface Spelling {
  readonly name: string;
  readonly version: string;
}

/** Returns the columns of a browser. */
export function browserColumns(names: Names, { name, version }: Spelling, counter: RowCounter) {
  const browser = findName(names, "browser", name, counter);
  return { browser, browserVersion: browser === "" ? "" : shortenVersion(version) };
}

/** Returns the columns of an operating system. Linux has no version, as in collected events. */
export function systemColumns(names: Names, { name, version }: Spelling, counter: RowCounter) {
  const operatingSystem = findName(names, "operating_system", name, counter);
  const hasVersion = operatingSystem !== "" && operatingSystem !== "Linux";
  return { operatingSystem, operatingSystemVersion: hasVersion ? shortenVersion(version) : "" };
}
