import {
  type Bounds,
  boundedNames,
  type ConditionFilters,
  type StandingCondition,
} from "../definitions/condition.ts";
import type { ConditionsByWebsite } from "./conditions.ts";
import { type Condition, type DayFilter, filterNames, valueFilterOf } from "./filters.ts";

/** Returns the conditions of each website that has some that are on. */
export function conditionsByWebsite(
  all: readonly { readonly websiteId: number; readonly content: StandingCondition }[],
): ConditionsByWebsite {
  const contents = new Map<number, StandingCondition[]>();
  for (const { websiteId, content } of all) {
    contents.set(websiteId, [...(contents.get(websiteId) ?? []), content]);
  }
  const read = [...contents].map(([id, own]) => [id, readConditions(own)] as const);
  return new Map(read.filter(([, conditions]) => conditions.length > 0));
}

/** Returns the conditions of a website that are on. Their filters must be correct. */
export function readConditions(all: readonly StandingCondition[]): readonly Condition[] {
  return all
    .filter(({ enabled }) => enabled)
    .map(({ from, filters }) => ({ from: from ?? "", filters: readDayFilters(filters) }));
}

/** Returns the filters that correct values stand for. */
export function readDayFilters(given: ConditionFilters): readonly DayFilter[] {
  const { engaged } = given;
  const ofValues = filterNames.flatMap((dimension): DayFilter[] => {
    const values = given[dimension];
    return Array.isArray(values) ? [valueFilterOf(dimension, values as readonly string[])] : [];
  });
  const ofNumbers = boundedNames.flatMap((dimension): DayFilter[] => {
    const bounds: Bounds | undefined = given[dimension];
    return bounds === undefined ? [] : [{ dimension, ...bounds }];
  });
  const ofEngagement: DayFilter[] =
    engaged === undefined ? [] : [{ dimension: "engaged", isEngaged: engaged === "yes" }];
  return [...ofValues, ...ofNumbers, ...ofEngagement];
}
