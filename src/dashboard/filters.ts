import type { DimensionName } from "./dimensions.ts";

/** `filter[name]=value`, the value as the API reads it: `!` in front for not, `*` at the end for what begins so. */
export interface Filter {
  readonly name: DimensionName;
  readonly value: string;
}

/** What a filter's value says. */
export interface Reading {
  readonly isNegated: boolean;
  readonly match: "is" | "begins" | "any";
  readonly text: string;
}

/** The API takes no more, all filters together. */
export const filtersMax = 20;

/** The value that keeps just this text, whatever characters it has. */
export function exactly(text: string): string {
  return text.replace(/[!*\\]/g, "\\$&");
}

export function readFilter({ value }: Filter): Reading {
  const isNegated = value.startsWith("!");
  const pattern = isNegated ? value.slice(1) : value;
  const isPrefix = /(?:^|[^\\])(?:\\\\)*\*$/.test(pattern);
  const text = (isPrefix ? pattern.slice(0, -1) : pattern).replace(/\\([!*\\])/g, "$1");
  if (!isPrefix) return { isNegated, match: "is", text };
  return { isNegated, match: text === "" ? "any" : "begins", text };
}

/** Keeps what the filter leaves out, and the other way round. */
export function negate({ name, value }: Filter): Filter {
  return { name, value: value.startsWith("!") ? value.slice(1) : `!${value}` };
}

export function hasFilter(filters: readonly Filter[], { name, value }: Filter): boolean {
  return filters.some((filter) => filter.name === name && filter.value === value);
}

/** With the filter, or without it where it is there already. */
export function toggleFilter(filters: readonly Filter[], filter: Filter): readonly Filter[] {
  return hasFilter(filters, filter) ? withoutFilter(filters, filter) : [...filters, filter];
}

export function withoutFilter(filters: readonly Filter[], { name, value }: Filter): Filter[] {
  return filters.filter((filter) => filter.name !== name || filter.value !== value);
}

/** "is", "is not", "begins with", … */
export function relationOf({ isNegated, match }: Reading): string {
  if (match === "is") return isNegated ? "is not" : "is";
  if (match === "begins") return isNegated ? "does not begin with" : "begins with";
  return isNegated ? "is not known" : "is known";
}
