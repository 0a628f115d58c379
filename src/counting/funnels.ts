import type { Matcher } from "../definitions/matcher.ts";
import { bind, join, type Sql, sql } from "../store/sql.ts";
import type { Tallied } from "./dimension-kinds.ts";
import { eventsInOrder } from "./events-in-order.ts";
import { matchesSql } from "./matcher.ts";
import { splitIntoVisits } from "./visits.ts";

/** Events that a visitor triggers one after the other, at most eight. */
export interface FunnelSteps {
  /** Whether all steps must lie in one day, or in one visit. */
  readonly within: "day" | "visit";
  readonly steps: readonly Matcher[];
}

export interface NamedFunnel extends FunnelSteps {
  readonly name: string;
}

/** Returns the name of one of a funnel's steps, as the tally of funnels has it. */
export function stepName({ name }: Pick<NamedFunnel, "name">, step: number): string {
  return `${name}:${step}`;
}

/**
 * Returns the tally of the steps of funnels that a visitor's day has reached. It holds the names of
 * the steps alone.
 */
export function funnelTally(funnels: readonly NamedFunnel[]): Tallied {
  const reached = funnels.map(
    (funnel) => sql`arrayMap(
          step -> tuple(concat(${bind("String", funnel.name)}, ':', toString(step))),
          range(1, ${reachedSteps(funnel)} + 1))`,
  );
  return { tally: () => sql`arrayConcat(${join(reached, ", ")})` };
}

/**
 * Returns the number of steps that a visitor's day has reached, as an aggregate of its rows in
 * `events`. docs/analysis.md defines it.
 *
 * Each event has a mask of the steps that it matches. One pass over the masks, in the order of the
 * events, takes the next step at the first event that matches it. No other choice gets further, and
 * an event takes one step at most. Within visits, the visit that gets furthest counts.
 */
export function reachedSteps({ within, steps }: FunnelSteps): Sql {
  const mask = maskSql(steps);
  const hasProps = steps.some(({ props }) => Object.keys(props).length > 0);
  if (within === "day") {
    return scanSql(sql`${eventsInOrder(mask, sql`${mask} != 0`, { hasProps })}.6`);
  }
  // Every event is needed to find the visits.
  const events = eventsInOrder(mask, sql`true`, { hasProps });
  return sql`arrayMax(visit -> ${scanSql(sql`visit.6`)}, ${splitIntoVisits(events)})`;
}

/** Returns a number with one bit for each step that a row of `events` matches. */
function maskSql(steps: readonly Matcher[]): Sql {
  const bits = steps.map((step, nth) => sql`${bind("UInt8", 2 ** nth)} * ${matchesSql(step)}`);
  return sql`toUInt16(${join(bits, " + ")})`;
}

function scanSql(masks: Sql): Sql {
  return sql`arrayFold(
          (reached, mask) -> toUInt8(reached + bitTest(mask, reached)),
          ${masks},
          toUInt8(0))`;
}
