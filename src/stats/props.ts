import { allPropsTally } from "../counting/props.ts";
import type { Prop } from "../model/prop.ts";
import { type Sql, sql } from "../store/sql.ts";
import type { DayState } from "./day-state.ts";
import {
  hasSearched,
  type Listing,
  type ListingQuery,
  listingReports,
  orderSql,
} from "./listing.ts";
import { tallyRowsSql } from "./tally-rows.ts";

export const propOrders = ["events", "visitors", "values", "key"] as const;

/** A query for the keys of props. They are counted from events. */
export interface PropsQuery extends ListingQuery<(typeof propOrders)[number]> {
  readonly fromEvents: true;
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
  return sql`
      SELECT
        key,
        sum(occurrences) AS events,
        sum(carriers) AS visitors,
        count() AS values
      FROM (
        SELECT
          prop.1 AS key,
          prop.2 AS value,
          count() AS occurrences,
          sum(prop.3) AS carriers
        FROM (${tallyRowsSql(query, days, "prop", allPropsTally(query.event))}
        )
        GROUP BY key, value
      )
      GROUP BY key`;
}
