import { bind, type Sql, sql } from "../store/sql.ts";

/**
 * Returns the condition that a text contains another. Case is folded as Unicode does (`Σ`, `σ` and
 * `ς` are one letter). Folding refuses text that is not UTF-8, which only foreign writers can have
 * left.
 */
export function containsSql(text: Sql, part: string): Sql {
  return sql`position(caseFoldUTF8(toValidUTF8(${text})), caseFoldUTF8(${bind("String", part)})) > 0`;
}
