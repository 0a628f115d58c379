import { dimensions } from "../counting/dimensions.ts";
import { visitorDaysSql } from "../counting/visitor-days.ts";
import type { DayRange } from "../counting/website-days.ts";
import type { Summary, SummaryChange, SummaryNumbers } from "../model/summary.ts";
import { type DayUntil, laterEffectSql } from "../rollups/open-days/later-effect.ts";
import { dayTotals } from "../rollups/rollup-sql.ts";
import { type Sql, sql } from "../store/sql.ts";
import { changeOf } from "./comparison.ts";
import { dayPartsSql, type WebsiteDayStates } from "./day-parts.ts";
import type { Answer } from "./day-states.ts";
import { type Filter, filterDimensions, passesFiltersSql } from "./filters.ts";
import type { Asker } from "./query-scheduler.ts";
import type { ComparedQuery, Report } from "./report.ts";
import type { StatisticsQueries } from "./statistics.ts";
import { countingSettings } from "./values.ts";

/** A query for a summary. */
export type SummaryQuery = Omit<ComparedQuery, "fromEvents">;

/** A website's days that have events. With filters no day may have a roll-up. */
interface TotalsQuery extends WebsiteDayStates {
  readonly filters: readonly Filter[];
}

/** The sums that the numbers of a summary are made of. */
interface Totals {
  readonly visitors: number;
  readonly pageviews: number;
  readonly visits: number;
  readonly bounces: number;
  /** Duration of all visits, added up. */
  readonly visit_ms: number;
}

const nothing: Totals = { visitors: 0, pageviews: 0, visits: 0, bounces: 0, visit_ms: 0 };

/** The six numbers of a website's days, unrounded. */
const summaryReport: Report<ComparedQuery, SummaryNumbers> = {
  name: "summary",
  async count(db, { websiteId, filters }, days, limits) {
    if (days.length === 0) return summarise(nothing);
    const [row = nothing] = await db.rows<Totals>(totalsSql({ websiteId, days, filters }), limits);
    return summarise(row);
  },
};

/**
 * Returns a range of days in six unrounded numbers, and how they changed if the query compares.
 * docs/statistics-api.md defines them.
 */
export async function summary(
  statistics: StatisticsQueries,
  query: SummaryQuery,
  asker: Asker,
): Promise<Answer<Summary>> {
  const asked = { ...query, fromEvents: query.filters.length > 0 };
  const { value, version } = await statistics.comparedReport(summaryReport, asked, asker);
  const periods = query.earlier === undefined ? [query] : [query, query.earlier];
  return { version, value: summaryOf(periods, value) };
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

/**
 * Returns the statement of a summary: one row. Blocks are small, as a visitor's day
 * becomes several arrays.
 */
export function totalsSql(query: TotalsQuery): Sql {
  const parts = dayPartsSql(query, {
    fromRollups: rollupTotalsSql,
    fromEvents: (condition) => eventTotalsSql(query.filters, condition),
    fromLaterEvents: laterTotalsSql,
    sumOf: (several) => sql`
    SELECT
      sum(part.visitors) AS visitors,
      sum(part.pageviews) AS pageviews,
      sum(part.visits) AS visits,
      sum(part.bounces) AS bounces,
      sum(part.visit_ms) AS visit_ms
    FROM (${several}
    ) AS part`,
  });
  return sql`${parts}
    SETTINGS
      max_block_size = 8192,
      ${countingSettings(query.days)},
      aggregation_in_order_max_block_bytes = 4000000`;
}

/**
 * Reads roll-ups. The dimension `visit` has one row a day, with the visitors and page views of the
 * day.
 */
function rollupTotalsSql(table: Sql, condition: Sql): Sql {
  return sql`
      SELECT
        toInt64(sumIf(rolled.visitors, dimension = 'visit')) AS visitors,
        toInt64(sumIf(rolled.pageviews, dimension = 'visit')) AS pageviews,
        toInt64(sumIf(occurrences, dimension = 'visit')) AS visits,
        toInt64(sumIf(occurrences, dimension = 'bounce')) AS bounces,
        toInt64(sumIf(occurrences, dimension = 'visit_ms')) AS visit_ms
      FROM ${table} AS rolled
      WHERE ${condition} AND dimension IN ('visit', 'bounce', 'visit_ms')`;
}

function eventTotalsSql(filters: readonly Filter[], condition: Sql): Sql {
  const columns = { ...filterDimensions(filters), visit: dimensions.visit, ...dayTotals };
  return sql`
      SELECT
        toInt64(count()) AS visitors,
        toInt64(sum(day_pageviews)) AS pageviews,
        toInt64(sum(tally_visit[1].4)) AS visits,
        toInt64(sum(tally_bounce[1].4)) AS bounces,
        toInt64(sum(tally_visit_ms[1].4)) AS visit_ms
      FROM (${visitorDaysSql(columns, condition)})
      WHERE ${passesFiltersSql(filters)}`;
}

function laterTotalsSql(day: DayUntil): Sql {
  return sql`
      SELECT
        sum(sign) AS visitors,
        sum(sign * toInt64(day_pageviews)) AS pageviews,
        sum(sign * toInt64(tally_visit[1].4)) AS visits,
        sum(sign * toInt64(tally_bounce[1].4)) AS bounces,
        sum(sign * toInt64(tally_visit_ms[1].4)) AS visit_ms
      FROM (${laterEffectSql({ visit: dimensions.visit, ...dayTotals }, day)})`;
}

/** Returns the unrounded numbers of a summary. */
function summarise({ visitors, pageviews, visits, bounces, visit_ms }: Totals) {
  const perVisit = (sum: number) => (visits === 0 ? null : sum / visits);
  return {
    visitors,
    visits,
    pageviews,
    views_per_visit: perVisit(pageviews),
    bounce_rate: perVisit(bounces),
    visit_duration: perVisit(visit_ms / 1000),
  } satisfies SummaryNumbers;
}

/** Returns how each number changed. */
function changesOf(now: SummaryNumbers, before: SummaryNumbers): SummaryChange {
  const change = (name: keyof SummaryNumbers) => changeOf(now[name], before[name]);
  return {
    visitors: change("visitors"),
    visits: change("visits"),
    pageviews: change("pageviews"),
    views_per_visit: change("views_per_visit"),
    bounce_rate: change("bounce_rate"),
    visit_duration: change("visit_duration"),
  };
}

/** Returns the summary as the API answers it: numbers have four digits after the point. */
export function roundSummary({ from, to, previous, change, ...numbers }: Summary): Summary {
  return {
    ...{ from, to, ...rounded(numbers) },
    ...(previous && { previous: { ...previous, ...rounded(numbersOf(previous)) } }),
    ...(change && { change: rounded(change) }),
  };
}

function numbersOf({ from, to, ...numbers }: SummaryNumbers & DayRange): SummaryNumbers {
  return numbers;
}

function rounded<Numbers extends Readonly<Record<string, number | null>>>(
  numbers: Numbers,
): Numbers {
  const entries = Object.entries(numbers).map(([name, number]) => [
    name,
    number === null ? null : Math.round(number * 1e4) / 1e4,
  ]);
  return Object.fromEntries(entries) as Numbers;
}
