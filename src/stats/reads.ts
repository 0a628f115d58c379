import { clockOffsets, dayMs } from "../base/calendar.ts";
import type { Database, QueryLimits } from "../clickhouse/database.ts";
import { bind, identifier, join, type Sql, sql } from "../clickhouse/sql.ts";
import { matchesOneSql, type Pattern } from "../counting/pattern.ts";
import { type WebsiteDays, withinDays } from "../counting/website-days.ts";
import type { ReadFilterName, ReadsBy } from "../model/choices.ts";
import type { MissingPath, ReadsNumbers, ReadsRow } from "../model/reads.ts";
import {
  hasSearched,
  type Listing,
  type ListingQuery,
  listingReports,
  orderSql,
} from "./listing.ts";
import type { ComparedQuery, Report, ReportQuery } from "./report.ts";

/** A condition on reads: one of the wanted values, if there are any, and none of the unwanted. */
export interface ReadFilter {
  readonly name: ReadFilterName;
  readonly wanted: readonly Pattern[];
  readonly unwanted: readonly Pattern[];
}

/** A query about reads, which no filter of visitors selects. */
export interface ReadsQuery extends ReportQuery {
  readonly readFilters: readonly ReadFilter[];
}

export const readsOrders = ["reads", "pages", "verified_reads", "last_at", "value"] as const;

/** A query for the reads by one of their properties. */
export interface ReadsListQuery extends ReadsQuery, ListingQuery<(typeof readsOrders)[number]> {
  readonly by: ReadsBy;
  /** IANA name of the website's time zone, whose hours the reads have. */
  readonly timezone: string;
}

/** The reads by one of their properties, one page of them or all. docs/crawlers.md defines them. */
export const { page: readsReport, csv: readsCsvReport } = listingReports<
  ReadsListQuery,
  ReadsRow,
  "count"
>("reads", readsListing, "reads");

export function readsListing(query: ReadsListQuery): Listing<"count"> {
  const more = query.by === "reader" ? (["operator", "purpose"] as const) : [];
  const numbers = ["reads", "pages", "verified_reads", "last_at"] as const;
  return {
    fields: ["value", ...more, ...numbers],
    texts: ["value", ...more],
    totals: { count: sql`sum(listed.reads) OVER ()` },
    rows: () => sql`
      SELECT
        ${valueSql(query.by)} AS value,
        any(reads.operator) AS operator,
        any(reads.purpose) AS purpose,
        sum(reads.reads) AS reads,
        ${query.by === "page" ? sql`toUInt64(1)` : sql`uniqExact(path)`} AS pages,
        sumIf(reads.reads, verified = 'yes') AS verified_reads,
        ${lastHourSql(query)} AS last_at
      FROM reads
      WHERE ${passesSql(query)}
      GROUP BY value`,
    where: hasSearched(sql`listed.value`, query),
    order: orderSql(query, "value"),
    settings: () => inOrder,
  };
}

/** `reads` is in the order of paths, so their groups end one after the other, which is quicker. */
const inOrder = sql`optimize_aggregation_in_order = 1`;

export const missingOrders = ["reads", "value"] as const;

/** A query for the paths that readers asked for in vain. */
export type MissingQuery = ReadsQuery & ListingQuery<(typeof missingOrders)[number]>;

/** The paths that readers got 404 for, one page of them or all. */
export const { page: missingReport, csv: missingCsvReport } = listingReports<
  MissingQuery,
  MissingPath
>("missing", missingListing, "reads");

export function missingListing(query: MissingQuery): Listing {
  return {
    fields: ["value", "reads", "readers"],
    texts: ["value"],
    lists: ["readers"],
    rows: () => sql`
      SELECT
        value,
        sum(asked) AS reads,
        arrayMap(each -> each.2, arrayReverseSort(groupArray((asked, reader)))) AS readers
      FROM (
        SELECT
          path AS value,
          reader,
          sum(reads.reads) AS asked
        FROM reads
        WHERE ${passesSql(query)} AND status = '404'
        GROUP BY value, reader
      )
      GROUP BY value`,
    where: hasSearched(sql`listed.value`, query),
    order: orderSql(query, "value"),
    settings: () => inOrder,
  };
}

const noReads: ReadsNumbers = {
  reads: 0,
  readers: 0,
  operators: 0,
  pages: 0,
  not_found: 0,
  verified_share: null,
};

/** The reads of a range in six numbers. */
export const readsSummaryReport: Report<ReadsQuery & ComparedQuery, ReadsNumbers> = {
  name: "reads summary",
  source: "reads",
  async count(db, query, _days, limits) {
    const [row] = await db.rows<ReadsNumbers>(readsSummarySql(query), limits);
    return row ?? noReads;
  },
};

