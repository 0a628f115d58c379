import type { DimensionName } from "./dimension-words.ts";

/**
 * A filter as the API reads it, `filter[name]=value`. A `!` at the start of the value excludes it.
 * A `~` at the start, after that, matches a part, and a `*` at the end a prefix.
 */
export interface Filter {
  readonly name: DimensionName;
  readonly value: string;
}

/** The parsed value of a filter. */
export interface Condition {
  readonly isNegated: boolean;
  readonly match: "is" | "begins" | "contains" | "any";
  readonly text: string;
}

/** The API's limit for all filters together. */
export const filtersMax = 20;

/** Returns the filter value that matches exactly this text, with special characters escaped. */
export function exactly(text: string): string {
  return text.replace(/[!*~\\]/g, "\\$&");
}

export function readFilter({ value }: Filter): Condition {
  const isNegated = value.startsWith("!");
  const pattern = isNegated ? value.slice(1) : value;
  if (pattern.startsWith("~")) {
    return { isNegated, match: "contains", text: unescaped(pattern.slice(1)) };
  }
  const isPrefix = /(?:^|[^\\])(?:\\\\)*\*$/.test(pattern);
  const text = unescaped(isPrefix ? pattern.slice(0, -1) : pattern);
  if (!isPrefix) return { isNegated, match: "is", text };
  return { isNegated, match: text === "" ? "any" : "begins", text };
}

function unescaped(text: string): string {
  return text.replace(/\\([!*~\\])/g, "$1");
}

/** Returns the opposite filter. */
export function negate({ name, value }: Filter): Filter {
  return { name, value: value.startsWith("!") ? value.slice(1) : `!${value}` };
}

export function hasFilter(filters: readonly Filter[], { name, value }: Filter): boolean {
  return filters.some((filter) => filter.name === name && filter.value === value);
}

/** Adds the filter, or removes it if it is already present. */
export function toggleFilter(filters: readonly Filter[], filter: Filter): readonly Filter[] {
  return hasFilter(filters, filter) ? withoutFilter(filters, filter) : [...filters, filter];
}

export function withoutFilter(filters: readonly Filter[], { name, value }: Filter): Filter[] {
  return filters.filter((filter) => filter.name !== name || filter.value !== value);
}

/** Returns the words between name and value, such as "is not" or "begins with". */
export function relationOf({ isNegated, match }: Condition): string {
  if (match === "is") return isNegated ? "is not" : "is";
  if (match === "begins") return isNegated ? "does not begin with" : "begins with";
  if (match === "contains") return isNegated ? "does not contain" : "contains";
  return isNegated ? "is not known" : "is known";
}
