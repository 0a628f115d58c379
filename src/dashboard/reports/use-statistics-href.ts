import { type Filter, hasFilter } from "../address/filters.ts";
import { noReport } from "../address/report-query.ts";
import { useSite } from "../site/site.ts";

/** Returns a function that returns the address of the statistics with some more filters. */
export function useStatisticsHref(): (filters: readonly Filter[]) => string {
  const { query, hrefWith } = useSite();
  return (filters) => {
    const added = filters.filter((filter) => !hasFilter(query.filters, filter));
    const all = [...query.filters, ...added];
    return hrefWith({ view: "statistics", filters: all, report: noReport });
  };
}
