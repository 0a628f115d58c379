import type { DimensionName } from "../../../src/counting/dimensions.ts";
import { codeOf } from "../../stats/happenings.ts";
import type { Funnel, Step } from "./definitions.ts";
import type { PlainAction } from "./event.ts";
import { matches } from "./matchers.ts";
import { changeOf, divide, type Fraction, nearest, whole } from "./numbers.ts";
import type { Population } from "./population.ts";
import type { Ranked } from "./rows.ts";
import { byValue, type Interval } from "./values.ts";
import { type VisitorDay, visitsOf } from "./visitor-days.ts";

export type Steps = Pick<Funnel, "within" | "steps">;

/** Returns how many steps the events reach, one after the other, each event used once. */
export function scan(events: readonly PlainAction[], steps: readonly Step[]): number {
  let reached = 0;
  for (const event of events) {
    const next = steps[reached];
    if (next !== undefined && matches(event, next)) reached += 1;
  }
  return reached;
}

/** Returns how many steps a visitor's day reaches; within visits, the best visit counts. */
export function stepsReached(own: VisitorDay, { within, steps }: Steps): number {
  if (within === "day") return scan(own.events, steps);
  return Math.max(...visitsOf(own).map((visit) => scan(visit, steps)));
}

/** Returns how many of the days reach each step. */
function reachedBy(days: readonly VisitorDay[], funnel: Steps): number[] {
  const reached = days.map((own) => stepsReached(own, funnel));
  return funnel.steps.map((_, nth) => reached.filter((steps) => steps > nth).length);
}

/** Returns the numbers of a funnel, and their change since an earlier population. */
export function funnelOf(funnel: Steps, now: Population, before?: Population) {
  const { from, to } = now;
  const { shown, keys } = numbersOf(funnel, now);
  if (before === undefined) return { from, to, ...shown };
  const earlier = numbersOf(funnel, before);
  const changes = Object.entries(keys).map(([name, number]) => [
    name,
    changeOf(number, earlier.keys[name] ?? null),
  ]);
  return {
    from,
    to,
    ...shown,
    previous: { from: before.from, to: before.to, ...earlier.shown },
    change: Object.fromEntries(changes),
  };
}

function numbersOf(funnel: Steps, { days }: Population) {
  const counts = reachedBy(days, funnel);
  const [entered = 0, completed = 0] = [counts[0], counts.at(-1)];
  const rate = divide(completed, entered);
  const steps = funnel.steps.map(({ name, value }, nth) => {
    const [visitors = 0, previous, next] = [counts[nth], counts[nth - 1], counts[nth + 1]];
    return {
      step: nth + 1,
      name: name ?? value,
      visitors,
      from_start: nearest(divide(visitors, entered)),
      from_previous: previous === undefined ? null : nearest(divide(visitors, previous)),
      dropped: next === undefined ? null : visitors - next,
    };
  });
  const keys: Readonly<Record<string, Fraction | null>> = {
    visitors: whole(days.length),
    entered: whole(entered),
    completed: whole(completed),
    conversion_rate: rate,
  };
  const shown = {
    visitors: days.length,
    entered,
    completed,
    conversion_rate: nearest(rate),
    steps,
  };
  return { shown, keys };
}

/** Returns the values of a dimension that somebody who entered the funnel has. */
export function funnelBreakdownRows(
  funnel: Steps,
  { days }: Population,
  { name, interval }: { readonly name: DimensionName; readonly interval?: Interval | undefined },
): Ranked[] {
  return [...byValue(days, name, interval)].flatMap(([value, own]) => {
    const steps = reachedBy(own, funnel);
    const [entered = 0, completed = 0] = [steps[0], steps.at(-1)];
    if (entered === 0) return [];
    const rate = divide(completed, entered);
    return {
      text: value,
      row: {
        value,
        ...codeOf(name, value),
        entered,
        completed,
        conversion_rate: nearest(rate),
        steps,
      },
      keys: { entered: whole(entered), completed: whole(completed), conversion_rate: rate },
    };
  });
}
