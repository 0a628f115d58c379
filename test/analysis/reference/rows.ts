import { compareText } from "../../stats/plain-count.ts";
import { contains } from "./matchers.ts";
import { compareFractions, type Fraction } from "./numbers.ts";

/** A row of an answer, with what orders it. */
export interface Ranked {
  /** The record, its fields in the order of the columns. */
  readonly row: Readonly<Record<string, unknown>>;
  /** The text in which `search` looks, and by which rows are ordered that are equal otherwise. */
  readonly text: string;
  /** The exact number of each field by which rows can be ordered. */
  readonly keys: Readonly<Record<string, Fraction | null>>;
}

export interface Listing {
  readonly search: string;
  /** A field of `keys`; anything else is the text. */
  readonly sortBy: string;
  readonly sort: "asc" | "desc";
}

/**
 * Returns the rows that match the search in the order that is asked for. Rows without a number are
 * last, and ties are in the order of their texts, whatever the direction.
 */
export function listed(rows: readonly Ranked[], { search, sortBy, sort }: Listing): Ranked[] {
  const direction = sort === "asc" ? 1 : -1;
  return rows
    .filter(({ text }) => contains(text, search))
    .toSorted((a, b) => {
      const [left, right] = [a.keys[sortBy], b.keys[sortBy]];
      const byText = compareText(a.text, b.text);
      if (left === undefined || right === undefined) return direction * byText || tie(a, b);
      const isNull = left === null || right === null;
      return (isNull ? 1 : direction) * compareFractions(left, right) || byText || tie(a, b);
    });
}

/** Rows of one value are in the order of their currencies. */
function tie(a: Ranked, b: Ranked): number {
  return compareText(String(a.row["currency"] ?? ""), String(b.row["currency"] ?? ""));
}
