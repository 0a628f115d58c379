import { dayMs, isoDay } from "../../base/calendar.ts";
import { earlierRange } from "../../base/earlier-range.ts";
import { Problem } from "../../base/errors.ts";
import type { Language } from "../../base/languages.ts";
import type { Annotation } from "../../definitions/annotation.ts";
import type { Definition } from "../../definitions/definition.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import type { SummaryChange, SummaryNumbers } from "../../model/summary.ts";
import { type BreakdownQuery, type BreakdownRow, breakdownReport } from "../../stats/breakdown.ts";
import { goalsReport } from "../../stats/goals.ts";
import type { QueryCaller } from "../../stats/query-scheduler.ts";
import { readsSummaryReport } from "../../stats/reads.ts";
import type { StatisticsQueries } from "../../stats/statistics.ts";
import { summary } from "../../stats/summary.ts";
import type { Website } from "../../websites/website.ts";
import type { Span } from "./email-report-period.ts";

/** The content of an e-mail report. The numbers are those of the API, unrounded. */
export interface EmailReport {
  readonly domain: string;
  readonly timezone: string;
  readonly language: Language;
  readonly span: Span;
  readonly numbers: SummaryNumbers;
  /** The period of the same length just before. */
  readonly before: { readonly from: string; readonly to: string };
  readonly change: SummaryChange;
  /** Every day of the span, oldest first. */
  readonly days: readonly { readonly date: string; readonly visitors: number }[];
  readonly lists: readonly ReportList[];
  /** The goals with the most visitors; none if there are no goals, or no events to count. */
  readonly goals: readonly ReportGoal[];
  /** The number of times that crawlers and other programs read the website. */
  readonly reads: number;
  /** The annotations of the span, oldest first. */
  readonly annotations: readonly Pick<Annotation, "date" | "time" | "text">[];
}

export interface ReportGoal {
  readonly name: string;
  readonly visitors: number;
  /** Share of all visitors, 0 to 1; null without visitors. */
  readonly rate: number | null;
}

/** Where the content of a report comes from. */
export interface ReportSources {
  readonly statistics: StatisticsQueries;
  readonly definitions: Pick<Definitions, "of">;
}

/** The largest values of a dimension. */
export interface ReportList {
  readonly dimension: (typeof listDimensions)[number];
  readonly rows: readonly Pick<BreakdownRow, "value" | "count">[];
}

/** Fits the longest month. */
const daysMax = 31;
const listLength = 10;
const annotationsMax = 30;
const listDimensions = [
  "page",
  "referrer",
  "country",
] as const satisfies readonly BreakdownQuery["dimension"][];

/**
 * Reads a report. The queries run one after the other, so that a report has one query at a time.
 */
export async function readEmailReport(
  { statistics, definitions }: ReportSources,
  website: Pick<Website, "id" | "domain" | "timezone" | "language">,
  span: Span,
  signal: AbortSignal,
): Promise<EmailReport> {
  const { id, domain, timezone, language } = website;
  const { from, to } = span;
  const caller = { signal, priority: "owner" } as const;
  const readRows = async (dimension: BreakdownQuery["dimension"], limit: number) => {
    const order = { search: "", sortBy: "count", sort: "desc", offset: 0 } as const;
    const query = { websiteId: id, from, to, filters: [], dimension, limit, ...order };
    return (await statistics.report(breakdownReport, query, caller)).value.rows;
  };
  const { numbers, before, change } = await readNumbers(statistics, id, span, caller);
  const days = daysOf(span, await readRows("visitor", daysMax));
  const lists: ReportList[] = [];
  for (const dimension of listDimensions) {
    lists.push({ dimension, rows: await readRows(dimension, listLength) });
  }
  const saved = await definitions.of(id);
  const goals = await readGoals(statistics, id, span, saved.list("goal"), caller);
  const annotations = annotationsOf(span, saved.list("annotation"));
  const asked = { websiteId: id, from, to, filters: [], readFilters: [] };
  const { reads } = (await statistics.report(readsSummaryReport, asked, caller)).value;
  const content = { numbers, before, change, days, lists, goals, reads, annotations };
  return { domain, timezone, language, span, ...content };
}

async function readGoals(
  statistics: StatisticsQueries,
  websiteId: number,
  { from, to }: Span,
  definitions: readonly Definition<"goal">[],
  caller: QueryCaller,
): Promise<ReportGoal[]> {
  if (definitions.length === 0) return [];
  const goals = definitions.map(({ content }) => content);
  const query = { websiteId, from, to, countsFrom: "events", filters: [], goals } as const;
  try {
    const { value } = await statistics.report(goalsReport, query, caller);
    return goals
      .map(({ name }, nth) => {
        const visitors = value.goals[nth]?.visitors ?? 0;
        return { name, visitors, rate: value.visitors === 0 ? null : visitors / value.visitors };
      })
      .sort((a, b) => b.visitors - a.visitors || compareText(a.name, b.name))
      .slice(0, listLength);
  } catch (error) {
    // Retention may have deleted the events of the span.
    if (error instanceof Problem && error.code === "VALIDATION") return [];
    throw error;
  }
}

function annotationsOf(
  { from, to }: Span,
  definitions: readonly Definition<"annotation">[],
): EmailReport["annotations"] {
  const momentOf = ({ date, time }: Annotation) => `${date} ${time ?? ""}`;
  return definitions
    .filter(({ content: { date } }) => date >= from && date <= to)
    .sort((a, b) => compareText(momentOf(a.content), momentOf(b.content)) || a.id - b.id)
    .slice(0, annotationsMax)
    .map(({ content: { date, time, text } }) => ({ date, time, text }));
}

/** Reads the numbers of a summary, and how they changed. */
export async function readNumbers(
  statistics: StatisticsQueries,
  websiteId: number,
  { from, to }: Span,
  caller: QueryCaller,
): Promise<Pick<EmailReport, "numbers" | "before" | "change">> {
  const earlier = earlierRange({ from, to }, { mode: "previous", matchesWeekday: false });
  const query = { websiteId, from, to, filters: [], earlier };
  const { value } = await summary(statistics, query, caller);
  const { previous, change, ...numbers } = value;
  if (previous === undefined || change === undefined) throw new Error("no comparison");
  return { numbers, before: previous, change };
}

/** Returns all days of the span. The rows lack days without visitors. */
function daysOf({ from, to }: Span, rows: readonly BreakdownRow[]): EmailReport["days"] {
  const visitors = new Map(rows.map(({ value, count }) => [value, count]));
  const [first, last] = [Date.parse(from) / dayMs, Date.parse(to) / dayMs];
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const date = isoDay(first + i);
    return { date, visitors: visitors.get(date) ?? 0 };
  });
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