export function readsSummarySql(query: ReadsQuery): Sql {
  return sql`
    SELECT
      sum(reads.reads) AS reads,
      uniqExact(reader) AS readers,
      uniqExactIf(operator, operator != '') AS operators,
      (SELECT count() FROM (SELECT 1 FROM reads WHERE ${passesSql(query)} GROUP BY path)) AS pages,
      sumIf(reads.reads, status = '404') AS not_found,
      if(reads = 0, NULL, floor(sumIf(reads.reads, verified = 'yes') / reads * 1e4 + 0.5) / 1e4)
        AS verified_share
    FROM reads
    WHERE ${passesSql(query)}
    SETTINGS ${inOrder}`;
}

type OperatorReadsQuery = ReadsQuery & { readonly operators: readonly string[] };

/** The reads of an operator for one purpose. */
export interface OperatorReads {
  readonly operator: string;
  readonly purpose: string;
  readonly reads: number;
}

/** The reads of operators. Those of `operators` that pass the filters have a row without reads. */
export const operatorReadsReport: Report<OperatorReadsQuery, readonly OperatorReads[]> = {
  name: "operator reads",
  source: "reads",
  count: (db, query, _days, limits) => db.rows<OperatorReads>(operatorReadsSql(query), limits),
};

export function operatorReadsSql(query: OperatorReadsQuery): Sql {
  const ofOperators = query.readFilters.filter(({ name }) => name === "operator");
  const conditions = filtersSql(ofOperators, () => sql`operator`);
  return sql`
    SELECT
      toString(operator) AS operator,
      toString(purpose) AS purpose,
      sum(reads.reads) AS reads
    FROM reads
    WHERE ${passesSql(query)}
    GROUP BY operator, purpose
    UNION ALL
    SELECT
      operator,
      '' AS purpose,
      0 AS reads
    FROM (SELECT arrayJoin(${bind("Array(String)", query.operators)}) AS operator)
    WHERE ${join([sql`true`, ...conditions], " AND ")}`;
}

/** Returns a text that changes with the reads of the days, whatever merges have added up. */
export async function readsVersion(
  db: Database,
  query: WebsiteDays,
  limits: QueryLimits,
): Promise<string> {
  const [row] = await db.rows<{ version: string }>(
    sql`
    SELECT toString(sum(reads.reads * cityHash64(
      date, hour, reader, operator, purpose, verified, path, status, door))) AS version
    FROM reads
    WHERE ${passesSql({ ...query, readFilters: [] })}`,
    limits,
  );
  return row?.version ?? "";
}

/** Returns the paths that readers have fetched: an answer, nothing new, or an unknown status. */
export function fetchedPathsSql(query: WebsiteDays & Pick<ReadsQuery, "readFilters">): Sql {
  return sql`
      SELECT path
      FROM reads
      WHERE ${passesSql(query)} AND status IN ('2xx', 'unknown')`;
}

/** Returns the condition on rows of `reads`, without the markers of batches. */
function passesSql(query: WebsiteDays & Pick<ReadsQuery, "readFilters">): Sql {
  const conditions = filtersSql(query.readFilters, valueSql);
  return join([withinDays(query), sql`reader != ''`, ...conditions], " AND ");
}

function filtersSql(filters: readonly ReadFilter[], columnOf: (name: ReadsBy) => Sql): Sql[] {
  return filters.flatMap(({ name, wanted, unwanted }) => {
    const column = columnOf(name);
    return [
      ...(wanted.length > 0 ? [sql`(${matchesOneSql(column, wanted)})`] : []),
      ...(unwanted.length > 0 ? [sql`NOT (${matchesOneSql(column, unwanted)})`] : []),
    ];
  });
}

function valueSql(by: ReadsBy): Sql {
  if (by === "page") return sql`path`;
  if (by === "day") return sql`toString(date)`;
  if (by === "hour")
    return sql`concat(toString(date), 'T', leftPad(toString(hour), 2, '0'), ':00')`;
  return sql`toString(reads.${identifier(by)})`;
}

/** Returns the beginning of the last hour in UTC. The offsets come from the runtime. */
function lastHourSql({ timezone, from, to }: ReadsListQuery): Sql {
  const shown = sql`max(toInt64(toUInt16(date)) * 86400 + toInt64(hour) * 3600)`;
  // No read lies outside of these, whatever the range is: each week takes a look at the clock.
  const begin = Math.max(Date.parse(from) - dayMs, Date.UTC(2000, 0, 1) - dayMs);
  const end = Math.min(Date.parse(to) + 2 * dayMs, Date.now() + 3 * dayMs);
  const offsets = clockOffsets(timezone, begin / 1000, end / 1000);
  const branches = offsets
    .slice(1)
    .reverse()
    .flatMap(({ fromS, aheadS }) => {
      const ahead = bind("Int32", aheadS);
      return [sql`${shown} - ${ahead} >= ${bind("Int64", fromS)}`, sql`${shown} - ${ahead}`];
    });
  const first = sql`${shown} - ${bind("Int32", offsets[0]?.aheadS ?? 0)}`;
  const time = branches.length === 0 ? first : sql`multiIf(${join([...branches, first], ", ")})`;
  return sql`formatDateTime(toDateTime(${time}, 'UTC'), '%Y-%m-%dT%H:%i:%SZ')`;
}
