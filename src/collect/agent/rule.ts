import { shortenVersion } from "./version.ts";

/** What an agent must contain, and what it then is. The pattern's first group, where it has one, is the version. */
export type Rule<Name extends string = string> = readonly [pattern: RegExp, name: Name];

export interface Named {
  readonly name: string;
  readonly version: string;
}

export const nothing: Named = { name: "", version: "" };

/** The first rule that fits, so narrow ones stand before wide ones; undefined when none does. */
export function applyRules(rules: readonly Rule[], userAgent: string): Named | undefined {
  for (const [pattern, name] of rules) {
    const match = pattern.exec(userAgent);
    if (match) return { name, version: shortenVersion(match[1]) };
  }
  return undefined;
}
