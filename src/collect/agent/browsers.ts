// Version 1, which has the MIT licence: version 2 has the AGPL, or a price.
import UAParser from "ua-parser-js";

import { applyRules, type Product, type Rule, unknownProduct } from "./rule.ts";
import { shortenVersion } from "./version.ts";

/**
 * These rules come before ua-parser-js. They match browsers inside apps, on televisions and on
 * consoles, which call themselves Chrome or Safari.
 */
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

/**
 * Rules by the name that ua-parser-js found. They apply where that name is only an engine or a
 * component of a system.
 */
const corrections: Readonly<Record<string, readonly Rule[]>> = {
  "Android Browser": [[/\bChrome\/([\d.]+)/, "Android WebView"]],
  WebKit: [[/\bi(?:Phone|Pad|Pod)\b.*\bMobile\//, "iOS WebView"]],
};

/** Our names for those of ua-parser-js, which are the keys in lower case. */
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
 * Returns the browser that an agent names, by the name of the product, which is the same on every
 * system. Chrome is Chrome on iOS; Focus is Firefox; GX and Touch are Opera. An engine alone is no
 * browser.
 */
export function findBrowser(userAgent: string): Product {
  const own = applyRules(rules, userAgent);
  if (own) return own;
  const { name = "", version } = parser.setUA(userAgent).getBrowser();
  const corrected = applyRules(corrections[name] ?? [], userAgent);
  if (corrected) return corrected;
  const ours = renames[name.toLowerCase()] ?? name;
  return ours === "" ? unknownProduct : { name: ours, version: shortenVersion(version) };
}
