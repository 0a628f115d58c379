import { type DimensionWords, dimensionsWords, measuresWords } from "../words/dimensions.ts";

export type DimensionName = keyof typeof dimensionsWords;

export function isDimension(name: string): name is DimensionName {
  return Object.hasOwn(dimensionsWords, name);
}

/** Returns whether the values are days. Those are chosen by the range and cannot be filters. */
export function isOfDays(name: DimensionName): boolean {
  return name === "visitor" || name === "visit" || name === "pageview";
}

export function wordsOf(name: DimensionName): DimensionWords {
  return dimensionsWords[name];
}

/** Returns the name of the measure that the API calls `count`. */
export function measureOf(name: DimensionName): string {
  return measuresWords[dimensionsWords[name].counts];
}
