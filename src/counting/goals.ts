import type { Goal } from "../definitions/goal.ts";
import { bind, join, sql } from "../store/sql.ts";
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
