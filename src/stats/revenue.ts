import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import type { Tallied } from "../counting/dimension-kinds.ts";
import { dimensions } from "../counting/dimensions.ts";
import { averageSql, everyRevenue, revenueTallies } from "../counting/revenue.ts";
import { type ClockInterval, type Interval, isOfClock } from "../model/choices.ts";
import { dayEntriesSql } from "./day-entries.ts";
import type { DayState } from "./day-state.ts";
import { type Clock, clockTally, clockUnits, periodOf } from "./intervals.ts";
import { hasSearched, type Listing, listingReports, type PagePosition } from "./listing.ts";
import type { ComparedQuery, Report } from "./report.ts";

/** A query for the revenue of a range of days, or of each interval in it. */
export interface RevenueQuery extends ComparedQuery, PagePosition {
  readonly interval?: Interval;
  /** The website's clock. Hours and minutes need one. */
  readonly clock?: Clock;
  /** The name of the events that count; all if undefined. */
  readonly event?: string;
  /** Case-insensitive part of the currency; "" matches all. */
  readonly search: string;
}

/** The revenue in one currency. Decimal numbers are texts. */
export interface RevenueRow {
  /** The interval, if the query has one. */
  readonly value?: string;
  readonly currency: string;
  readonly amount: string;
  readonly orders: number;
  readonly refunds: number;
  readonly visitors: number;
  readonly average_order: string | null;
  readonly per_visitor: string | null;
}

/** The revenue of a range, and the number of its visitors, with or without an order. */
export interface RangeRevenue {
  readonly rows: readonly RevenueRow[];
  readonly everyone: number;
}

/** The fields of a record without interval, in the order of the API. */
export const revenueFields = [
  "currency",
  "amount",
  "orders",
  "refunds",
  "visitors",
  "average_order",
  "per_visitor",
] as const;

/** The revenue, one page of it or all. docs/analysis.md defines the numbers. */
export const { page: revenueReport, csv: revenueCsvReport } = listingReports<
  RevenueQuery,
  RevenueRow
>("revenue", revenueListing);

const { page: wholePage } = listingReports<RevenueQuery, RevenueRow, "everyone">(
  "whole revenue",
  (query) => ({
    ...revenueListing(query),
    where: sql`true`,
    totals: { everyone: sql`listed.everyone` },
  }),
);

/**
 * The revenue in all currencies, for a comparison. A currency is three letters, so that there are
 * some thousand rows at most.
 */
export const wholeRevenueReport: Report<RevenueQuery, RangeRevenue> = {
  ...wholePage,
  async count(db, query, days, limits) {
    const all = { ...query, limit: currenciesMax + 1, offset: 0 };
    const { rows, everyone } = await wholePage.count(db, all, days, limits);
    return { rows: rows.filter(({ currency }) => currency !== ""), everyone };
  },
};

const currenciesMax = 26 ** 3;

export function revenueListing(query: RevenueQuery): Listing {
  const { interval } = query;
  return {
    fields: interval === undefined ? revenueFields : ["value", ...revenueFields],
    texts: ["value", "currency"],
    rows: (days) => revenueSql(query, days),
    where: sql`listed.currency != '' AND ${hasSearched(sql`listed.currency`, query)}`,
    order: sql`listed.value ASC, listed.currency ASC`,
  };
}

/**
 * Returns the rows of all currencies and intervals. A row with '' as its currency stands for the
 * visitors of its interval, all of whom are in `everyone` of each row.
 */
function revenueSql(query: RevenueQuery, days: readonly DayState[]): Sql {
  const { tallies, value, currency } = partsOf(query, days);
  return sql`
      SELECT
        *,
        ${averageSql(sql`ordered`, sql`orders`)} AS average_order,
        ${averageSql(sql`amount`, sql`everyone`)} AS per_visitor
      FROM (
        SELECT
          *,
          sum(active) OVER (PARTITION BY value) AS everyone
        FROM (
          SELECT
            ${value} AS value,
            if(entry.dimension = 'visitor', '', ${currency}) AS currency,
            sumIf(entry.visitors, entry.dimension = 'visitor') AS active,
            sumIf(entry.visitors, entry.dimension = 'revenue') AS visitors,
            sumIf(entry.occurrences, entry.dimension = 'order') AS orders,
            sumIf(entry.occurrences, entry.dimension = 'revenue') - orders AS refunds,
            sumIf(entry.amount, entry.dimension = 'revenue') AS amount,
            sumIf(entry.amount, entry.dimension = 'order') AS ordered
          FROM (${dayEntriesSql({ ...query, days }, tallies)}
          ) AS entry
          GROUP BY value, currency
          HAVING active > 0 OR visitors > 0
        )
      )`;
}

interface Parts {
  readonly tallies: Readonly<Record<string, Tallied>>;
  /** The interval of an entry. */
  readonly value: Sql;
  /** The currency of an entry of orders and refunds. */
  readonly currency: Sql;
}

/** Returns how the entries of a query tell intervals and currencies apart. */
function partsOf({ interval, clock, event }: RevenueQuery, days: readonly DayState[]): Parts {
  const counted = event === undefined ? sql`true` : sql`name = ${bind("String", event)}`;
  const revenue = event === undefined ? everyRevenue : revenueTallies(counted);
  if (interval !== undefined && isOfClock(interval) && clock !== undefined) {
    return clockPartsOf(interval, clock, counted, days);
  }
  return {
    tallies: { visitor: dimensions.visitor, ...revenue },
    value: interval === undefined ? sql`''` : periodOf(interval, sql`toString(entry.date)`),
    currency: sql`entry.value`,
  };
}

/** The values of these tallies begin with the hour or minute, which has 16 characters. */
function clockPartsOf(
  interval: ClockInterval,
  clock: Clock,
  counted: Sql,
  days: readonly DayState[],
): Parts {
  const dates = days.map(({ date }) => date);
  const units = clockUnits(interval, clock, dates);
  const parts = {
    ofEvent: units.at(sql`toUnixTimestamp(time)`),
    valueOf: (part: Sql, currency: Sql) => sql`concat(${units.shown(part)}, ${currency})`,
  };
  return {
    tallies: {
      visitor: clockTally(interval, clock, dates, "visitors"),
      ...revenueTallies(counted, parts),
    },
    value: sql`substring(entry.value, 1, 16)`,
    currency: sql`substring(entry.value, 17)`,
  };
}
