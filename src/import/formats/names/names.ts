import type { RowCounter } from "../../run/row-counter.ts";

/** Footfall's names by the spellings of another product, in lower case. */
export type Names = ReadonlyMap<string, string>;

/** Spellings of other products for a value that they do not know. */
const unknownSpellings = new Set(["", "(unknown)", "unknown", "(not set)", "null"]);

/**
 * Returns a table of names. `tables` have Footfall's names and what other products write instead,
 * separated by `|`. Each name is a spelling of itself, too. A spelling that several tables have
 * stands for the name in the last one.
 */
export function namesOf(...tables: readonly Readonly<Record<string, string>>[]): Names {
  return new Map(
    tables
      .flatMap(Object.entries<string>)
      .flatMap(([name, others]) =>
        [name, ...others.split("|")]
          .filter((spelling) => spelling !== "")
          .map((spelling): [string, string] => [spelling.toLowerCase(), name]),
      ),
  );
}

/**
 * Returns Footfall's name for a spelling. Without one it counts the spelling as unknown, under the
 * name of the statistic, and returns "".
 */
export function findName(
  names: Names,
  statistic: string,
  spelling: string,
  counter: RowCounter,
): string {
  const key = spelling.trim().toLowerCase();
  if (unknownSpellings.has(key)) return "";
  const name = names.get(key);
  if (name === undefined) counter.unknown(statistic, spelling.trim());
  return name ?? "";
}
