import type { DayRange } from "../base/calendar.ts";
import { noSums, type Sums } from "../counting/sums.ts";
import type { Summary, SummaryNumbers } from "../model/summary.ts";
import { countsFrom } from "./counts-from.ts";
import type { Answer } from "./day-states.ts";
import { changesOf, numbersOf, roundChanges, roundNumbers } from "./numbers.ts";
import type { QueryCaller } from "./query-scheduler.ts";
import type { ComparedQuery, Report } from "./report.ts";
import type { StatisticsQueries } from "./statistics.ts";
import { totalsSql } from "./totals.ts";

/** A query for a summary. */
export type SummaryQuery = Omit<ComparedQuery, "countsFrom">;

/** The numbers of a website's days, unrounded. */
const summaryReport: Report<ComparedQuery, SummaryNumbers> = {
  name: "summary",
  async count(db, query, days, limits) {
    if (days.length === 0) return numbersOf(noSums);
    const [row = noSums] = await db.rows<Sums>(totalsSql({ ...query, days }), limits);
    return numbersOf(row);
  },
};

/**
 * Returns a range of days in nine unrounded numbers, and how they changed if the query compares.
 * docs/statistics-api.md defines them.
 */
export async function summary(
  statistics: StatisticsQueries,
  query: SummaryQuery,
  caller: QueryCaller,
): Promise<Answer<Summary>> {
  const asked = { ...query, ...countsFrom(query.filters) };
  const { value, ...answer } = await statistics.comparedReport(summaryReport, asked, caller);
  const periods = query.earlier === undefined ? [query] : [query, query.earlier];
  return { ...answer, value: summaryOf(periods, value) };
}

/** Puts a summary together: the numbers of a range, and of the earlier one if there is one. */
function summaryOf(
  [period, earlier]: readonly DayRange[],
  [now, before]: readonly SummaryNumbers[],
): Summary {
  if (period === undefined || now === undefined) throw new Error("a summary has a period");
  const { from, to } = period;
  if (earlier === undefined || before === undefined) return { from, to, ...now };
  const previous = { from: earlier.from, to: earlier.to, ...before };
  return { from, to, ...now, previous, change: changesOf(now, before) };
}

/** Returns the summary as the API answers it. */
export function roundSummary({ from, to, previous, change, ...numbers }: Summary): Summary {
  return {
    from,
    to,
    ...roundNumbers(numbers),
    ...(previous && { previous: { ...previous, ...roundNumbers(numbersWithin(previous)) } }),
    ...(change && { change: roundChanges(change) }),
  };
}

function numbersWithin({ from, to, ...numbers }: SummaryNumbers & DayRange): SummaryNumbers {
  return numbers;
}
