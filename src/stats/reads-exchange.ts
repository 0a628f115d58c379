import { assistantOperators } from "../counting/sources.ts";
import type { ReadsExchange } from "../model/reads.ts";
import { type BreakdownQuery, breakdownReport } from "./breakdown.ts";
import { countsFrom } from "./counts-from.ts";
import type { Answer } from "./day-states.ts";
import type { QueryCaller } from "./query-scheduler.ts";
import { operatorReadsReport, type ReadsQuery } from "./reads.ts";
import type { StatisticsQueries } from "./statistics.ts";
import { summary } from "./summary.ts";

const assistants = Object.entries(assistantOperators);
/** The operators that have assistants. */
const operators = [...new Set(assistants.map(([, operator]) => operator))];

/**
 * Returns for each operator with assistants what it read, and the visits that its assistants sent,
 * the one with most reads first. Operators with neither are left out, and those that the filter of
 * operators does not select.
 */
export async function readsExchange(
  statistics: StatisticsQueries,
  query: ReadsQuery,
  caller: QueryCaller,
): Promise<Answer<readonly ReadsExchange[]>> {
  const asked = { ...query, operators };
  const { value: reads } = await statistics.report(operatorReadsReport, asked, caller);
  const visitsAsked: BreakdownQuery = {
    ...query,
    dimension: "source",
    among: assistants.map(([source]) => source),
    search: "",
    sortBy: "value",
    sort: "asc",
    limit: assistants.length,
    offset: 0,
  };
  const { value: page, imports } = await statistics.report(breakdownReport, visitsAsked, caller);
  const rows: ReadsExchange[] = [];
  for (const operator of operators) {
    const sources = assistants.flatMap(([source, owner]) => (owner === operator ? [source] : []));
    const listed = reads.filter((row) => row.operator === operator);
    const own = listed.filter((row) => row.reads > 0);
    const sent = page.rows.filter((row) => sources.includes(row.value));
    if (listed.length === 0 || (own.length === 0 && sent.length === 0)) continue;
    const visits = sent.reduce((sum, row) => sum + Number(row.visits ?? 0), 0);
    const visitors =
      sent.length > 1
        ? await countVisitors(statistics, query, sources, caller)
        : (sent[0]?.visitors ?? 0);
    const sum = own.reduce((total, row) => total + row.reads, 0);
    rows.push({
      operator,
      reads: Object.fromEntries(own.map((row) => [row.purpose, row.reads])),
      visits,
      visitors,
      visits_per_1000_reads: sum === 0 ? null : Math.round((visits / sum) * 10_000) / 10,
    });
  }
  rows.sort((a, b) => readsOf(b) - readsOf(a) || b.visits - a.visits);
  return { value: rows, version: JSON.stringify(rows), ...(imports && { imports }) };
}

/** Counts visitors with one of several sources once. */
async function countVisitors(
  statistics: StatisticsQueries,
  query: ReadsQuery,
  values: readonly string[],
  caller: QueryCaller,
): Promise<number> {
  const wanted = values.map((text) => ({ text, match: "is" }) as const);
  const filters = [{ dimension: "source", wanted, unwanted: [] }] as const;
  const asked = { ...query, filters, ...countsFrom(filters) };
  return (await summary(statistics, asked, caller)).value.visitors;
}

function readsOf({ reads }: ReadsExchange): number {
  return Object.values(reads).reduce((sum, count) => sum + count, 0);
}
