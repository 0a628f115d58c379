import { addSums, noSums, type Sums } from "../counting/sums.ts";
import type { SummaryNumbers } from "../model/summary.ts";
import { breakdownReport } from "./breakdown.ts";
import { numbersOf } from "./numbers.ts";
import type { QueryCaller } from "./query-scheduler.ts";
import type { StatisticsQueries } from "./statistics.ts";
import type { WebsiteSums, WebsitesQuery } from "./websites-sums.ts";

/** The numbers of a website, and those of its days with events if the query is by day. */
export interface WebsiteNumbers {
  readonly numbers: SummaryNumbers;
  readonly days: readonly WebsiteSums[];
}

/**
 * Returns the numbers of each website, in the order of the query. A website is asked alone if an
 * open day is counted ahead, or a part of a day counts; all others are in one statement.
 */
export async function websitesSummary(
  statistics: StatisticsQueries,
  query: WebsitesQuery,
  caller: QueryCaller,
): Promise<readonly WebsiteNumbers[]> {
  const { websiteIds, byDay: _, ...range } = query;
  const { value } = await statistics.websites(query, caller);
  const found = new Map(websiteIds.map((id) => [id, new Map<string, WebsiteSums>()]));
  const add = (sums: WebsiteSums) => {
    const days = found.get(sums.websiteId);
    const other = days?.get(sums.date);
    days?.set(sums.date, other === undefined ? sums : { ...sums, ...addSums(other, sums) });
  };
  value.sums.forEach(add);
  for (const websiteId of value.alone) {
    const days = { ...range, websiteId, dimension: "visit", filters: [], search: "" } as const;
    const place = { sortBy: "value", sort: "asc", limit: daysMax, offset: 0 } as const;
    const answer = await statistics.report(breakdownReport, { ...days, ...place }, caller);
    for (const { value: date, count, ...sums } of answer.value.rows) {
      add({ ...noSums, ...sums, websiteId, date } as WebsiteSums);
    }
  }
  return websiteIds.map((id) => {
    const days = [...(found.get(id)?.values() ?? [])];
    return { numbers: numbersOf(days.reduce<Sums>(addSums, noSums)), days };
  });
}

/** Ranges of days end with the calendar. */
const daysMax = 1_000_000;
