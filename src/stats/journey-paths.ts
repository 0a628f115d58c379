import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import { elementTypeSql, elementValueSql } from "../counting/journeys.ts";
import type { JourneyPath } from "../model/journey.ts";
import type { DayState } from "./day-state.ts";
import { allWalksSql, type JourneysQuery, journeySettings, share } from "./journeys.ts";
import { type Listing, listingReports } from "./listing.ts";

/** A query for whole beginnings of journeys. */
export interface JourneyPathsQuery extends JourneysQuery {
  /** The number of elements that a path has at most. */
  readonly steps: number;
}

/**
 * The beginnings of journeys, one page of them or all, with the number of all visits.
 * docs/analysis.md defines the numbers.
 */
export const { page: journeyPathsReport, csv: journeyPathsCsvReport } = listingReports<
  JourneyPathsQuery,
  JourneyPath,
  "all_visits"
>("journey paths", journeyPathsListing);

export function journeyPathsListing(query: JourneyPathsQuery): Listing<"all_visits"> {
  return {
    fields: ["path", "visits", "share", "continued"],
    texts: [],
    lists: ["path"],
    derived: { path: elements, share },
    totals: { all_visits: sql`listed.all_visits` },
    rows: (days) => pathsSql(query, days),
    // An array is before longer ones that begin with it.
    order: sql`listed.visits DESC, listed.path ASC`,
    settings: (days) => sql`
      ${journeySettings(days)},
      output_format_json_escape_forward_slashes = 0`,
  };
}

/** The path as a list of elements with their types and values. */
const elements = sql`CAST(
        arrayMap(
          element -> (${elementTypeSql(sql`element`)}, ${elementValueSql(sql`element`)}),
          listed.path),
        'Array(Tuple(type String, value String))')`;

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
