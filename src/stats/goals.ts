import type { Database, QueryLimits } from "../clickhouse/database.ts";
import { type Sql, sql } from "../clickhouse/sql.ts";
import { filterDimensions, passesFiltersSql } from "../counting/filters.ts";
import { type Goal, goalTallies } from "../counting/goals.ts";
import { visitorDaysOf } from "../counting/visitor-days.ts";
import { countingSettings } from "./counting-settings.ts";
import { eventsOnDays } from "./day-parts.ts";
import type { DayState } from "./day-state.ts";
import { type CurrencySum, currencySumsOfMap } from "./money.ts";
import type { ComparedQuery, Report } from "./report.ts";

/** A query for the numbers of goals. They are counted from events. */
export interface GoalsQuery extends ComparedQuery {
  readonly countsFrom: "events";
  readonly goals: readonly Goal[];
}

/** The visitors of a range of days, and what they did for each goal. */
export interface GoalTotals {
  readonly visitors: number;
  /** The numbers of each goal, in the order of the query. */
  readonly goals: readonly GoalNumbers[];
}

export interface GoalNumbers {
  /** Visitors with a matching event. */
  readonly visitors: number;
  /** Matching events. */
  readonly conversions: number;
  readonly revenue: readonly CurrencySum[];
}

/** The numbers of several goals. */
export const goalsReport: Report<GoalsQuery, GoalTotals> = { name: "goals", count: countGoals };

/** ClickHouse takes 1,000 values of a statement, of which filters have some, too. */
const valuesMax = 700;

/**
 * Counts goals in one pass over the events, or in a few if their matchers have very many values.
 * docs/analysis.md defines the numbers.
 */
async function countGoals(
  db: Database,
  query: GoalsQuery,
  days: readonly DayState[],
  limits: QueryLimits,
): Promise<GoalTotals> {
  let visitors = 0;
  const counted: GoalNumbers[] = [];
  for (const goals of partsOf(query.goals)) {
    const part = await countPart(db, { ...query, goals }, days, limits);
    visitors = part.visitors;
    counted.push(...part.goals);
  }
  return { visitors, goals: counted };
}

/** Returns the goals in parts of at most `valuesMax` values; one part if there are no goals. */
function partsOf(goals: readonly Goal[]): Goal[][] {
  const parts: Goal[][] = [[]];
  let values = 0;
  for (const goal of goals) {
    const own = 1 + 2 * Object.keys(goal.props).length;
    if (values + own > valuesMax) {
      parts.push([]);
      values = 0;
    }
    values += own;
    parts.at(-1)?.push(goal);
  }
  return parts;
}

async function countPart(
  db: Database,
  query: GoalsQuery,
  days: readonly DayState[],
  limits: QueryLimits,
): Promise<GoalTotals> {
  interface Row {
    readonly day_visitors: number;
    readonly visitors: readonly number[];
    readonly conversions: readonly number[];
    /** The sums, with the number of the goal before each currency. */
    readonly revenue: readonly CurrencySum[];
  }
  const [row] = days.length === 0 ? [] : await db.rows<Row>(goalsSql(query, days), limits);
  const revenue = new Map<string, CurrencySum[]>();
  for (const { currency: key, amount } of row?.revenue ?? []) {
    const [nth = "", currency = ""] = key.split(" ");
    revenue.set(nth, [...(revenue.get(nth) ?? []), { currency, amount }]);
  }
  return {
    visitors: row?.day_visitors ?? 0,
    goals: query.goals.map((_, nth) => ({
      visitors: row?.visitors[nth] ?? 0,
      conversions: row?.conversions[nth] ?? 0,
      revenue: revenue.get(String(nth + 1)) ?? [],
    })),
  };
}

/** Returns the statement of `goalsReport`: one row. */
export function goalsSql(
  { websiteId, filters, goals }: GoalsQuery,
  days: readonly DayState[],
): Sql {
  const columns = { ...filterDimensions(filters), ...goalTallies(goals) };
  return sql`
    SELECT
      count() AS day_visitors,
      sumForEach(arrayMap(x -> toUInt64(x > 0), tally_conversions)) AS visitors,
      sumForEach(tally_conversions) AS conversions,
      sumMapArray(arrayMap(
        x -> map(concat(toString(x.1), ' ', x.2), x.3),
        tally_revenue)) AS sums,
      ${currencySumsOfMap(sql`sums`)} AS revenue
    FROM (${visitorDaysOf(columns, eventsOnDays({ websiteId, days, filters }))})
    WHERE ${passesFiltersSql(filters)}
    SETTINGS ${countingSettings(days)}`;
}
