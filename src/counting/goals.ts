import { bind, identifier, join, type Sql, sql } from "../clickhouse/sql.ts";
import type { Goal } from "../definitions/goal.ts";
import { type Tallied, tallyOfEvents } from "./dimension-kinds.ts";
import { matchesSql } from "./matcher.ts";

export type { Goal } from "../definitions/goal.ts";

/**
 * Returns the tally of the goals that a visitor's day has matched. It holds their names alone.
 */
export function goalTally(goals: readonly Goal[]): Tallied {
  const names = goals.map(
    (goal) => sql`if(countIf(${matchesSql(goal)}) > 0, ${bind("String", goal.name)}, '')`,
  );
  return tallyOfEvents("goal", () => sql`arrayFilter(x -> x != '', [${join(names, ", ")}])`);
}

const hasRevenue = sql`revenue_currency != ''`;

/**
 * Returns the columns of `visitorDaysSql` with what a visitor's day has of each goal:
 *
 * - `tally_conversions`: the number of matching events of each goal, `Array(UInt64)`
 * - `tally_revenue`: the amount of each matching event for each goal that it matches,
 *   `Array(Tuple(nth UInt32, currency String, amount Decimal(18, 3)))`, where goals count from 1
 */
export function goalTallies(goals: readonly Goal[]) {
  const matches = goals.map((_, nth) => identifier(`matches_${nth}`));
  const counts = goals.map(
    (goal, nth) => sql`countIf(${matchesSql(goal)} AS ${matches[nth] ?? sql``})`,
  );
  // A list may be empty, which has no type of its own.
  const ofEvent = sql`CAST([${join(matches, ", ")}], 'Array(UInt8)')`;
  return {
    conversions: tallyOfEvents(
      "conversions",
      () => sql`CAST([
          ${join(counts, ",\n          ")}], 'Array(UInt64)')`,
    ),
    revenue: tallyOfEvents(
      "revenue",
      () => sql`arrayFlatten(arrayMap(
          event -> arrayMap(
            nth -> (nth, event.1, event.2),
            arrayFilter((nth, matches) -> matches, arrayEnumerate(event.3), event.3)),
          groupArrayIf(
            (toString(revenue_currency), revenue_amount, ${ofEvent} AS goals),
            ${hasRevenue} AND has(goals, 1))))`,
    ),
  } satisfies Readonly<Record<string, Tallied>>;
}

/**
 * Returns the columns of `visitorDaysSql` with what a visitor's day has of one goal:
 *
 * - `tally_conversions`: the number of matching events
 * - `tally_revenue`: the sums of their amounts by currency
 *
 * With `hour`, the hour of an event as text, there is also what each hour has of it:
 *
 * - `tally_hourly_conversions`: the number of matching events by hour
 * - `tally_hourly_revenue`: the sums of their amounts by hour, with the currency behind it
 */
export function conversionTallies(goal: Goal, hour?: Sql): Readonly<Record<string, Tallied>> {
  const matches = sql`matches`;
  const sumsBy = (name: string, key: Sql) =>
    tallyOfEvents(
      name,
      () => sql`sumMapIf(map(${key}, revenue_amount), ${matches} AND ${hasRevenue})`,
    );
  const daily = {
    conversions: tallyOfEvents(
      "conversions",
      () => sql`countIf(${matchesSql(goal)} AS ${matches})`,
    ),
    revenue: sumsBy("revenue", sql`toString(revenue_currency)`),
  };
  if (hour === undefined) return daily;
  return {
    ...daily,
    hourly_conversions: tallyOfEvents(
      "hourly_conversions",
      () => sql`sumMapIf(map(${hour}, toUInt64(1)), ${matches})`,
    ),
    hourly_revenue: sumsBy("hourly_revenue", sql`concat(${hour}, toString(revenue_currency))`),
  };
}
