import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import {
  carriersTally,
  isNumberSql,
  numberSql,
  numbersTally,
  type PropCarriers,
} from "../counting/props.ts";
import { countingSettings } from "./counting-settings.ts";
import type { DayState } from "./day-state.ts";
import {
  hasSearched,
  type Listing,
  type ListingQuery,
  listingReports,
  orderSql,
  type RowPage,
} from "./listing.ts";
import { type CurrencySum, currencySumsSql } from "./money.ts";
import { propPartsSql } from "./prop-parts.ts";
import type { Report } from "./report.ts";
import { tallyRowsSql } from "./tally-rows.ts";

export const propValueOrders = ["count", "visitors", "value"] as const;

/** A query for the values under a key of props, counted from events or read from totals. */
export interface PropValuesQuery extends ListingQuery<(typeof propValueOrders)[number]> {
  readonly countsFrom: "events";
  readonly carriers: PropCarriers;
  /** Whether the values that are numbers are added up. */
  readonly hasNumbers: boolean;
}

interface PropValueRow {
  readonly value: string;
  readonly count: number;
  readonly visitors: number;
  readonly revenue: readonly CurrencySum[];
}

/** The values that are decimal numbers; those in texts are exact. */
export interface PropNumbers {
  readonly count: number;
  readonly sum: string;
  readonly min: string;
  readonly max: string;
}

/** One page of the values, with the sum of all counts and perhaps the numbers among them. */
interface PropValues extends RowPage<PropValueRow, "total_count"> {
  readonly numbers?: PropNumbers | undefined;
}

const { page, csv } = listingReports<PropValuesQuery, PropValueRow, "total_count">(
  "prop values",
  propValuesListing,
);

/** One page of the values under a key of props. docs/analysis.md defines the numbers. */
export const propValuesReport: Report<PropValuesQuery, PropValues> = {
  ...page,
  async count(db, query, days, limits) {
    const values = await page.count(db, query, days, limits);
    if (!query.hasNumbers) return values;
    const none = { count: 0, sum: "0", min: "0", max: "0" };
    if (days.length === 0) return { ...values, numbers: none };
    const [numbers] = await db.rows<PropNumbers>(propNumbersSql(query, days), limits);
    return { ...values, numbers };
  },
};

/** All values under a key of props. */
export const propValuesCsvReport = csv;

export function propValuesListing(query: PropValuesQuery): Listing<"total_count"> {
  return {
    fields: ["value", "count", "visitors", "revenue"],
    texts: ["value"],
    lists: ["revenue"],
    totals: { total_count: sql`sum(listed.count) OVER ()` },
    rows: (days) => valuesSql(query, days),
    where: hasSearched(sql`listed.value`, query),
    order: orderSql(query, "value"),
  };
}

/** Returns the statement of the numbers among the values: one row. */
export function propNumbersSql(query: PropValuesQuery, days: readonly DayState[]): Sql {
  const { websiteId, carriers, filters } = query;
  const rows = propPartsSql(
    { websiteId, days, filters },
    {
      fromEvents: (condition) => sql`
        SELECT
          number,
          toUInt64(1) AS times
        FROM (${tallyRowsSql(query, condition, "number", numbersTally(carriers))})`,
      fromTotals: (totals) => sql`
        SELECT
          ${numberSql(sql`prop_value`)} AS number,
          occurrences AS times
        FROM (${totals})
        WHERE key = ${bind("String", carriers.key)} AND ${isNumberSql(sql`prop_value`)}`,
    },
  );
  return sql`
    SELECT
      sum(times) AS count,
      sum(number * times) AS sum,
      min(number) AS min,
      max(number) AS max
    FROM (${rows}
    )
    SETTINGS ${countingSettings(days)}`;
}

/** Returns every value with its numbers. Totals have no revenue. */
function valuesSql(query: PropValuesQuery, days: readonly DayState[]): Sql {
  const { websiteId, carriers, filters } = query;
  const rows = propPartsSql(
    { websiteId, days, filters },
    {
      fromEvents: (condition) => sql`
          SELECT
            carrier.1 AS value,
            carrier.3 AS currency,
            toUInt64(1) AS times,
            carrier.2 AS carriers,
            carrier.4 AS revenue
          FROM (${tallyRowsSql(query, condition, "carrier", carriersTally(carriers))})`,
      fromTotals: (totals) => sql`
          SELECT
            prop_value AS value,
            '' AS currency,
            occurrences AS times,
            visitors AS carriers,
            toDecimal64(0, 3) AS revenue
          FROM (${totals})
          WHERE key = ${bind("String", carriers.key)}`,
    },
  );
  return sql`
      SELECT
        value,
        sum(occurrences) AS count,
        sum(visitors_of_currency) AS visitors,
        ${currencySumsSql(sql`groupArrayIf((currency, amount), currency != '')`)} AS revenue
      FROM (
        SELECT
          value,
          currency,
          sum(times) AS occurrences,
          sum(carriers) AS visitors_of_currency,
          sum(revenue) AS amount
        FROM (${rows}
        )
        GROUP BY value, currency
      )
      GROUP BY value`;
}
