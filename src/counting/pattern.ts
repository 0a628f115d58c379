import { isPrefixPattern, unescapePattern } from "../base/pattern-escapes.ts";
import { bind, join, type Sql, sql } from "../clickhouse/sql.ts";

/** The values that a filter means. */
export interface Pattern {
  readonly text: string;
  /** Whether a value must be the text, begin with it, or contain it as `containsSql` compares. */
  readonly match: "is" | "begins" | "contains";
}

/**
 * Reads a pattern: `~` at the beginning is "contains", and else `*` at the end is "begins with".
 * `\` makes a `!`, `*`, `~` or `\` after it a character like any other.
 */
export function readPattern(written: string): Pattern {
  if (written.startsWith("~"))
    return { text: unescapePattern(written.slice(1)), match: "contains" };
  return isPrefixPattern(written)
    ? { text: unescapePattern(written.slice(0, -1)), match: "begins" }
    : { text: unescapePattern(written), match: "is" };
}

/** Returns whether the value of a filter excludes. */
export function isNegated(value: string): boolean {
  return value.startsWith("!");
}

/** Returns the values of a filter that select, and those that exclude, without their `!`. */
export function splitNegated(values: readonly string[]) {
  return {
    wanted: values.filter((value) => !isNegated(value)),
    unwanted: values.filter(isNegated).map((value) => value.slice(1)),
  };
}

/** Returns the condition that a value matches one of the patterns, of which there are some. */
export function matchesOneSql(value: Sql, patterns: readonly Pattern[]): Sql {
  const texts = (kind: Pattern["match"]) =>
    patterns.filter(({ match }) => match === kind).map(({ text }) => text);
  const is = texts("is");
  // One condition for each text: ClickHouse then looks at each value of a dictionary once.
  const conditions = [
    ...(is.length > 0 ? [sql`has(${bind("Array(String)", is)}, ${value})`] : []),
    ...texts("begins").map((text) => sql`startsWith(${value}, ${bind("String", text)})`),
    ...texts("contains").map((text) => containsSql(value, text)),
  ];
  return join(conditions, " OR ");
}

/**
 * Returns the condition that a value contains the text. Case is folded as Unicode does (`Σ`, `σ`
 * and `ς` are one letter). Folding takes ten times as long as comparing, so ASCII is compared. It
 * refuses text that is not UTF-8, which only foreign writers can have left.
 */
export function containsSql(value: Sql, text: string): Sql {
  const folded = sql`caseFoldUTF8(${bind("String", text)})`;
  return sql`if(
        isValidASCII(${value}),
        positionCaseInsensitive(${value}, ${folded}),
        position(caseFoldUTF8(toValidUTF8(${value})), ${folded})
      ) > 0`;
}
