import UAParser from "ua-parser-js";

import { applyRules, type Product, type Rule, unknownProduct } from "./rule.ts";
import { shortenVersion } from "./version.ts";

/**
 * These rules come before ua-parser-js, which takes some of these systems for the one that they are
 * built on.
 */
const rules: readonly Rule[] = [
  [/\bXbox\b/, "Xbox"],
  [/\bPlayStation(?:; PlayStation)?(?: (\d))?/i, "PlayStation"],
  [/\bNintendo\b/, "Nintendo"],
  [/\b(?:OpenHarmony|HarmonyOS)(?:[ /]([\d.]+))?/, "HarmonyOS"],
  [/\b(?:Apple ?TV|tvOS\b)(?:\d+,\d+\/|\/tvOS\/|\/|.*?\bOS )?([\d._]+)?/, "tvOS"],
  [/\bWatch(?:OS|\d+,\d+)(?:[ ,/]+([\d.]+))?/i, "watchOS"],
  [/\b(?:Web0S|webOS)\b(?:\/([\d.]+))?/i, "webOS"],
  [/\bRoku\w*(?:\/DVP-([\d.]+))?/, "Roku"],
  [/\bFuchsia\b/, "Fuchsia"],
  [/\bLinux (?:arm|aarch|x86).*\bCrKey\//, "Linux"],
  [/\bAdr ([\d.]+)/, "Android"],
  // Opera Mini runs here on a phone whose system the agent does not name.
  [/\bJ2ME\/MIDP\b/, ""],
];

/** Our names for those of ua-parser-js, which are the keys in lower case. */
const renames: Readonly<Record<string, string>> = {
  windows: "Windows",
  "windows mobile": "Windows Phone",
  "windows phone": "Windows Phone",
  "windows phone os": "Windows Phone",
  "mac os": "macOS",
  "chromium os": "Chrome OS",
  android: "Android",
  "android-x86": "Android",
  tizen: "Tizen",
  kaios: "KaiOS",
  blackberry: "BlackBerry",
  "rim tablet os": "BlackBerry",
  series40: "Symbian",
  nettv: "Linux",
  netrange: "Linux",
  viera: "",
  gnu: "",
  unix: "",
};

const distribution = new RegExp(
  [
    "linux|ubuntu|debian|suse|gentoo|arch|slackware|fedora|mandriva|mint|mageia|centos|red ?hat",
    "zenwalk|linpus|raspbian|deepin|manjaro|elementary|sabayon|linspire",
  ].join("|"),
  "i",
);

const parser = new UAParser("");

/**
 * Returns the operating system that an agent names. Every Linux for computers is Linux, without a
 * version, because the number would be the distribution's. iPads are iOS and Amazon's devices
 * Android, as their agents say.
 */
export function findSystem(userAgent: string): Product {
  const own = applyRules(rules, userAgent);
  if (own) return own;
  const { name = "", version } = parser.setUA(userAgent).getOS();
  const ours = renames[name.toLowerCase()] ?? (distribution.test(name) ? "Linux" : name);
  if (ours === "") return unknownProduct;
  return { name: ours, version: ours === "Linux" ? "" : shortenVersion(version) };
}
