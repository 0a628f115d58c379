import type { PageRule } from "../../base/page-rules.ts";
import { bind, identifier, join, type Sql, sql } from "../../clickhouse/sql.ts";
import { filterDimensions, passesFiltersSql, type ValueFilter } from "../../counting/filters.ts";
import { renamedPageSql } from "../../counting/page-rules.ts";
import { propSql } from "../../counting/props.ts";
import { visitorDaysOf } from "../../counting/visitor-days.ts";
import type { CorrectionChange, Redacted } from "../../definitions/correction.ts";
import { matchesEventSql } from "./event-filters.ts";

/** A new value of a column of `events`. */
interface Assignment {
  readonly column: Sql;
  readonly value: Sql;
}

/** A change of rows of `events`. */
export interface RowChange {
  /** The condition on rows that change. They meet it no more when they have changed. */
  readonly affected: Sql;
  /** The new values of their columns; undefined if the rows are deleted. */
  readonly assignments?: readonly Assignment[];
  /** The name that pages get. */
  readonly renamed?: Sql;
  /** Returns the visitor days that go, among some rows; undefined if rows tell by themselves. */
  readonly visitorDays?: (condition: Sql) => Sql;
}

/** The columns that go with each value. What lies within a place goes with it, as it tells it. */
const redactedColumns = {
  referrer: ["referrer"],
  utm: ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"],
  city: ["city"],
  region: ["region", "city"],
  country: ["country", "region", "city"],
  language: ["language"],
  screen_resolution: ["screen_resolution"],
  browser_version: ["browser_version"],
  operating_system_version: ["operating_system_version"],
} as const satisfies Record<Exclude<Redacted, "props" | "page_query">, readonly string[]>;

/**
 * Returns what a change does to rows. `filters` are those of the change, read; `within` is the
 * condition on the rows of the website's days.
 */
export function rowChangeOf(
  change: CorrectionChange,
  filters: readonly ValueFilter[],
  within: Sql,
): RowChange {
  if (change.kind === "pages") return renaming(change.rules);
  if (change.kind === "redact") return redacting(change, matchesEventSql(filters));
  if ("visitor" in change)
    return { affected: sql`visitor = toUInt64(${bind("String", change.visitor)})` };
  if (change.unit === "event") return { affected: matchesEventSql(filters) };
  const visitorDays = (condition: Sql) => visitorDaysSql(filters, condition);
  return { affected: sql`(date, visitor) IN (${visitorDays(within)})`, visitorDays };
}

function renaming(rules: readonly PageRule[]): RowChange {
  const renamed = renamedPageSql(rules, sql`page`);
  return {
    affected: sql`page != ${renamed}`,
    assignments: [{ column: sql`page`, value: renamed }],
    renamed,
  };
}

function redacting(
  { what, key }: Extract<CorrectionChange, { kind: "redact" }>,
  matches: Sql,
): RowChange {
  if (what === "props") {
    const bound = bind("String", key ?? "");
    const has = key === null ? sql`notEmpty(props)` : propSql(key).hasKey;
    const value =
      key === null
        ? sql`CAST(map(), 'Map(LowCardinality(String), String)')`
        : sql`mapFilter((k, v) -> k != ${bound}, props)`;
    return {
      affected: sql`(${has}) AND ${matches}`,
      assignments: [{ column: sql`props`, value }],
    };
  }
  if (what === "page_query") {
    // A fragment that is a part of the page stays, without a query of its own.
    const value = sql`replaceRegexpAll(page, '[?][^#]*', '')`;
    return {
      affected: sql`position(page, '?') > 0 AND ${matches}`,
      assignments: [{ column: sql`page`, value }],
    };
  }
  const columns = redactedColumns[what].map(identifier);
  const hasSome = join(
    columns.map((column) => sql`${column} != ''`),
    " OR ",
  );
  return {
    affected: sql`(${hasSome}) AND ${matches}`,
    assignments: columns.map((column) => ({ column, value: sql`''` })),
  };
}

/** Returns the visitor days that pass the filters, as queries with them count visitors. */
function visitorDaysSql(filters: readonly ValueFilter[], condition: Sql): Sql {
  return sql`
      SELECT
        date,
        visitor
      FROM (${visitorDaysOf(filterDimensions(filters), condition)})
      WHERE day_activity > 0 AND ${passesFiltersSql(filters)}`;
}
