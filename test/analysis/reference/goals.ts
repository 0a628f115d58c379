import type { DimensionName } from "../../../src/counting/dimensions.ts";
import { codeOf } from "../../stats/happenings.ts";
import type { Goal } from "./definitions.ts";
import { matches } from "./matchers.ts";
import { changeOf, divide, nearest, whole } from "./numbers.ts";
import type { Population } from "./population.ts";
import { revenueOf } from "./revenue-sums.ts";
import type { Ranked } from "./rows.ts";
import { byValue, type Interval } from "./values.ts";

function numbersOf(goal: Goal, { days }: Population) {
  const found = days.map(({ events }) => events.filter((event) => matches(event, goal)));
  const events = found.flat();
  const visitors = found.filter(({ length }) => length > 0).length;
  return { visitors, events, rate: divide(visitors, days.length) };
}

function shown({ visitors, events, rate }: ReturnType<typeof numbersOf>) {
  return {
    visitors,
    conversions: events.length,
    conversion_rate: nearest(rate),
    revenue: revenueOf(events),
  };
}

/** Returns each goal with its numbers, and their change since an earlier population. */
export function goalRows(
  goals: readonly Goal[],
  now: Population,
  before: Population | undefined,
): Ranked[] {
  return goals.map((goal) => {
    const numbers = numbersOf(goal, now);
    const { visitors, events, rate } = numbers;
    const row = { id: goal.id, name: goal.name, ...shown(numbers) };
    return {
      text: goal.name,
      row: before === undefined ? row : { ...row, ...comparedWith(goal, numbers, before) },
      keys: { visitors: whole(visitors), conversions: whole(events.length), conversion_rate: rate },
    };
  });
}

function comparedWith(goal: Goal, now: ReturnType<typeof numbersOf>, population: Population) {
  const before = numbersOf(goal, population);
  return {
    previous: { from: population.from, to: population.to, ...shown(before) },
    change: {
      visitors: changeOf(whole(now.visitors), whole(before.visitors)),
      conversions: changeOf(whole(now.events.length), whole(before.events.length)),
      conversion_rate: changeOf(now.rate, before.rate),
    },
  };
}

/**
 * Returns the values of a dimension with those of their visitors who reached the goal on the day.
 * Conversions and revenue of an hour are those that happened in it.
 */
export function goalBreakdownRows(
  goal: Goal,
  { days }: Population,
  { name, interval }: { readonly name: DimensionName; readonly interval?: Interval | undefined },
): Ranked[] {
  return [...byValue(days, name, interval)].map(([value, own]) => {
    const found = own.map(({ events }) => events.filter((event) => matches(event, goal)));
    const conversions = found.flat().filter(({ hour }) => interval !== "hour" || hour === value);
    const converted = found.filter(({ length }) => length > 0).length;
    const rate = divide(converted, own.length);
    return {
      text: value,
      row: {
        value,
        ...codeOf(name, value),
        visitors: own.length,
        converted,
        conversions: conversions.length,
        conversion_rate: nearest(rate),
        revenue: revenueOf(conversions),
      },
      keys: {
        visitors: whole(own.length),
        converted: whole(converted),
        conversions: whole(conversions.length),
        conversion_rate: rate,
      },
    };
  });
}
