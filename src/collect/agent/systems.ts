import UAParser from "ua-parser-js";

import { applyRules, type Named, nothing, type Rule } from "./rule.ts";
import { shortenVersion } from "./version.ts";

/** Asked before ua-parser-js, which takes some of these for the system that they are built on. */
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
  // Opera Mini on a phone whose system it does not say.
  [/\bJ2ME\/MIDP\b/, ""],
];

/** Names of ua-parser-js, in lower case, that are not ours. */
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

const distribution =
  /linux|ubuntu|debian|suse|gentoo|arch|slackware|fedora|mandriva|mint|mageia|centos|red ?hat|zenwalk|linpus|raspbian|deepin|manjaro|elementary|sabayon|linspire/i;

const parser = new UAParser("");

/**
 * The operating system that an agent names. Every Linux for computers is Linux, without a version, for the number
 * would be the distribution's. iPads are iOS, and Amazon's devices Android, as they say themselves.
 */
export function findSystem(userAgent: string): Named {
  const own = applyRules(rules, userAgent);
  if (own) return own;
  const { name = "", version } = parser.setUA(userAgent).getOS();
  const ours = renames[name.toLowerCase()] ?? (distribution.test(name) ? "Linux" : name);
  if (ours === "") return nothing;
  return { name: ours, version: ours === "Linux" ? "" : shortenVersion(version) };
}
