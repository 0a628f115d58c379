import { sql } from "../clickhouse/sql.ts";
import { type Dimension, measureColumns } from "../counting/dimension-kinds.ts";
import { dimensions } from "../counting/dimensions.ts";
import {
  hasSearched,
  type Listing,
  type ListingQuery,
  listingReports,
  orderSql,
} from "./listing.ts";
import { type ValuesQuery, valuesSql } from "./values.ts";

export interface BreakdownQuery
  extends ListingQuery<"count" | "value">,
    Pick<ValuesQuery, "dimension" | "interval" | "clock"> {}

export interface BreakdownRow {
  readonly value: string;
  readonly count: number;
  readonly visitors: number;
  readonly pageviews: number;
}

/**
 * The values of a dimension over a range of days, one page of them or all, exact.
 * docs/statistics-api.md defines the numbers.
 */
export const { page: breakdownReport, csv: breakdownCsvReport } = listingReports<
  BreakdownQuery,
  BreakdownRow,
  "total_count"
>("breakdown", breakdownListing);

export function breakdownListing(query: BreakdownQuery): Listing<"total_count"> {
  const { measure, code }: Dimension = dimensions[query.dimension];
  const count = sql`listed.${measureColumns[measure]}`;
  const isCounted = sql`${count} > 0`;
  return {
    fields: ["value", "count", "visitors", "pageviews"],
    texts: ["value"],
    derived: { count },
    totals: { total_count: sql`sum(${count}) OVER ()` },
    code,
    rows: (days) => valuesSql({ ...query, days }),
    // Each condition takes time to plan, and most breakdowns have no search.
    where:
      query.search === ""
        ? isCounted
        : sql`${isCounted} AND ${hasSearched(sql`listed.value`, query)}`,
    order: orderSql(query, "value", { count }),
  };
}
