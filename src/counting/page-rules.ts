import { type PageRule, segmentsOf } from "../base/page-rules.ts";
import { bind, join, type Sql, sql } from "../clickhouse/sql.ts";

/**
 * Returns the new name of the page in a column, the same as `compilePageRules` gives. The patterns
 * are made here, so no expression of a client reaches the store.
 */
export function renamedPageSql(rules: readonly PageRule[], column: Sql): Sql {
  if (rules.length === 0) return column;
  const path = sql`extract(${column}, '^[^?#]*')`;
  const cases = rules.map((rule) => {
    const name = bind("String", rule.page);
    const rest = sql`substring(${column}, length(${path}) + 1)`;
    const renamed = rule.keepsQuery ? sql`concat(${name}, ${rest})` : name;
    return sql`match(${path}, ${bind("String", patternOf(rule.match))}), ${renamed}`;
  });
  return sql`if(startsWith(${column}, '/'), multiIf(${join(cases, ", ")}, ${column}), ${column})`;
}

/** Returns the regular expression of a path, in which `.` is every character, a line end too. */
function patternOf(match: string): string {
  const segments = segmentsOf(match);
  const last = segments.length - 1;
  const parts = segments.map((segment, i) => {
    if (segment === "**" && i === last) return "(?:/.*)?";
    return segment === "*" ? "/[^/]+" : `/${escaped(segment)}`;
  });
  return `^${parts.join("")}$`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|-]/g, "\\$&");
}
