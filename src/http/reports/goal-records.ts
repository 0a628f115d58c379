import type { DayRange } from "../../base/calendar.ts";
import type { Definition } from "../../definitions/definition.ts";
import { changeOf } from "../../stats/comparison.ts";
import type { GoalNumbers, GoalTotals } from "../../stats/goals.ts";
import { rateOf, roundRate } from "../../stats/rates.ts";
import { toMoney } from "../answers/exact-numbers.ts";
import { compareTexts, contains } from "../definitions/definition-lists.ts";

/** The fields that goals are sorted by, the default first. */
export const goalOrders = ["visitors", "name", "conversions", "conversion_rate"] as const;

interface GoalSelection {
  readonly search?: string;
  readonly sort_by?: (typeof goalOrders)[number];
  readonly sort?: "asc" | "desc";
}

/** A goal and its numbers, of a range of days and of the earlier one if there is one. */
interface CountedGoal {
  readonly goal: Definition<"goal">;
  readonly now: Counted;
  readonly before: Counted | undefined;
}

interface Counted extends GoalNumbers {
  readonly conversionRate: number | null;
}

/** Returns the goals that a request asks for, in its order. `totals` are those of its ranges. */
export function selectGoals(
  goals: readonly Definition<"goal">[],
  [now, before]: readonly GoalTotals[],
  query: GoalSelection,
): CountedGoal[] {
  const { search = "", sort_by = goalOrders[0], sort = "desc" } = query;
  const direction = sort === "asc" ? 1 : -1;
  const numberOf = ({ now }: CountedGoal) =>
    // All rates are shares of the same visitors.
    sort_by === "conversions" ? now.conversions : now.visitors;
  return goals
    .map((goal, nth) => ({ goal, now: counted(now, nth), before: before && counted(before, nth) }))
    .filter(({ goal }) => contains(goal.content.name, search))
    .sort((a, b) => {
      const byName = compareTexts(a.goal.content.name, b.goal.content.name);
      if (sort_by === "name") return direction * byName;
      return direction * (numberOf(a) - numberOf(b)) || byName;
    });
}

function counted(totals: GoalTotals | undefined, nth: number): Counted {
  const numbers = totals?.goals[nth] ?? { visitors: 0, conversions: 0, revenue: [] };
  return { ...numbers, conversionRate: rateOf(numbers.visitors, totals?.visitors ?? 0) };
}

/** Returns a goal as the API shows it. `earlier` is the earlier range of the query. */
export function toGoalRecord({ goal, now, before }: CountedGoal, earlier: DayRange | undefined) {
  const record = { id: goal.id, name: goal.content.name, ...shown(now) };
  if (before === undefined || earlier === undefined) return record;
  const change = (number: "visitors" | "conversions" | "conversionRate") =>
    roundRate(changeOf(now[number], before[number]));
  return {
    ...record,
    previous: { from: earlier.from, to: earlier.to, ...shown(before) },
    change: {
      visitors: change("visitors"),
      conversions: change("conversions"),
      conversion_rate: change("conversionRate"),
    },
  };
}

function shown({ visitors, conversions, conversionRate, revenue }: Counted) {
  const conversion_rate = roundRate(conversionRate);
  return { visitors, conversions, conversion_rate, revenue: toMoney(revenue) };
}
