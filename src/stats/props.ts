import { type Sql, sql } from "../clickhouse/sql.ts";
import { allPropsTally } from "../counting/props.ts";
import type { Prop } from "../model/prop.ts";
import type { DayState } from "./day-state.ts";
import {
  hasSearched,
  type Listing,
  type ListingQuery,
  listingReports,
  orderSql,
} from "./listing.ts";
import { propPartsSql } from "./prop-parts.ts";
import { tallyRowsSql } from "./tally-rows.ts";

export const propOrders = ["events", "visitors", "values", "key"] as const;

/** A query for the keys of props. They are counted from events, or read from imported totals. */
export interface PropsQuery extends ListingQuery<(typeof propOrders)[number]> {
  readonly countsFrom: "events";
  /** The name of the events; all page views and custom events if undefined. */
  readonly event?: string;
}

/** The keys of props, one page of them or all. docs/analysis.md defines the numbers. */
export const { page: propsReport, csv: propsCsvReport } = listingReports<PropsQuery, Prop>(
  "props",
  propsListing,
);

export function propsListing(query: PropsQuery): Listing {
  return {
    fields: ["key", "events", "visitors", "values"],
    texts: ["key"],
    rows: (days) => keysSql(query, days),
    where: hasSearched(sql`listed.key`, query),
    order: orderSql(query, "key"),
  };
}

/** Returns every key with its numbers. It groups by value first, as values can be many. */
function keysSql(query: PropsQuery, days: readonly DayState[]): Sql {
  const { websiteId, event, filters } = query;
  const rows = propPartsSql(
    { websiteId, days, filters },
    {
      fromEvents: (condition) => sql`
          SELECT
            prop.1 AS key,
            prop.2 AS value,
            toUInt64(1) AS times,
            prop.3 AS carriers
          FROM (${tallyRowsSql(query, condition, "prop", allPropsTally(event))})`,
      fromTotals: (totals) => sql`
          SELECT
            key,
            prop_value AS value,
            occurrences AS times,
            visitors AS carriers
          FROM (${totals})`,
    },
  );
  return sql`
      SELECT
        key,
        sum(occurrences) AS events,
        sum(visitors_of_value) AS visitors,
        count() AS values
      FROM (
        SELECT
          key,
          value,
          sum(times) AS occurrences,
          sum(carriers) AS visitors_of_value
        FROM (${rows}
        )
        GROUP BY key, value
      )
      GROUP BY key`;
}
