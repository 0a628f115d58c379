import { commonBrowsers, commonSystems } from "./agents.ts";
import { namesOf } from "./names.ts";

export const goatCounterBrowsers = namesOf(commonBrowsers);

export const goatCounterSystems = namesOf(commonSystems);

/** Returns a name and a version, which GoatCounter writes as one text: `Chrome 126`. */
export function splitVersion(spelling: string): { name: string; version: string } {
  const text = spelling.trim();
  const [, name = text, version = ""] =
    /^(.*\S) (\d\S*|XP|Vista|CE|Ubuntu|CentOS|Fedora|Debian)$/.exec(text) ?? [];
  return { name, version };
}
