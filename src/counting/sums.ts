import { identifier, join, type Sql, sql } from "../clickhouse/sql.ts";

/** The sums that the numbers of days and of values are made of. */
export interface Sums {
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

export const noSums: Sums = {
  visitors: 0,
  pageviews: 0,
  visits: 0,
  bounces: 0,
  visit_ms: 0,
  engaged_visitors: 0,
  engagement_ms: 0,
  depths: 0,
};

export const sumNames = Object.keys(noSums) as readonly (keyof Sums)[];

export function addSums(one: Sums, other: Sums): Sums {
  return {
    visitors: one.visitors + other.visitors,
    pageviews: one.pageviews + other.pageviews,
    visits: one.visits + other.visits,
    bounces: one.bounces + other.bounces,
    visit_ms: one.visit_ms + other.visit_ms,
    engaged_visitors: one.engaged_visitors + other.engaged_visitors,
    engagement_ms: one.engagement_ms + other.engagement_ms,
    depths: one.depths + other.depths,
  };
}

/** The columns with the sums. */
export const sumColumns: Sql = join(sumNames.map(identifier), ", ");

/** The dimensions and totals of a roll-up that have the sums of its day. */
export const isDayTotal = sql`dimension IN ('visit', 'bounce', 'visit_ms', 'engaged_day')`;

/**
 * Returns the sums as columns, of rows of roll-ups named `rolled`. The dimension `visit` has one
 * row a day, with the visitors and page views of the day.
 */
export const sumsOfRollups = sql`
        toInt64(sumIf(rolled.visitors, dimension = 'visit')) AS visitors,
        toInt64(sumIf(rolled.pageviews, dimension = 'visit')) AS pageviews,
        toInt64(sumIf(occurrences, dimension = 'visit')) AS visits,
        toInt64(sumIf(occurrences, dimension = 'bounce')) AS bounces,
        toInt64(sumIf(occurrences, dimension = 'visit_ms')) AS visit_ms,
        toInt64(sumIf(rolled.visitors, dimension = 'engaged_day')) AS engaged_visitors,
        toInt64(sumIf(occurrences, dimension = 'engaged_day')) AS engagement_ms,
        toInt64(sumIf(amount, dimension = 'engaged_day')) AS depths`;
