import { textsOfFilters } from "../address/make-filters.ts";
import { conditionsWords as words } from "../words/conditions.ts";
import { format } from "../words/reader.ts";
import { type Bounds, type ConditionFilters, valuesOf } from "./condition-draft.ts";

/** Returns a condition's filters, all of which must hold, in words. */
export function conditionText(filters: ConditionFilters): string {
  const { engaged, pageviews, duration } = filters;
  const parts = [
    ...textsOfFilters(valuesOf(filters)),
    ...(engaged === undefined ? [] : [words.engaged[engaged]]),
    ...boundTexts(pageviews, (end, count) => words.pageviews[end](count, format.count(count))),
    ...boundTexts(duration, (end, seconds) => words.duration[end](format.duration(seconds))),
  ];
  return format.list(parts, "and");
}

type TextOfBound = (end: keyof Bounds, number: number) => string;

function boundTexts(bounds: Bounds | undefined, textOf: TextOfBound): readonly string[] {
  const { min, max } = bounds ?? {};
  return [
    ...(min === undefined ? [] : [textOf("min", min)]),
    ...(max === undefined ? [] : [textOf("max", max)]),
  ];
}
