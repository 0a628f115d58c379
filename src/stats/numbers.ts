import { type Sql, sql } from "../clickhouse/sql.ts";
import type { Sums } from "../counting/sums.ts";
import type { SummaryNumbers } from "../model/summary.ts";
import { changeOf } from "./comparison.ts";

/**
 * Returns the unrounded numbers. Those of engagement are divided by 10 last: times 10 they are then
 * the nearest number to the exact one, so that a half is rounded as a half.
 */
export function numbersOf(sums: Sums): SummaryNumbers {
  const { visitors, pageviews, visits, bounces, visit_ms } = sums;
  const { engaged_visitors: engaged, engagement_ms, depths } = sums;
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
  };
}

/** Returns the same of columns with the sums, for each number that is none of them. */
export const averages = {
  views_per_visit: { exact: perVisitSql(sql`listed.pageviews`), scale: sql`1e4` },
  bounce_rate: { exact: perVisitSql(sql`listed.bounces`), scale: sql`1e4` },
  visit_duration: { exact: perVisitSql(sql`listed.visit_ms / 1000`), scale: sql`1e4` },
  engagement_seconds: { exact: perEngagedSql(sql`listed.engagement_ms / 100`), scale: sql`10` },
  scroll_depth: { exact: perEngagedSql(sql`listed.depths * 10`), scale: sql`10` },
} as const satisfies Readonly<Record<string, { readonly exact: Sql; readonly scale: Sql }>>;

function perVisitSql(amount: Sql): Sql {
  return sql`(${amount} / nullIf(listed.visits, 0))`;
}

function perEngagedSql(tenths: Sql): Sql {
  return sql`(${tenths} / nullIf(listed.engaged_visitors, 0) / 10)`;
}

/** Returns a number as `roundNumbers` does. */
export function roundedSql({ exact, scale }: { readonly exact: Sql; readonly scale: Sql }): Sql {
  return sql`floor(${exact} * ${scale} + 0.5) / ${scale}`;
}

/** Returns how each number changed. */
export function changesOf<Name extends string>(
  now: Readonly<Record<Name, number | null>>,
  before: Readonly<Record<Name, number | null>>,
): Record<Name, number | null> {
  const names = Object.keys(now) as Name[];
  const changes = names.map((name) => [name, changeOf(now[name], before[name])]);
  return Object.fromEntries(changes) as Record<Name, number | null>;
}

/**
 * Returns numbers as the API answers them: with four digits after the point, those of engagement
 * with one.
 */
export function roundNumbers<Numbers extends Readonly<Record<string, number | null>>>(
  numbers: Numbers,
): Numbers {
  const entries = Object.entries(numbers).map(([name, number]) => [
    name,
    number === null ? null : roundTo(number, tenths.has(name) ? 10 : 1e4),
  ]);
  return Object.fromEntries(entries) as Numbers;
}

const tenths: ReadonlySet<string> = new Set(["engagement_seconds", "scroll_depth"]);

/** Returns changes as the API answers them. */
export function roundChanges<Changes extends Readonly<Record<string, number | null>>>(
  changes: Changes,
): Changes {
  const entries = Object.entries(changes).map(([name, number]) => [
    name,
    number === null ? null : roundTo(number, 1e4),
  ]);
  return Object.fromEntries(entries) as Changes;
}

function roundTo(number: number, scale: number): number {
  return Math.round(number * scale) / scale;
}
