import { elementTypeSql, elementValueSql, readElement } from "../counting/journeys.ts";
import type { JourneyPath } from "../model/journey.ts";
import type { Database, QueryLimits } from "../store/database.ts";
import { bind, type Sql, sql } from "../store/sql.ts";
import { csvWithHeader } from "./csv.ts";
import type { DayState } from "./day-state.ts";
import {
  allWalksSql,
  type JourneyRows,
  type JourneysQuery,
  journeySettings,
  share,
} from "./journeys.ts";
import type { CsvReport, Report } from "./report.ts";

/** A query for whole beginnings of journeys. */
export interface JourneyPathsQuery extends JourneysQuery {
  /** The number of elements that a path has at most. */
  readonly steps: number;
}

interface Totals {
  readonly total: number;
  readonly all_visits: number;
}

/** One page of the beginnings of journeys. */
export const journeyPathsReport: Report<JourneyPathsQuery, JourneyRows<JourneyPath>> = {
  name: "journey paths",
  count: journeyPaths,
};

/** All beginnings of journeys. */
export const journeyPathsCsvReport: CsvReport<JourneyPathsQuery> = { csv: journeyPathsCsv };

/** Returns one page of the beginnings of journeys. docs/analysis.md defines the numbers. */
async function journeyPaths(
  db: Database,
  query: JourneyPathsQuery,
  days: readonly DayState[],
  limits: QueryLimits,
): Promise<JourneyRows<JourneyPath>> {
  type Row = Totals & { path: string[]; visits: number; share: number; continued: number };
  if (days.length === 0) return { rows: [], total: 0, visits: 0 };
  const rows = await db.rows<Row>(journeyPathsSql(query, days), limits);
  // The totals come with the rows. A page without rows takes them from the first page.
  const [first] =
    rows.length > 0 || query.offset === 0
      ? rows
      : await db.rows<Row>(journeyPathsSql({ ...query, limit: 1, offset: 0 }, days), limits);
  return {
    rows: rows.map(({ path, visits, share, continued }) => ({
      ...{ path: path.map(readElement) as JourneyPath["path"], visits, share, continued },
    })),
    total: first?.total ?? 0,
    visits: first?.all_visits ?? 0,
  };
}

async function journeyPathsCsv(
  db: Database,
  query: JourneyPathsQuery,
  days: readonly DayState[],
  limits: QueryLimits,
) {
  const columns = ["path", "visits", "share", "continued"];
  const element = sql`element`;
  const statement = sql`
    SELECT
      toJSONString(CAST(
        arrayMap(element -> (${elementTypeSql(element)}, ${elementValueSql(element)}), path),
        'Array(Tuple(type String, value String))')) AS path_json,
      visits,
      ${share} AS share,
      continued
    FROM (${pathsSql(query, days)})
    ORDER BY ${order}
    SETTINGS ${journeySettings(days)}, output_format_json_escape_forward_slashes = 0`;
  return csvWithHeader(db, columns, days.length === 0 ? undefined : statement, limits);
}

/** An array is before longer ones that begin with it. */
const order = sql`visits DESC, path ASC`;

/** Returns the statement of `journeyPaths`. */
export function journeyPathsSql(query: JourneyPathsQuery, days: readonly DayState[]): Sql {
  return sql`
    SELECT path, visits, ${share} AS share, continued, all_visits, count() OVER () AS total
    FROM (${pathsSql(query, days)})
    ORDER BY ${order}
    LIMIT ${bind("UInt64", query.limit)} OFFSET ${bind("UInt64", query.offset)}
    SETTINGS ${journeySettings(days)}`;
}

function pathsSql(query: JourneyPathsQuery, days: readonly DayState[]): Sql {
  const steps = bind("UInt32", query.steps);
  return sql`
      SELECT
        arraySlice(walk, 1, ${steps}) AS path,
        count() AS visits,
        countIf(length(walk) > ${steps}) AS continued,
        sum(count()) OVER () AS all_visits
      FROM (${allWalksSql(query, days)})
      GROUP BY path`;
}
