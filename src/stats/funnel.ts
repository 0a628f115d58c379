import type { DayRange } from "../base/calendar.ts";
import type { Database, QueryLimits } from "../clickhouse/database.ts";
import { bind, join, type Sql, sql } from "../clickhouse/sql.ts";
import { tallyOfEvents } from "../counting/dimension-kinds.ts";
import { filterDimensions, passesFiltersSql } from "../counting/filters.ts";
import { type FunnelSteps, reachedSteps } from "../counting/funnels.ts";
import { visitorDaysOf } from "../counting/visitor-days.ts";
import type { FunnelNumbers, FunnelStats } from "../model/funnel-stats.ts";
import { changeOf } from "./comparison.ts";
import { countingSettings } from "./counting-settings.ts";
import { eventsOnDays } from "./day-parts.ts";
import type { DayState } from "./day-state.ts";
import { rateOf, roundRate } from "./rates.ts";
import type { ComparedQuery, Report } from "./report.ts";

/** A query for a funnel. Its steps are counted from events. */
export interface FunnelQuery extends ComparedQuery {
  readonly countsFrom: "events";
  readonly funnel: FunnelSteps;
}

export interface FunnelCounts {
  readonly visitors: number;
  /** Visitors that reached each step. */
  readonly reached: readonly number[];
}

/** How many visitors reached each step. */
export const funnelReport: Report<FunnelQuery, FunnelCounts> = { name: "funnel", count: funnel };

async function funnel(
  db: Database,
  query: FunnelQuery,
  days: readonly DayState[],
  limits: QueryLimits,
): Promise<FunnelCounts> {
  const nobody = { visitors: 0, reached: query.funnel.steps.map(() => 0) };
  if (days.length === 0) return nobody;
  const [row = nobody] = await db.rows<FunnelCounts>(funnelSql(query, days), limits);
  return row;
}

/** Returns the statement of `funnel`: one row. */
export function funnelSql(query: FunnelQuery, days: readonly DayState[]): Sql {
  const { websiteId, funnel, filters } = query;
  const columns = { ...filterDimensions(filters), ...reachedColumn(funnel) };
  const reached = perStep(funnel, (isReached) => sql`countIf(${isReached})`);
  return sql`
    SELECT
      count() AS visitors,
      ${reached} AS reached
    FROM (${visitorDaysOf(columns, eventsOnDays({ websiteId, days, filters }))})
    WHERE ${passesFiltersSql(filters)}
    SETTINGS ${funnelSettings(days)}`;
}

/** Returns the column of `visitorDaysSql` with the number of steps that the day has reached. */
export function reachedColumn(funnel: FunnelSteps) {
  return { reached: tallyOfEvents("reached", () => reachedSteps(funnel)) };
}

/** Returns an array with what `count` returns for each step, given the condition to be counted. */
export function perStep({ steps }: FunnelSteps, count: (isReached: Sql) => Sql): Sql {
  const counts = steps.map((_, nth) => count(sql`tally_reached >= ${bind("UInt8", nth + 1)}`));
  return sql`[${join(counts, ", ")}]`;
}

/** Blocks are small, as a visitor's day becomes several arrays. */
export function funnelSettings(days: readonly DayState[]): Sql {
  return sql`
      max_block_size = 8192,
      ${countingSettings(days)}`;
}

/**
 * Returns the answer of the API: the numbers of a range of days, and those of the earlier one if
 * there is one. Rates and changes have four digits after the point.
 */
export function funnelStatsOf(
  query: DayRange & { readonly earlier?: DayRange },
  names: readonly string[],
  [now, before]: readonly FunnelCounts[],
): FunnelStats {
  const { from, to, earlier } = query;
  if (now === undefined) throw new Error("a funnel has numbers");
  const answer = { from, to, ...numbersOf(now, names) };
  if (earlier === undefined || before === undefined) return answer;
  return {
    ...answer,
    previous: { from: earlier.from, to: earlier.to, ...numbersOf(before, names) },
    change: {
      visitors: roundRate(changeOf(now.visitors, before.visitors)),
      entered: roundRate(changeOf(enteredOf(now), enteredOf(before))),
      completed: roundRate(changeOf(completedOf(now), completedOf(before))),
      conversion_rate: roundRate(changeOf(conversionRateOf(now), conversionRateOf(before))),
    },
  };
}

function numbersOf(counts: FunnelCounts, names: readonly string[]): FunnelNumbers {
  const { visitors, reached } = counts;
  const entered = enteredOf(counts);
  return {
    visitors,
    entered,
    completed: completedOf(counts),
    conversion_rate: roundRate(conversionRateOf(counts)),
    steps: reached.map((own, nth) => {
      const [previous, next] = [reached[nth - 1], reached[nth + 1]];
      return {
        step: nth + 1,
        name: names[nth] ?? "",
        visitors: own,
        from_start: roundRate(rateOf(own, entered)),
        from_previous: previous === undefined ? null : roundRate(rateOf(own, previous)),
        dropped: next === undefined ? null : own - next,
      };
    }),
  };
}

function enteredOf({ reached }: FunnelCounts): number {
  return reached[0] ?? 0;
}

function completedOf({ reached }: FunnelCounts): number {
  return reached.at(-1) ?? 0;
}

function conversionRateOf(counts: FunnelCounts): number | null {
  return rateOf(completedOf(counts), enteredOf(counts));
}
