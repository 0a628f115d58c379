import { type Sql, sql } from "../clickhouse/sql.ts";
import { dimensions } from "../counting/dimensions.ts";
import { visitorDaysSql } from "../counting/visitor-days.ts";
import type { DayRange } from "../counting/website-days.ts";
import type { Summary, SummaryChange, SummaryNumbers } from "../model/summary.ts";
import { type DayUntil, laterEffectSql } from "../rollups/open-days/later-effect.ts";
import { dayTotals } from "../rollups/rollup-sql.ts";
import { changeOf } from "./comparison.ts";
import { dayPartsSql, type WebsiteDayStates } from "./day-parts.ts";
import type { Answer } from "./day-states.ts";
import { type Filter, filterDimensions, passesFiltersSql } from "./filters.ts";
import type { Caller } from "./query-scheduler.ts";
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
  readonly engaged_visitors: number;
  readonly engagement_ms: number;
  /** The greatest scroll depth of each engaged visitor, added up. */
  readonly depths: number;
}

const nothing: Totals = {
  visitors: 0,
  pageviews: 0,
  visits: 0,
  bounces: 0,
  visit_ms: 0,
  engaged_visitors: 0,
  engagement_ms: 0,
  depths: 0,
};

/** The numbers of a website's days, unrounded. */
const summaryReport: Report<ComparedQuery, SummaryNumbers> = {
  name: "summary",
  async count(db, { websiteId, filters }, days, limits) {
    if (days.length === 0) return summarise(nothing);
    const [row = nothing] = await db.rows<Totals>(totalsSql({ websiteId, days, filters }), limits);
    return summarise(row);
  },
};

/**
 * Returns a range of days in nine unrounded numbers, and how they changed if the query compares.
 * docs/statistics-api.md defines them.
 */
export async function summary(
  statistics: StatisticsQueries,
  query: SummaryQuery,
  caller: Caller,
): Promise<Answer<Summary>> {
  const asked = { ...query, fromEvents: query.filters.length > 0 };
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

/**
 * Returns the statement of a summary: one row. Blocks are small, as a visitor's day
 * becomes several arrays.
 */
export function totalsSql(query: TotalsQuery): Sql {
  const parts = dayPartsSql(query, {
    fromRollups: rollupTotalsSql,
    fromEvents: (condition) => eventTotalsSql(query.filters, condition),
    readsEngagement: true,
    fromLaterEvents: laterTotalsSql,
    sumOf: (several) => sql`
    SELECT
      sum(part.visitors) AS visitors,
      sum(part.pageviews) AS pageviews,
      sum(part.visits) AS visits,
      sum(part.bounces) AS bounces,
      sum(part.visit_ms) AS visit_ms,
      sum(part.engaged_visitors) AS engaged_visitors,
      sum(part.engagement_ms) AS engagement_ms,
      sum(part.depths) AS depths
    FROM (${several}
    ) AS part`,
  });
  return sql`${parts}
    SETTINGS
      max_block_size = 8192,
      ${countingSettings(query.days)}`;
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
        toInt64(sumIf(occurrences, dimension = 'visit_ms')) AS visit_ms,
        toInt64(sumIf(rolled.visitors, dimension = 'engaged_day')) AS engaged_visitors,
        toInt64(sumIf(occurrences, dimension = 'engaged_day')) AS engagement_ms,
        toInt64(sumIf(amount, dimension = 'engaged_day')) AS depths
      FROM ${table} AS rolled
      WHERE ${condition} AND dimension IN ('visit', 'bounce', 'visit_ms', 'engaged_day')`;
}

function eventTotalsSql(filters: readonly Filter[], condition: Sql): Sql {
  const columns = { ...filterDimensions(filters), visit: dimensions.visit, ...dayTotals };
  return sql`
      SELECT
        toInt64(count()) AS visitors,
        toInt64(sum(day_pageviews)) AS pageviews,
        toInt64(sum(tally_visit[1].4)) AS visits,
        toInt64(sum(tally_bounce[1].4)) AS bounces,
        toInt64(sum(tally_visit_ms[1].4)) AS visit_ms,
        toInt64(sum(tally_engaged_day[1].2)) AS engaged_visitors,
        toInt64(sum(tally_engaged_day[1].4)) AS engagement_ms,
        toInt64(sum(tally_engaged_day[1].5)) AS depths
      FROM (${visitorDaysSql(columns, condition)})
      WHERE day_activity > 0
          AND ${passesFiltersSql(filters)}`;
}

function laterTotalsSql(day: DayUntil): Sql {
  return sql`
      SELECT
        sum(sign) AS visitors,
        sum(sign * toInt64(day_pageviews)) AS pageviews,
        sum(sign * toInt64(tally_visit[1].4)) AS visits,
        sum(sign * toInt64(tally_bounce[1].4)) AS bounces,
        sum(sign * toInt64(tally_visit_ms[1].4)) AS visit_ms,
        sum(sign * toInt64(tally_engaged_day[1].2)) AS engaged_visitors,
        sum(sign * toInt64(tally_engaged_day[1].4)) AS engagement_ms,
        sum(sign * toInt64(tally_engaged_day[1].5)) AS depths
      FROM (${laterEffectSql({ visit: dimensions.visit, ...dayTotals }, day)})
      WHERE day_activity > 0`;
}

/**
 * Returns the unrounded numbers of a summary. Those of engagement are divided by 10 last: times 10
 * they are then the nearest number to the exact one, so that a half is rounded as a half.
 */
function summarise(totals: Totals) {
  const { visitors, pageviews, visits, bounces, visit_ms } = totals;
  const { engaged_visitors: engaged, engagement_ms, depths } = totals;
  const perVisit = (sum: number) => (visits === 0 ? null : sum / visits);
  const perEngaged = (tenths: number) => (engaged === 0 ? null : tenths / engaged / 10);
  return {
    visitors,
    visits,
    pageviews,
    views_per_visit: perVisit(pageviews),
    bounce_rate: perVisit(bounces),
    visit_duration: perVisit(visit_ms / 1000),
    engaged_visitors: engaged,
    engagement_seconds: perEngaged(engagement_ms / 100),
    scroll_depth: perEngaged(depths * 10),
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
    engaged_visitors: change("engaged_visitors"),
    engagement_seconds: change("engagement_seconds"),
    scroll_depth: change("scroll_depth"),
  };
}

/**
 * Returns the summary as the API answers it: numbers have four digits after the point, those of
 * engagement one.
 */
export function roundSummary({ from, to, previous, change, ...numbers }: Summary): Summary {
  return {
    ...{ from, to, ...roundNumbers(numbers) },
    ...(previous && { previous: { ...previous, ...roundNumbers(numbersOf(previous)) } }),
    ...(change && { change: rounded(change) }),
  };
}

function roundNumbers(numbers: SummaryNumbers): SummaryNumbers {
  const { engagement_seconds, scroll_depth } = numbers;
  return { ...rounded(numbers), ...rounded({ engagement_seconds, scroll_depth }, 10) };
}

function numbersOf({ from, to, ...numbers }: SummaryNumbers & DayRange): SummaryNumbers {
  return numbers;
}

function rounded<Numbers extends Readonly<Record<string, number | null>>>(
  numbers: Numbers,
  scale = 1e4,
): Numbers {
  const entries = Object.entries(numbers).map(([name, number]) => [
    name,
    number === null ? null : Math.round(number * scale) / scale,
  ]);
  return Object.fromEntries(entries) as Numbers;
}
