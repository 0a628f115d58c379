import { shortenVersion } from "./version.ts";

/**
 * A pattern that an agent must match, and its name if it does. The pattern's first group, if it has
 * one, is the version.
 */
export type Rule<Name extends string = string> = readonly [pattern: RegExp, name: Name];

/** A browser or an operating system. An unknown name or version is "". */
export interface Product {
  readonly name: string;
  readonly version: string;
}

export const unknownProduct: Product = { name: "", version: "" };

/**
 * Returns the name and version by the first rule that matches, or undefined if none does. Narrow
 * rules therefore stand before wide ones.
 */
export function applyRules(rules: readonly Rule[], userAgent: string): Product | undefined {
  for (const [pattern, name] of rules) {
    const match = pattern.exec(userAgent);
    if (match) return { name, version: shortenVersion(match[1]) };
  }
  return undefined;
}
