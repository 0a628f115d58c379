import { dayMs, mondayOf, moveDay } from "../base/calendar.ts";
import { dimensions } from "../counting/dimensions.ts";
import { noSums } from "../counting/sums.ts";
import { joinVersions } from "./answer-version.ts";
import {
  type BreakdownQuery,
  type BreakdownRow,
  breakdownListing,
  breakdownReport,
  moreNumbersOf,
  plainNumbers,
  type ValueNumber,
} from "./breakdown.ts";
import type { Answer } from "./day-states.ts";
import { joinImports } from "./imported-days.ts";
import { type RowPage, rowsSql } from "./listing.ts";
import { changesOf, numbersOf, roundChanges, roundNumbers } from "./numbers.ts";
import type { QueryCaller } from "./query-scheduler.ts";
import { earlierQuery, type Report } from "./report.ts";
import type { StatisticsQueries } from "./statistics.ts";

/** The numbers of a value that its dimension has, in the order of answers. */
type ValueNumbers = Readonly<Record<ValueNumber, number | null>>;

type Page = RowPage<BreakdownRow, "total_count">;

/**
 * Returns a page of values, and the same values on the days before. Values that only these days
 * have are left out; periods are compared by their places in the ranges. The page is the answer
 * that callers without a comparison get, and is not counted again after they got it.
 */
export async function comparedBreakdown(
  statistics: Pick<StatisticsQueries, "report">,
  query: BreakdownQuery,
  caller: QueryCaller,
): Promise<Answer<readonly [now: Page, before: readonly BreakdownRow[]]>> {
  const earlier = earlierQuery(query);
  if (earlier === undefined) throw new Error("a comparison has two ranges");
  const { earlier: _, ...own } = query;
  const now = await statistics.report(breakdownReport, own, caller);
  const among = now.value.rows.map(({ value }) => valueBefore(query, value));
  const before = await statistics.report(valuesReport, { ...earlier, search: "", among }, caller);
  return {
    value: [now.value, before.value],
    version: joinVersions([now.version, before.version]),
    imports: joinImports([now.imports, before.imports]),
    hidden: now.hidden,
  };
}

/** Some values, whichever place they have. */
const valuesReport: Report<BreakdownQuery, readonly BreakdownRow[]> = {
  name: "values",
  async count(db, query, days, limits) {
    if (days.length === 0 || query.among?.length === 0) return [];
    return db.rows<BreakdownRow>(rowsSql(breakdownListing(query), days), limits);
  },
};

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

/** Returns the same record unrounded. */
export function toExactStat(query: BreakdownQuery, { value, ...row }: BreakdownRow) {
  return { value, ...valueNumbers(query, row) };
}

/** Returns the records of a page of values with what they were before. */
export function comparedStats(query: BreakdownQuery, now: Page, before: readonly BreakdownRow[]) {
  const nothing = { count: 0, visitors: 0, pageviews: 0 };
  const byValue = new Map(before.map(({ value, ...row }) => [value, row]));
  return now.rows.map(({ value, ...row }) => {
    const was = byValue.get(valueBefore(query, value)) ?? nothing;
    const [is, previous] = [valueNumbers(query, row), valueNumbers(query, was)];
    return {
      value,
      ...roundNumbers(is),
      previous: roundNumbers(previous),
      change: roundChanges(changesOf(is, previous)),
    };
  });
}

/** Returns the value that a value is compared with: a period has its place in the earlier range. */
function valueBefore({ dimension, interval, earlier }: BreakdownQuery, value: string): string {
  if (dimensions[dimension].countedUnit !== "day" || earlier === undefined) return value;
  const { now, before } = earlier.compared;
  if (interval === "month") {
    const months = monthsOf(before.from) + monthsOf(value) - monthsOf(now.from);
    const year = String(Math.floor(months / 12)).padStart(4, "0");
    return `${year}-${String((months % 12) + 1).padStart(2, "0")}`;
  }
  const beginOf = (day: string) => Date.parse(interval === "week" ? mondayOf(day) : day);
  const apart = (beginOf(before.from) - beginOf(now.from)) / dayMs;
  return `${moveDay(value.slice(0, 10), apart)}${value.slice(10)}`;
}

/** Returns the number of a month, counted from the year 0. */
function monthsOf(day: string): number {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return 12 * year + month - 1;
}
