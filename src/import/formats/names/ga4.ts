import { commonBrowsers, commonDevices, commonSystems } from "./agents.ts";
import { namesOf } from "./names.ts";

export const ga4Browsers = namesOf(commonBrowsers, {
  Iron: "",
  // Google Analytics calls browsers inside apps on iOS so.
  "iOS WebView": "safari (in-app)",
  Konqueror: "",
  Maxthon: "",
  "Nintendo Browser": "",
  NokiaBrowser: "nokia browser",
  "PlayStation Browser": "playstation 3|playstation 4|playstation 5",
  Puffin: "",
  SeaMonkey: "",
  Whale: "whale browser",
  // An engine alone is no browser.
  "": "mozilla|mozilla compatible agent",
});

export const ga4Systems = namesOf(commonSystems, {
  "Firefox OS": "",
  Nintendo: "nintendo 3ds|nintendo switch|nintendo wii|nintendo wiiu|new nintendo 3ds",
  PlayStation: "playstation 3|playstation 4|playstation 5|playstation vita",
  Symbian: "symbianos|series40",
  // Words for the platform, for any television and for a maker.
  "": "web|smarttv|samsung",
});

export const ga4Devices = namesOf(commonDevices, { TV: "smart tv|smarttv|connected tv" });

/** Longer than any version. */
const endCharacters = 100;

/** Returns the version at the end of `Windows 10` or `Macintosh Intel 11.1`. */
export function ga4Version(spelling: string): string {
  // The end is enough, and the pattern takes a long text of digits its square of steps.
  const end = spelling.trim().slice(-endCharacters);
  const [version = ""] = /(?:\d[\d._]*|XP|Vista)$/.exec(end) ?? [];
  return version;
}

/** Google's default channel groups. What is none of Footfall's channels is a referral. */
export const ga4Channels = namesOf({
  Paid: [
    "paid search|paid social|paid shopping|paid video|paid other|display|cross-network|affiliates",
    "audio",
  ].join("|"),
  "E-mail": "email",
  AI: "ai assistant|ai assistants",
  Social: "organic social",
  Search: "organic search",
  Referral: "organic video|organic shopping|sms|mobile push notifications",
  "": "direct|unassigned",
});
