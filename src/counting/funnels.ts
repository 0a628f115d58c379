import { bind, join, type Sql, sql } from "../clickhouse/sql.ts";
import type { Matcher } from "../definitions/matcher.ts";
import { type Tallied, tallyOfEvents } from "./dimension-kinds.ts";
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
          step -> concat(${bind("String", funnel.name)}, ':', toString(step)),
          range(1, ${reachedSteps(funnel)} + 1))`,
  );
  return tallyOfEvents("funnel", () => sql`arrayConcat(${join(reached, ", ")})`);
}

/**
 * Returns the number of steps that a visitor's day has reached, as an aggregate of its rows in
 * `events`. docs/analysis.md defines it.
 *
 * Each event has a mask of the steps that it matches. A step is taken by the first event that
 * matches it, after the event that took the step before. No other choice gets further. Within
 * visits, the visit that gets furthest counts.
 */
export function reachedSteps({ within, steps }: FunnelSteps): Sql {
  const mask = maskSql(steps);
  const hasProps = steps.some(({ props }) => Object.keys(props).length > 0);
  if (within === "day") {
    return takenSql(
      sql`${eventsInOrder({ value: mask, condition: sql`${mask} != 0`, hasProps })}.-1`,
      steps,
    );
  }
  // Every event is needed to find the visits.
  const visits = splitIntoVisits(eventsInOrder({ value: mask, hasProps }));
  return sql`arrayMax(visit -> ${takenSql(sql`visit.-1`, steps)}, ${visits})`;
}

/** Returns a number with one bit for each step that a row of `events` matches. */
function maskSql(steps: readonly Matcher[]): Sql {
  const bits = steps.map((step, nth) => sql`${bind("UInt8", 2 ** nth)} * ${matchesSql(step)}`);
  return sql`toUInt8(${join(bits, " + ")})`;
}

/**
 * Returns the number of steps that events with these masks take.
 *
 * `left` is the number of events from one to the last, which falls from step to step. It is 0 if no
 * event is found, and as nothing is below, later steps find none either. One pass over the events,
 * with `arrayFold`, would take ten times as long and much memory where a visitor has 300,000.
 */
function takenSql(masks: Sql, steps: readonly Matcher[]): Sql {
  return sql`arrayMap(
          masks -> toUInt8(arrayCount(left -> left > 0, arrayFold(
            (lefts, nth) -> arrayPushBack(lefts, toUInt32(arrayFirst(
              (left, mask) -> left < lefts[-1] AND bitTest(mask, nth),
              arrayReverse(arrayEnumerate(masks)),
              masks))),
            range(${bind("UInt8", steps.length)}),
            [toUInt32(length(masks) + 1)])) - 1),
          [${masks}])[1]`;
}
