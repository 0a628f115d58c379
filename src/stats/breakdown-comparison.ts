import { dayMs } from "../base/calendar.ts";
import { isOneOf, sql } from "../clickhouse/sql.ts";
import { dimensions } from "../counting/dimensions.ts";
import type { DayRange } from "../counting/website-days.ts";
import {
  type BreakdownQuery,
  type BreakdownRow,
  breakdownListing,
  breakdownReport,
  moreNumbersOf,
  plainNumbers,
  type ValueNumber,
} from "./breakdown.ts";
import { listingReports, type RowPage } from "./listing.ts";
import { changesOf, noSums, numbersOf, roundChanges, roundNumbers } from "./numbers.ts";
import type { Report } from "./report.ts";

/** The numbers of a value that its dimension has, in the order of answers. */
type ValueNumbers = Readonly<Record<ValueNumber, number | null>>;

type Page = RowPage<BreakdownRow, "total_count">;

/**
 * A page of values, and the same values on the days before. Values that only these days have are
 * left out; periods are compared by their places in the ranges.
 */
export const comparedBreakdownReport: Report<BreakdownQuery, Page> = {
  name: "compared breakdown",
  count(db, query, days, limits, now) {
    if (now === undefined) return breakdownReport.count(db, query, days, limits);
    const isDay = dimensions[query.dimension].countedUnit === "day";
    const whole = { ...query, search: "", offset: 0, limit: isDay ? periodsMax : now.rows.length };
    if (isDay) return breakdownReport.count(db, whole, days, limits);
    const values = now.rows.map(({ value }) => value);
    return valuesReport.count(db, { ...whole, values }, days, limits);
  },
};

/** Ranges of days end with the calendar, 150 years of days. */
const periodsMax = 1_000_000;

interface ValuesQuery extends BreakdownQuery {
  readonly values: readonly string[];
}

/** Some values, whichever place they have. */
const { page: valuesReport } = listingReports<ValuesQuery, BreakdownRow, "total_count">(
  "values",
  ({ values, ...query }) => {
    const listing = breakdownListing(query);
    const isAsked = isOneOf(sql`listed.value`, "Array(String)", values);
    return { ...listing, where: sql`${listing.where ?? sql`true`} AND ${isAsked}` };
  },
);

/** Returns the numbers of a value, unrounded. */
function valueNumbers(query: BreakdownQuery, row: Omit<BreakdownRow, "value">): ValueNumbers {
  const { visits = 0 } = row;
  const known = Object.fromEntries(Object.entries(row).map(([name, sum]) => [name, sum ?? 0]));
  const all = { ...numbersOf({ ...noSums, ...known }), count: row.count, visits };
  return Object.fromEntries(
    [...plainNumbers, ...moreNumbersOf({ ...query, isClocked: query.clock !== undefined })].map(
      (name) => [name, all[name]],
    ),
  ) as ValueNumbers;
}

/** Returns the record of a value, as the API answers it. */
export function toStat(query: BreakdownQuery, { value, ...row }: BreakdownRow) {
  return { value, ...roundNumbers(valueNumbers(query, row)) };
}

/** Returns the records of a page of values with what they were before. */
export function comparedStats(query: BreakdownQuery, earlier: DayRange, now: Page, before: Page) {
  const nothing = { count: 0, visitors: 0, pageviews: 0 };
  const byPlace = new Map(
    before.rows.map(({ value, ...row }) => [placeOf(query, earlier, value), row]),
  );
  return now.rows.map(({ value, ...row }) => {
    const was = byPlace.get(placeOf(query, query, value)) ?? nothing;
    const [is, previous] = [valueNumbers(query, row), valueNumbers(query, was)];
    return {
      value,
      ...roundNumbers(is),
      previous: roundNumbers(previous),
      change: roundChanges(changesOf(is, previous)),
    };
  });
}

/** Returns what tells a value of one range that it is the same as one of the other. */
function placeOf(
  { dimension, interval }: BreakdownQuery,
  { from }: DayRange,
  value: string,
): string {
  if (dimensions[dimension].countedUnit !== "day") return value;
  if (interval === "month") return String(monthsOf(value) - monthsOf(from));
  const days = Math.floor((Date.parse(value.slice(0, 10)) - Date.parse(from)) / dayMs);
  // The Monday of the first week may lie before the range.
  if (interval === "week") return String(Math.floor((days + 6) / 7));
  return `${days}${value.slice(10)}`;
}

function monthsOf(day: string): number {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return 12 * year + month;
}
