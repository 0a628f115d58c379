import type { Goal } from "../definitions/goal.ts";
import { bind, identifier, join, type Sql, sql } from "../store/sql.ts";
import type { Tallied } from "./dimension-kinds.ts";
import { matchesSql } from "./matcher.ts";

export type { Goal } from "../definitions/goal.ts";

/**
 * Returns the tally of the goals that a visitor's day has matched. It holds their names alone.
 */
export function goalTally(goals: readonly Goal[]): Tallied {
  const names = goals.map(
    (goal) => sql`if(countIf(${matchesSql(goal)}) > 0, ${bind("String", goal.name)}, '')`,
  );
  return {
    tally: () => sql`arrayMap(
        x -> tuple(x),
        arrayFilter(x -> x != '', [${join(names, ", ")}]))`,
  };
}

/** The revenue of an event: its currency and amount, in a map. */
const revenue = sql`map(toString(revenue_currency), revenue_amount)`;
const hasRevenue = sql`revenue_currency != ''`;

/**
 * Returns the columns of `visitorDaysSql` with what a visitor's day has of each goal, in the order
 * of the goals:
 *
 * - `tally_conversions`: the number of matching events, `Array(UInt64)`
 * - `tally_revenue`: the sums of their amounts by currency, `Array(Map(String, Decimal(38, 3)))`
 */
export function conversionTallies(goals: readonly Goal[]) {
  const matches = goals.map((_, nth) => identifier(`matches_${nth}`));
  const counts = goals.map(
    (goal, nth) => sql`countIf(${matchesSql(goal)} AS ${matches[nth] ?? sql``})`,
  );
  const sums = matches.map((match) => sql`sumMapIf(${revenue}, ${match} AND ${hasRevenue})`);
  return {
    conversions: listOf(counts, sql`'Array(UInt64)'`),
    revenue: listOf(sums, sql`'Array(Map(String, Decimal(38, 3)))'`),
  } satisfies Readonly<Record<string, Tallied>>;
}

/** A list may be empty, which has no type of its own. */
function listOf(columns: readonly Sql[], type: Sql): Tallied {
  return {
    tally: () => sql`CAST(
          [${join(columns, ",\n          ")}],
          ${type})`,
  };
}

/**
 * Returns the columns of `visitorDaysSql` with what a visitor's day has of a goal in each hour:
 *
 * - `tally_hourly_conversions`: the number of matching events by hour
 * - `tally_hourly_revenue`: the sums of their amounts by hour, with the currency behind it
 *
 * `hour` is the hour of an event, as text.
 */
export function hourlyConversionTallies(goal: Goal, hour: Sql) {
  const match = matchesSql(goal);
  const ofHour = sql`map(concat(${hour}, toString(revenue_currency)), revenue_amount)`;
  return {
    hourly_conversions: { tally: () => sql`sumMapIf(map(${hour}, toUInt64(1)), ${match})` },
    hourly_revenue: { tally: () => sql`sumMapIf(${ofHour}, ${match} AND ${hasRevenue})` },
  } satisfies Readonly<Record<string, Tallied>>;
}
