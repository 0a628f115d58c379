import { type DimensionWords, dimensionsWords } from "../words/dimensions.ts";

export type DimensionName = keyof typeof dimensionsWords.names;

/** The number that the API calls `count`, where it is not that of visitors. */
const counts: Partial<Record<DimensionName, keyof typeof dimensionsWords.measures>> = {
  page: "pageviews",
  entry_page: "visits",
  exit_page: "visits",
  event: "times",
  visit: "visits",
  pageview: "pageviews",
};

export function isDimension(name: string): name is DimensionName {
  return Object.hasOwn(dimensionsWords.names, name);
}

/** Returns whether the values are days. Those are chosen by the range and cannot be filters. */
export function isOfDays(name: DimensionName): boolean {
  return name === "visitor" || name === "visit" || name === "pageview";
}

export function wordsOf(name: DimensionName): DimensionWords {
  return dimensionsWords.names[name];
}

/** Returns what the API calls `count`. */
export function countOf(name: DimensionName): keyof typeof dimensionsWords.measures {
  return counts[name] ?? "visitors";
}

/** Returns the name of what the API calls `count`. */
export function measureOf(name: DimensionName): string {
  return dimensionsWords.measures[countOf(name)];
}
