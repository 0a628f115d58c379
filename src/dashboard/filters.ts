import { type DimensionName, isDimension, isOfDays, wordsOf } from "./dimension-words.ts";

/** A dimension, a goal or a funnel by its name, or a property by its key. */
export type FilterName = DimensionName | "goal" | "funnel" | `prop:${string}`;

/**
 * A filter as the API reads it, `filter[name]=value`. A `!` at the start of the value excludes it.
 * A `~` at the start, after that, matches a part, and a `*` at the end a prefix.
 */
export interface Filter {
  readonly name: FilterName;
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

export function isFilterName(name: string): name is FilterName {
  if (isDimension(name)) return !isOfDays(name);
  return name === "goal" || name === "funnel" || /^prop:./s.test(name);
}

/** Returns the parameter of a filter: `filter[page]`. Brackets in the key of a property are coded. */
export function filterParam(name: FilterName): string {
  return `filter[${name.replace(/[%[\]]/g, encodeURIComponent)}]`;
}

/** Returns the filter's name in a parameter that `filterParam` returned. */
export function filterNameOf(param: string): FilterName | undefined {
  const written = /^filter\[(.+)\]$/s.exec(param)?.[1] ?? "";
  const name = written.startsWith("prop:") ? decoded(written) : written;
  return isFilterName(name) ? name : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
  return name.replace(/[!*~\\:]/g, "\\$&");
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

/** Returns the three parts of a filter's sentence, such as "Browser", "is not", "Chrome". */
export function sentenceOf(filter: Filter): readonly [string, string, string] {
  const { name, value } = filter;
  if (name === "goal" || name === "funnel") {
    const isNegated = value.startsWith("!");
    const text = isNegated ? value.slice(1) : value;
    const [, funnel, step] = (name === "funnel" && /^(.*):(\d+)$/s.exec(text)) || [];
    const plain = (funnel ?? text).replace(/\\([!*~\\:])/g, "$1");
    return [
      name === "goal" ? "Goal" : "Funnel",
      isNegated ? "not reached" : "reached",
      step === undefined ? plain : `${plain}, step ${step}`,
    ];
  }
  const condition = readFilter(filter);
  const subject = isDimension(name) ? wordsOf(name).one : name.slice("prop:".length);
  return [subject, relationOf(condition), condition.text];
}

/** Returns the words between name and value, such as "is not" or "begins with". */
export function relationOf({ isNegated, match }: Condition): string {
  if (match === "is") return isNegated ? "is not" : "is";
  if (match === "begins") return isNegated ? "does not begin with" : "begins with";
  if (match === "contains") return isNegated ? "does not contain" : "contains";
  return isNegated ? "is not known" : "is known";
}
