import { bind, join, type Sql, sql } from "../clickhouse/sql.ts";
import type { Matcher } from "../definitions/matcher.ts";
import { containsSql, readPattern } from "./pattern.ts";
import { propSql } from "./props.ts";

export type { Matcher } from "../definitions/matcher.ts";

/** Returns the condition on rows of `events` that a matcher selects. */
export function matchesSql({ type, value, props }: Matcher): Sql {
  const kind =
    type === "page" ? sql`name = 'pageview'` : sql`name NOT IN ('pageview', 'engagement')`;
  const values = matchesValueSql(type === "page" ? sql`page` : sql`name`, value);
  const own = Object.entries(props).map(([key, prop]) => matchesPropSql(key, prop));
  return sql`(${join([kind, values, ...own], " AND ")})`;
}

/** Returns the condition that a page or a name is one that the `value` of a matcher means. */
export function matchesValueSql(column: Sql, value: string): Sql {
  const { text, match } = readPattern(value);
  if (match === "contains") return containsSql(column, text);
  const bound = bind("String", text);
  return match === "begins" ? sql`startsWith(${column}, ${bound})` : sql`${column} = ${bound}`;
}

/** A key that an event lacks reads as '', which is a value, too. */
function matchesPropSql(key: string, wanted: string): Sql {
  const { hasKey, value } = propSql(key);
  const matches = sql`${value} = ${bind("String", wanted)}`;
  return wanted === "" ? sql`${hasKey} AND ${matches}` : matches;
}
