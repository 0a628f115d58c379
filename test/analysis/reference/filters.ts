import type { DimensionName } from "../../../src/counting/dimensions.ts";
import type { Definitions, Filters } from "./definitions.ts";
import { stepsReached } from "./funnels.ts";
import { fits, matches, plain } from "./matchers.ts";
import { valuesOf } from "./values.ts";
import type { VisitorDay } from "./visitor-days.ts";

/**
 * Returns whether a visitor's day passes all filters: under one of the plain values of each, if
 * there are any, and under none of those with `!`.
 */
export function passes(own: VisitorDay, filters: Filters, definitions: Definitions): boolean {
  return filters.every(([name, values]) => {
    const isUnder = (written: string) => countsUnder(own, name, written, definitions);
    const wanted = values.filter((value) => !value.startsWith("!"));
    const unwanted = values.filter((value) => value.startsWith("!")).map((x) => x.slice(1));
    return (wanted.length === 0 || wanted.some(isUnder)) && !unwanted.some(isUnder);
  });
}

function countsUnder(
  own: VisitorDay,
  name: string,
  written: string,
  { goals, funnels }: Definitions,
): boolean {
  if (name === "goal") {
    const goal = goals.find((each) => each.name === nameIn(written));
    if (goal === undefined) throw new Error(`no goal ${written}`);
    return own.events.some((event) => matches(event, goal));
  }
  if (name === "funnel") {
    const [, before = "", step] = /^(.*):(\d+)$/s.exec(written) ?? [];
    const funnel = funnels.find((each) => each.name === nameIn(before));
    if (funnel === undefined) throw new Error(`no funnel ${written}`);
    return stepsReached(own, funnel) >= Number(step);
  }
  if (name.startsWith("prop:")) {
    const key = name.slice("prop:".length);
    return own.events.some(({ props }) => props.has(key) && fits(props.get(key) ?? "", written));
  }
  return valuesOf(own, name as DimensionName).some((value) => fits(value, written));
}

function nameIn(written: string): string {
  return plain(written, "!*~\\:");
}
