import { dayMs, isoDay } from "../calendar.ts";
import type { SummaryChange, SummaryNumbers } from "../model/summary.ts";
import { type BreakdownQuery, type BreakdownRow, breakdownReport } from "../stats/breakdown.ts";
import { earlierRange } from "../stats/comparison.ts";
import type { Asker } from "../stats/query-scheduler.ts";
import type { Statistics } from "../stats/statistics.ts";
import { summary } from "../stats/summary.ts";
import type { Website } from "../websites/website.ts";
import type { Span } from "./span.ts";

/** The content of an e-mail report. The numbers are those of the API, unrounded. */
export interface Report {
  readonly domain: string;
  readonly timezone: string;
  readonly span: Span;
  readonly numbers: SummaryNumbers;
  /** The period of the same length just before. */
  readonly before: { readonly from: string; readonly to: string };
  readonly change: SummaryChange;
  /** Every day of the span, oldest first. */
  readonly days: readonly { readonly date: string; readonly visitors: number }[];
  readonly lists: readonly ReportList[];
}

/** The largest values of a dimension. */
export interface ReportList {
  readonly dimension: (typeof listDimensions)[number];
  readonly rows: readonly Pick<BreakdownRow, "value" | "count">[];
}

/** Fits the longest month. */
const daysMax = 31;
const listLength = 10;
const listDimensions = [
  "page",
  "referrer",
  "country",
] as const satisfies readonly BreakdownQuery["dimension"][];

/**
 * Reads a report. The queries run one after the other, so that a report has one query at a time.
 */
export async function readReport(
  statistics: Statistics,
  website: Pick<Website, "id" | "domain" | "timezone">,
  span: Span,
  signal: AbortSignal,
): Promise<Report> {
  const { id, domain, timezone } = website;
  const { from, to } = span;
  const asker = { signal, priority: "owner" } as const;
  const readRows = async (dimension: BreakdownQuery["dimension"], limit: number) => {
    const order = { search: "", sortBy: "count", sort: "desc", offset: 0 } as const;
    const query = { websiteId: id, from, to, filters: [], dimension, limit, ...order };
    return (await statistics.report(breakdownReport, query, asker)).value.rows;
  };
  const { numbers, before, change } = await readNumbers(statistics, id, span, asker);
  const days = daysOf(span, await readRows("visitor", daysMax));
  const lists: ReportList[] = [];
  for (const dimension of listDimensions) {
    lists.push({ dimension, rows: await readRows(dimension, listLength) });
  }
  return { domain, timezone, span, numbers, before, change, days, lists };
}

async function readNumbers(
  statistics: Statistics,
  websiteId: number,
  { from, to }: Span,
  asker: Asker,
): Promise<Pick<Report, "numbers" | "before" | "change">> {
  const earlier = earlierRange({ from, to }, { mode: "previous", matchesWeekday: false });
  const query = { websiteId, from, to, filters: [], earlier };
  const { value } = await summary(statistics, query, asker);
  const { previous, change, ...numbers } = value;
  if (previous === undefined || change === undefined) throw new Error("no comparison");
  return { numbers, before: previous, change };
}

/** Returns all days of the span. The rows lack days without visitors. */
function daysOf({ from, to }: Span, rows: readonly BreakdownRow[]): Report["days"] {
  const visitors = new Map(rows.map(({ value, count }) => [value, count]));
  const [first, last] = [Date.parse(from) / dayMs, Date.parse(to) / dayMs];
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const date = isoDay(first + i);
    return { date, visitors: visitors.get(date) ?? 0 };
  });
}
