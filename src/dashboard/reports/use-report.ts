import { noReport, type ReportQuery } from "../address/report-query.ts";
import { useSite } from "../site/site.ts";

interface ReportState {
  readonly report: ReportQuery;
  /** Returns the address of the report with some fields changed. */
  readonly hrefOf: (change: Partial<ReportQuery>) => string;
  /** Returns the address of the report as it opens, but for these fields. */
  readonly freshHref: (change: Partial<ReportQuery>) => string;
}

/** Returns the state of the report that the page shows. */
export function useReport(): ReportState {
  const { query, hrefWith } = useSite();
  const { report } = query;
  return {
    report,
    hrefOf: (change) => hrefWith({ report: { ...report, ...change } }),
    freshHref: (change) => hrefWith({ report: { ...noReport, ...change } }),
  };
}
