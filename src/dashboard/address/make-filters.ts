import { format } from "../words/reader.ts";
import {
  type Condition,
  exactly,
  type Filter,
  groupFilters,
  type PropName,
  propPrefix,
  textOfGroup,
} from "./filters.ts";

// The filters that forms and links of the reports make. The first view has none of these.

/** Returns the name of the filters by a property. */
export function propName(key: string): PropName {
  return `${propPrefix}${key}`;
}

/** Returns the filter for visitors who reached a goal. */
export function reachedGoal(name: string): Filter {
  return { name: "goal", value: escapeName(name) };
}

/** Returns the filter for visitors who reached a step of a funnel, counted from 1. */
export function reachedStep(funnel: string, step: number): Filter {
  return { name: "funnel", value: `${escapeName(funnel)}:${step}` };
}

function escapeName(name: string): string {
  return exactly(name).replaceAll(":", "\\:");
}

/** Returns the filter value for a condition on a dimension or a property. */
export function filterValue({ isNegated, match, text }: Condition): string {
  const pattern = {
    is: exactly(text),
    begins: `${exactly(text)}*`,
    contains: `~${exactly(text)}`,
    any: "*",
    reached: exactly(text),
  }[match];
  return isNegated ? `!${pattern}` : pattern;
}

/** Returns the opposite filter. */
export function negate({ name, value }: Filter): Filter {
  return { name, value: value.startsWith("!") ? value.slice(1) : `!${value}` };
}

/** Filters as a segment has them: name of the filter → values. */
type FilterLists = Readonly<Record<string, readonly string[]>>;

/** Returns the filters of lists of values. */
export function filtersOf(lists: FilterLists): readonly Filter[] {
  return Object.entries(lists).flatMap(([name, values]) =>
    values.map((value) => ({ name, value }) as Filter),
  );
}

/** Returns filters as lists of values. */
export function listsOf(filters: readonly Filter[]): FilterLists {
  const lists: Record<string, string[]> = {};
  for (const { name, value } of filters) lists[name] = [...(lists[name] ?? []), value];
  return lists;
}

/** Returns each group of filters in words. */
export function textsOfFilters(filters: readonly Filter[]): readonly string[] {
  return groupFilters(filters).map((group) =>
    textOfGroup(group, (words) => format.list(words, "or")),
  );
}

/**
 * Returns the filters that a new segment gets: those of the address, and those of the chosen
 * segment. Undefined if both have filters of one name: each must hold then, and a list of values
 * means one of them.
 */
export function filtersToSave(
  filters: readonly Filter[],
  chosen: FilterLists = {},
): FilterLists | undefined {
  const own = listsOf(filters);
  const isInBoth = Object.keys(own).some((name) => Object.hasOwn(chosen, name));
  return isInBoth ? undefined : { ...chosen, ...own };
}
