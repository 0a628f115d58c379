import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import { type Dimension, tallyOfEvents } from "../counting/dimension-kinds.ts";
import { type DimensionName, dimensionNames, dimensions, unknown } from "../counting/dimensions.ts";
import { eventsInOrder } from "../counting/events-in-order.ts";
import { filterDimensions, passesFiltersSql } from "../counting/filters.ts";
import { isOrderOrRefund, revenueTallies } from "../counting/revenue.ts";
import { tallyColumn, type VisitorDaySource, visitorDaysOf } from "../counting/visitor-days.ts";
import { countingSettings } from "./counting-settings.ts";
import { dayPartsSql, neverRolledUp } from "./day-parts.ts";
import type { DayState } from "./day-state.ts";
import {
  hasSearched,
  type Listing,
  type ListingQuery,
  listingReports,
  orderSql,
} from "./listing.ts";

/**
 * Which values of a visitor's day an order counts under: `any` is every value of the day, `first`
 * and `last` are the first and the last one until the order.
 */
export const touches = ["any", "first", "last"] as const;
export type Touch = (typeof touches)[number];

export const revenueOrders = ["amount", "orders", "visitors", "value"] as const;

/** The dimensions of which each event has one value, or none. */
export const touchedNames = dimensionNames.filter((name) => eventValueOf(name) !== undefined);
/** The dimensions that every value of a day has a part in. */
export const revenueNames = dimensionNames.filter(
  (name) => touchedNames.includes(name) || dimensions[name].countedUnit !== "day",
);

/** A query for the revenue by the values of a dimension. It is counted from events. */
export interface RevenueBreakdownQuery extends ListingQuery<(typeof revenueOrders)[number]> {
  readonly countsFrom: "events";
  readonly dimension: DimensionName;
  readonly touch: Touch;
  /** The currency; all if undefined. */
  readonly currency?: string;
}

/** The revenue of a value in one currency. The amount is a decimal number as text. */
export interface RevenueBreakdownRow {
  readonly value: string;
  readonly currency: string;
  readonly amount: string;
  readonly orders: number;
  readonly visitors: number;
}

/** The values, one page of them or all. docs/analysis.md defines the numbers. */
export const { page: revenueBreakdownReport, csv: revenueBreakdownCsvReport } = listingReports<
  RevenueBreakdownQuery,
  RevenueBreakdownRow
>("revenue breakdown", revenueBreakdownListing);

export function revenueBreakdownListing(query: RevenueBreakdownQuery): Listing {
  const { code }: Dimension = dimensions[query.dimension];
  return {
    fields: ["value", "currency", "amount", "orders", "visitors"],
    texts: ["value", "currency"],
    code,
    rows: (days) => rowsSql(query, days),
    where: hasSearched(sql`listed.value`, query),
    order: sql`${orderSql(query, "value")}, listed.currency ASC`,
    settings: (days) => sql`max_block_size = 8192, ${countingSettings(days)}`,
  };
}

function rowsSql(query: RevenueBreakdownQuery, days: readonly DayState[]): Sql {
  const { touch } = query;
  const fromVisitorDays = ({ condition }: VisitorDaySource) => {
    const ofBuyers = sql`${condition}
          AND (date, visitor) IN (
            SELECT
              date,
              visitor
            FROM events
            WHERE ${condition} AND ${countedOf(query)}
          )`;
    return touch === "any" ? daySql(query, ofBuyers) : touchSql(query, touch, ofBuyers);
  };
  return sql`
      SELECT
        toString(sold.1) AS value,
        sold.2 AS currency,
        sum(sold.5) AS amount,
        sum(sold.4) AS orders,
        sum(sold.3) AS visitors
      FROM (${dayPartsSql({ ...query, days }, { fromVisitorDays, ...neverRolledUp })}
      )
      GROUP BY value, currency`;
}

/** Returns the condition on events with revenue that count. */
function countedOf({ currency }: RevenueBreakdownQuery): Sql {
  if (currency === undefined) return isOrderOrRefund;
  return sql`(${isOrderOrRefund} AND revenue_currency = ${bind("String", currency)})`;
}

function eventValueOf(name: DimensionName): Dimension["eventValue"] {
  const dimension: Dimension = dimensions[name];
  return dimension.eventValue;
}

/**
 * Returns rows with one tuple `sold`: value, currency, visitors, orders, amount. Each visitor's day
 * has one for every value of the day and every currency.
 */
function daySql(query: RevenueBreakdownQuery, condition: Sql): Sql {
  const { dimension, filters } = query;
  const columns = {
    ...filterDimensions(filters),
    [dimension]: dimensions[dimension],
    ...revenueTallies(countedOf(query)),
  };
  return sql`
        SELECT arrayJoin(arrayMap(
          (all, orders) -> (day_value, all.1, all.2, orders.4, all.5),
          revenue,
          ordered)) AS sold
        FROM (
          SELECT
            tally_revenue AS revenue,
            tally_order AS ordered,
            arrayJoin(arrayDistinct(arrayMap(x -> toString(x.1), ${tallyColumn(dimension)}))) AS day_value
          FROM (${visitorDaysOf(columns, condition)})
          WHERE ${passesFiltersSql(filters)}
        )`;
}

/**
 * Returns the same rows, where each order and refund is under one value. The events of a day that
 * carry a value or revenue are in order; of events that the order leaves equal, the least value
 * comes first, and no value last. So each event's value can be found in one pass.
 */
function touchSql(query: RevenueBreakdownQuery, touch: Exclude<Touch, "any">, condition: Sql): Sql {
  const { dimension, filters } = query;
  const value = eventValueOf(dimension)?.() ?? sql`''`;
  const { none = unknown }: Dimension = dimensions[dimension];
  const counted = countedOf(query);
  const inOrder = tallyOfEvents("touched", () =>
    eventsInOrder({
      value: sql`(${value} = '', ${value}, if(${counted}, toString(revenue_currency), ''), revenue_amount)`,
      condition: sql`(${value} != '' OR ${counted})`,
    }),
  );
  const columns = { ...filterDimensions(filters), touched: inOrder };
  return sql`
        SELECT arrayJoin(arrayMap(
          (x, nth) -> (x.1, x.2, toUInt64(nth = 1), toUInt64(x.3 >= 0), toDecimal128(x.3, 3)),
          sales,
          arrayEnumerateUniq(sales.1, sales.2))) AS sold
        FROM (
          SELECT
            tally_touched AS in_order,
            arrayFirstIndex(event -> NOT event.6.1, in_order) AS first_nth,
            ${touch === "first" ? firstValues : lastValues} AS carried,
            arrayFilter(
              x -> x.2 != '',
              arrayMap(
                (event, x) -> (if(x = '', ${bind("String", none)}, x), event.6.3, event.6.4),
                in_order,
                carried)) AS sales
          FROM (${visitorDaysOf(columns, condition)})
          WHERE ${passesFiltersSql(filters)}
        )`;
}

/** For each event in order: the value of the first one that carries a value, from that one on. */
const firstValues = sql`arrayFill(
              x -> x != '',
              arrayMap(
                (event, nth) -> if(nth = first_nth, event.6.2, ''),
                in_order,
                arrayEnumerate(in_order)))`;

/**
 * For each event in order: the last value until then. An event that differs from the one before in
 * nothing but its value takes that one's.
 */
const lastValues = sql`arrayFill(
              x -> x != '',
              arrayMap(
                (event, before) -> if(
                  (event.1, event.2, event.3, event.4, event.5) = (before.1, before.2, before.3, before.4, before.5),
                  '',
                  event.6.2),
                in_order,
                arrayShiftRight(in_order, 1)))`;
