import { expect, test } from "vitest";

import { languages } from "../../../src/base/languages.ts";
import { readTables } from "../../helpers/words-tables.ts";

/** The texts that are the name of a control, by the one that is seen on it. */
const namesOf: Readonly<Record<string, string>> = {
  left: "leftAfter",
  showVisitors: "showVisitorsOf",
  newLink: "newLinkFor",
  reset: "resetFor",
};

/** Resolves a text with numbers and names in its places. */
function textOf(entry: unknown): string {
  return String(typeof entry === "function" ? entry(3, "4 %", 5) : entry).toLowerCase();
}

/** Returns each name that lacks what is seen on its control, by its path. */
function faultsOf(table: unknown, path = ""): string[] {
  if (typeof table !== "object" || table === null) return [];
  const entries = new Map(Object.entries(table));
  return [...entries].flatMap(([key, seen]) => {
    const name = entries.get(namesOf[key] ?? `${key}Named`);
    const isText = ["string", "function"].includes(typeof seen) && typeof name === "function";
    if (!isText) return faultsOf(seen, `${path}.${key}`);
    return textOf(name).includes(textOf(seen)) ? [] : [`${path}.${key}: ${textOf(name)}`];
  });
}

test.each(languages)(
  "the name of a control has the words that are seen on it, in %s",
  async (code) => {
    const faults = (await readTables(code)).flatMap((table) => faultsOf(table));
    expect(faults).toEqual([]);
  },
);
