import type { Stat, Summary } from "./api/answers.ts";

export const metrics = [
  "visitors",
  "visits",
  "pageviews",
  "views_per_visit",
  "bounce_rate",
  "visit_duration",
] as const;
export type Metric = (typeof metrics)[number];

/** What a range was in a few numbers, and by what part each has changed; null where it cannot be told. */
export interface Totals {
  readonly now: Readonly<Record<Metric, number | null>>;
  readonly change: Readonly<Record<Metric, number | null>> | undefined;
  /** What was not asked for. */
  readonly lacks: readonly Metric[];
}

const none: Record<Metric, null> = {
  visitors: null,
  visits: null,
  pageviews: null,
  views_per_visit: null,
  bounce_rate: null,
  visit_duration: null,
};

export function totalsOfSummary(summary: Summary): Totals {
  return { now: summary, change: summary.change, lacks: [] };
}

/**
 * Totals of filtered visitors, which no summary has: the sums of their visits by interval, now and before. Bounces and
 * durations cannot be told from those.
 */
export function totalsOfVisits(now: readonly Stat[], before?: readonly Stat[]): Totals {
  const numbers = sums(now);
  const lacks = ["bounce_rate", "visit_duration"] as const;
  if (before === undefined) return { now: numbers, change: undefined, lacks };
  const earlier = sums(before);
  const changes = metrics.map((metric) => [metric, changeOf(numbers[metric], earlier[metric])]);
  return { now: numbers, change: Object.fromEntries(changes), lacks };
}

function sums(rows: readonly Stat[]): Record<Metric, number | null> {
  const sum = (field: "count" | "visitors" | "pageviews") =>
    rows.reduce((total, row) => total + row[field], 0);
  const [visits, pageviews] = [sum("count"), sum("pageviews")];
  return {
    ...none,
    visitors: sum("visitors"),
    visits,
    pageviews,
    views_per_visit: visits === 0 ? null : pageviews / visits,
  };
}

function changeOf(now: number | null, before: number | null): number | null {
  return now === null || before === null || before === 0 ? null : (now - before) / before;
}
