import { dayMs, isoDay } from "../calendar.ts";
import { dimensions } from "../counting/dimensions.ts";
import { visitorDaysSql } from "../counting/visitor-days.ts";
import type { WebsiteDays } from "../counting/website-days.ts";
import type { SummaryChange, SummaryNumbers } from "../model/summary.ts";
import { changesSql, type DayUntil } from "../rollups/open-days/changes.ts";
import { measures } from "../rollups/rollup-sql.ts";
import type { Database, QueryLimits } from "../store/database.ts";
import { type Sql, sql } from "../store/sql.ts";
import type { Ask } from "./ask.ts";
import { dayPartsSql, type StatedDays } from "./day-parts.ts";
import { type Answer, type DayStates, type Stated, versionOf } from "./day-states.ts";
import { type Filter, filteredBy, keptSql } from "./filters.ts";
import { countingSettings } from "./values.ts";

/** What is summed up: a website's days that have events. With filters no day may be one that is rolled up. */
export interface TotalsQuery extends StatedDays {
  /** Which visitors of a day are counted. */
  readonly filters: readonly Filter[];
}

export interface SummaryQuestion extends WebsiteDays {
  /** Which visitors of a day are counted; all of them where there is none. */
  readonly filters?: readonly Filter[];
  /** The states of the days, where the caller has just read them. */
  readonly current?: Stated | undefined;
}

/** What the numbers of a summary are made of. */
export interface Totals {
  readonly visitors: number;
  readonly pageviews: number;
  readonly visits: number;
  readonly bounces: number;
  /** Duration of all visits, added up. */
  readonly visit_ms: number;
}

const nothing: Totals = { visitors: 0, pageviews: 0, visits: 0, bounces: 0, visit_ms: 0 };

/**
 * Answers with the summary of a website's days, or of the visitors whom filters keep, exact and
 * unrounded.
 */
export async function summaryOf(
  db: Database,
  days: DayStates,
  ask: Ask,
  question: SummaryQuestion,
): Promise<Answer<SummaryNumbers>> {
  const { filters = [], current } = question;
  const query = rangeOf(question);
  const { answer, version } = await days.answer(
    query,
    ask,
    (states, limits) => totals(db, { websiteId: query.websiteId, days: states, filters }, limits),
    { current },
  );
  return { answer: summarise(answer), version };
}

/** Tells the version that the summary has now, and the states of the days. */
export async function summaryVersion(
  days: DayStates,
  ask: Ask,
  question: SummaryQuestion,
): Promise<{ version: string; current: Stated }> {
  const current = await days.current(rangeOf(question), ask);
  return { version: versionOf(current.states), current };
}

function rangeOf({ websiteId, from, to, filters = [] }: SummaryQuestion): WebsiteDays {
  return { websiteId, from, to, fromEvents: filters.length > 0 };
}

/** The same number of days just before. */
export function periodBefore({ from, to }: Pick<WebsiteDays, "from" | "to">) {
  const [first, last] = [Date.parse(from) / dayMs, Date.parse(to) / dayMs];
  return { from: isoDay(first - (last - first + 1)), to: isoDay(first - 1) };
}

/** The totals of a website's days, exact. docs/metrics.md defines them. */
export async function totals(
  db: Database,
  query: TotalsQuery,
  limits: QueryLimits,
): Promise<Totals> {
  if (query.days.length === 0) return nothing;
  const [row = nothing] = await db.rows<Totals>(totalsSql(query), limits);
  return row;
}

/** The statement behind `totals`: one row. Small blocks, as a visitor's day becomes several arrays. */
function totalsSql(query: TotalsQuery): Sql {
  const counted = (condition: Sql) => countedSql(query.filters, condition);
  return sql`
    SELECT
      sum(part.visitors) AS visitors,
      sum(part.pageviews) AS pageviews,
      sum(part.visits) AS visits,
      sum(part.bounces) AS bounces,
      sum(part.visit_ms) AS visit_ms
    FROM (${dayPartsSql(query, { rolled: rolledSql, counted, changed: changedSql })}
    ) AS part
    SETTINGS
      max_block_size = 8192,
      ${countingSettings},
      aggregation_in_order_max_block_bytes = 4000000`;
}

/** The dimension `visit` has a row for each day, in which visitors and page views are those of the day, too. */
function rolledSql(table: Sql, condition: Sql): Sql {
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

function countedSql(filters: readonly Filter[], condition: Sql): Sql {
  const columns = { ...filteredBy(filters), visit: dimensions.visit, ...measures };
  return sql`
      SELECT
        toInt64(count()) AS visitors,
        toInt64(sum(day_pageviews)) AS pageviews,
        toInt64(sum(counted_visit[1].4)) AS visits,
        toInt64(sum(counted_bounce[1].4)) AS bounces,
        toInt64(sum(counted_visit_ms[1].4)) AS visit_ms
      FROM (${visitorDaysSql(columns, condition)})
      WHERE ${keptSql(filters)}`;
}

function changedSql(day: DayUntil): Sql {
  return sql`
      SELECT
        sum(sign) AS visitors,
        sum(sign * toInt64(day_pageviews)) AS pageviews,
        sum(sign * toInt64(counted_visit[1].4)) AS visits,
        sum(sign * toInt64(counted_bounce[1].4)) AS bounces,
        sum(sign * toInt64(counted_visit_ms[1].4)) AS visit_ms
      FROM (${changesSql({ visit: dimensions.visit, ...measures }, day)})`;
}

/** The numbers of a summary, unrounded. */
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

/** By what part each number changed: 0.5 is half as much again. Null where it cannot be said. */
export function changeOf(now: SummaryNumbers, before: SummaryNumbers): SummaryChange {
  const change = (name: keyof SummaryNumbers) => {
    const [is, was] = [now[name], before[name]];
    return is === null || was === null || was === 0 ? null : (is - was) / was;
  };
  return {
    visitors: change("visitors"),
    visits: change("visits"),
    pageviews: change("pageviews"),
    views_per_visit: change("views_per_visit"),
    bounce_rate: change("bounce_rate"),
    visit_duration: change("visit_duration"),
  };
}

/** Numbers as they are answered: to four digits after the point. */
export function rounded<Numbers extends Readonly<Record<string, number | null>>>(
  numbers: Numbers,
): Numbers {
  const entries = Object.entries(numbers).map(([name, number]) => [
    name,
    number === null ? null : Math.round(number * 1e4) / 1e4,
  ]);
  return Object.fromEntries(entries) as Numbers;
}
