import { dayMs, isoDay } from "../calendar.ts";
import type { DimensionName } from "../counting/dimensions.ts";
import type { SummaryChange, SummaryNumbers } from "../model/summary.ts";
import type { Ask } from "../stats/ask.ts";
import { type BreakdownRow, breakdown } from "../stats/breakdown.ts";
import type { DayStates } from "../stats/day-states.ts";
import { changeOf, periodBefore, summaryOf } from "../stats/summary.ts";
import type { Database } from "../store/database.ts";
import type { Website } from "../websites/website.ts";
import type { Span } from "./span.ts";

/** What an e-mail report says. The numbers are those of the API, unrounded. */
export interface Report {
  readonly domain: string;
  readonly timezone: string;
  readonly span: Span;
  readonly numbers: SummaryNumbers;
  /** The same number of days just before. */
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

export interface ReportSource {
  readonly db: Database;
  readonly days: DayStates;
  readonly ask: Ask;
}

/** Of a month. */
const daysMax = 31;
const listLength = 10;
const listDimensions = ["page", "referrer", "country"] as const satisfies readonly DimensionName[];

/** Asks one question after the other, so that a report takes one turn at a time. */
export async function readReport(
  source: ReportSource,
  website: Pick<Website, "id" | "domain" | "timezone">,
  span: Span,
): Promise<Report> {
  const { id, domain, timezone } = website;
  const { from, to } = span;
  const range = { websiteId: id, from, to };
  const before = periodBefore(span);
  const summary = async (days: { from: string; to: string }) => {
    const question = { websiteId: id, ...days };
    return (await summaryOf(source.db, source.days, source.ask, question)).answer;
  };
  const numbers = await summary({ from, to });
  const change = changeOf(numbers, await summary(before));
  const days = daysOf(span, await readRows(source, range, "visitor", daysMax));
  const lists: ReportList[] = [];
  for (const dimension of listDimensions) {
    lists.push({ dimension, rows: await readRows(source, range, dimension, listLength) });
  }
  return { domain, timezone, span, numbers, before, change, days, lists };
}

async function readRows(
  { db, days, ask }: ReportSource,
  range: { websiteId: number; from: string; to: string },
  dimension: DimensionName,
  limit: number,
): Promise<readonly BreakdownRow[]> {
  const query = {
    ...{ ...range, dimension, limit },
    ...({ search: "", sortBy: "count", sort: "desc", offset: 0 } as const),
  };
  const { answer } = await days.answer(range, ask, (states, limits) =>
    breakdown(db, query, states, limits),
  );
  return answer.rows;
}

/** Days without visitors are in no answer. */
function daysOf({ from, to }: Span, rows: readonly BreakdownRow[]): Report["days"] {
  const visitors = new Map(rows.map(({ value, count }) => [value, count]));
  const [first, last] = [Date.parse(from) / dayMs, Date.parse(to) / dayMs];
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const date = isoDay(first + i);
    return { date, visitors: visitors.get(date) ?? 0 };
  });
}
