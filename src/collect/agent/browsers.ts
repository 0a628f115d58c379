import UAParser from "ua-parser-js";

import { applyRules, type Named, nothing, type Rule } from "./rule.ts";
import { shortenVersion } from "./version.ts";

/** Asked before ua-parser-js: browsers inside apps, televisions and consoles, which call themselves Chrome or Safari. */
const rules: readonly Rule[] = [
  [/(?:FBAN\/Messenger|FB_IAB\/(?:Orca|MESSENGER))(?:.*?;FBAV\/([\d.]+))?/i, "Messenger"],
  [/\bInstagram[ /]([\d.]+)/, "Instagram"],
  [/\bBarcelona ([\d.]+)/, "Threads"],
  [/^(?=.*\b(?:FBAN|FB_IAB|FBAV)\/)(?:.*?\bFBAV\/([\d.]+))?/, "Facebook"],
  [/\b(?:musical_ly|trill)_(?:.*\bapp_version\/)?([\d.]*)/, "TikTok"],
  [/\bSnapchat[ /]([\d.]+)/, "Snapchat"],
  [/\bPinterest(?: for (?:Android|iOS))?\/([\d.]*)/, "Pinterest"],
  [/\bLinkedInApp\b\]?\/?([\d.]*)/, "LinkedIn"],
  [/\bTwitter(?:Android| for iP(?:hone|ad)(?:\/([\d.]+))?)/, "Twitter"],
  [/\bTelegram-Android\/([\d.]+)/, "Telegram"],
  [/\bMicroMessenger\/([\d.]+)/i, "WeChat"],
  [/\bLine\/([\d.]+)/, "Line"],
  [/\bKAKAOTALK[ /]([\d.]+)/i, "KakaoTalk"],
  [/\bQQ\/([\d.]+)/, "QQ"],
  [/\bGSA\/([\d.]+)/, "Google"],
  [/\bDdg\/([\d.]+)/, "DuckDuckGo"],
  [/\bDuckDuckGo\/([\d.]+)/, "DuckDuckGo"],
  [/\bEcosia \w+@([\d.]+)/, "Ecosia"],
  [/\bPlayStation\b/i, "PlayStation Browser"],
  [/\bNintendoBrowser\/([\d.]+)/, "Nintendo Browser"],
  [/\bNintendo 3DS\b/, "Nintendo Browser"],
  [/^(?=.*\b(?:Web0S|webOS\.TV|LG Browser)\b)(?:.*\bLG Browser\/([\d.]+))?/, "LG Browser"],
  [
    /\bTizen\b(?!.*\b(?:SamsungBrowser|Chrome|OPR|Firefox)\/)(?:.*\bVersion\/([\d.]+))?/,
    "Tizen Browser",
  ],
];

/** Asked when ua-parser-js found only an engine or a system's component, by the name that it found. */
const corrections: Readonly<Record<string, readonly Rule[]>> = {
  "Android Browser": [[/\bChrome\/([\d.]+)/, "Android WebView"]],
  WebKit: [[/\bi(?:Phone|Pad|Pod)\b.*\bMobile\//, "iOS WebView"]],
};

/** Names of ua-parser-js, in lower case, that are not ours. */
const renames: Readonly<Record<string, string>> = {
  chrome: "Chrome",
  "chrome headless": "Chrome",
  "chrome webview": "Android WebView",
  firefox: "Firefox",
  fennec: "Firefox",
  "firefox focus": "Firefox",
  "firefox reality": "Firefox",
  klar: "Firefox",
  safari: "Safari",
  "mobile safari": "Safari",
  opera: "Opera",
  "opera gx": "Opera",
  "opera touch": "Opera",
  "opera coast": "Opera",
  "opera mobi": "Opera",
  "opera mobile": "Opera",
  "opera tablet": "Opera",
  "opera mini": "Opera Mini",
  ie: "Internet Explorer",
  iemobile: "Internet Explorer",
  yandex: "Yandex Browser",
  ucbrowser: "UC Browser",
  qqbrowser: "QQ Browser",
  qqbrowserlite: "QQ Browser",
  "oculus browser": "Meta Quest Browser",
  "huawei browser": "Huawei Browser",
  "vivo browser": "Vivo Browser",
  "pico browser": "Pico Browser",
  heytap: "HeyTap Browser",
  vivaldi: "Vivaldi",
  brave: "Brave",
  silk: "Silk",
  whale: "Whale",
  naver: "Naver",
  phantomjs: "PhantomJS",
  electron: "Electron",
  "360": "360 Browser",
  webkit: "",
  khtml: "",
  mozilla: "",
};

const parser = new UAParser("");

/**
 * The browser that an agent names. Names are those of the product, the same on every system: Chrome is Chrome on
 * iOS, and so are Firefox with Focus, Opera with GX and Touch. An engine alone is no browser.
 */
export function findBrowser(userAgent: string): Named {
  const own = applyRules(rules, userAgent);
  if (own) return own;
  const { name = "", version } = parser.setUA(userAgent).getBrowser();
  const corrected = applyRules(corrections[name] ?? [], userAgent);
  if (corrected) return corrected;
  const ours = renames[name.toLowerCase()] ?? name;
  return ours === "" ? nothing : { name: ours, version: shortenVersion(version) };
}
