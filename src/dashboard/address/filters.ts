import { isPrefixPattern, unescapeName, unescapePattern } from "../../base/pattern-escapes.ts";
import { type Counted, countedChoices } from "../../model/choices.ts";
import { filtersWords } from "../words/filters.ts";
import { valueText } from "../words/values.ts";
import { type DimensionName, isDimension, isOfDays, wordsOf } from "./dimension-words.ts";

/** A dimension, a goal, a step of a funnel, or a property of events. */
export type FilterName = DimensionName | "goal" | "funnel" | PropName;
export type PropName = `prop:${string}`;

/**
 * A filter as the API reads it, `filter[name]=value`. A `!` at the start of the value excludes it.
 * A `~` at the start, after that, matches a part, and a `*` at the end a prefix.
 */
export interface Filter<Name extends string = FilterName> {
  readonly name: Name;
  readonly value: string;
}

/** The visitors that queries count. */
export interface Population {
  readonly filters: readonly Filter[];
  /** Id of the segment whose filters must match as well. */
  readonly segment: number | undefined;
  /** Which of them count; undefined for those that the website's conditions leave. */
  readonly counted?: Counted | undefined;
}

/** The parsed value of a filter. */
export interface Condition {
  readonly isNegated: boolean;
  readonly match: "is" | "begins" | "contains" | "any" | "reached";
  readonly text: string;
}

/** The API's limit for all filters together. */
export const filtersMax = 20;

export const propPrefix = "prop:";

function isPropName(name: string): name is PropName {
  return name.startsWith(propPrefix) && name.length > propPrefix.length;
}

/** Returns whether the API has filters of this name. */
export function isFilterName(name: string): name is FilterName {
  if (isDimension(name)) return !isOfDays(name);
  return name === "goal" || name === "funnel" || isPropName(name);
}

/** Returns the words for a filter's name, such as "Browser". */
export function filterLabel(name: FilterName): string {
  if (name === "goal") return filtersWords.goal;
  if (name === "funnel") return filtersWords.funnel;
  return isDimension(name) ? wordsOf(name).one : filtersWords.property(keyOfProp(name));
}

/** Returns the key of a property's filters; "" for other names. */
export function keyOfProp(name: FilterName): string {
  return isPropName(name) ? name.slice(propPrefix.length) : "";
}

/**
 * Adds the parameters that choose the visitors. Special characters of a property's key are encoded.
 */
export function addPopulation(params: URLSearchParams, population: Population): void {
  const { filters, segment, counted } = population;
  if (counted !== undefined) params.set("counted", counted);
  if (segment !== undefined) params.set("segment", String(segment));
  for (const { name, value } of filters) {
    const key = isPropName(name) ? name.replace(/[%[\]]/g, encodeURIComponent) : name;
    params.append(`filter[${key}]`, value);
  }
}

/** Reads the parameters that choose the visitors. Invalid ones are ignored. */
export function readPopulation(params: URLSearchParams): Population {
  const filters: Filter[] = [];
  for (const [parameter, value] of params) {
    const name = decodedKey(/^filter\[([^[\]]+)\]$/.exec(parameter)?.[1] ?? "");
    if (isFilterName(name) && !/^!?~?$/.test(value)) filters.push({ name, value });
  }
  const segment = Number(params.get("segment") ?? 0);
  const isId = Number.isInteger(segment) && segment > 0 && segment < 2 ** 32;
  return {
    filters: filters.slice(0, filtersMax),
    segment: isId ? segment : undefined,
    counted: countedChoices.find((choice) => choice === params.get("counted")),
  };
}

function decodedKey(name: string): string {
  if (!isPropName(name)) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Returns the filter value that matches exactly this text, with special characters escaped. */
export function exactly(text: string): string {
  return text.replace(/[!*~\\]/g, "\\$&");
}

export function readFilter({ name, value }: Filter<string>): Condition {
  const isNegated = value.startsWith("!");
  const pattern = isNegated ? value.slice(1) : value;
  if (name === "goal" || name === "funnel") {
    return { isNegated, match: "reached", text: reachedText(name, pattern) };
  }
  if (pattern.startsWith("~")) {
    return { isNegated, match: "contains", text: unescapePattern(pattern.slice(1)) };
  }
  const isPrefix = isPrefixPattern(pattern);
  const text = unescapePattern(isPrefix ? pattern.slice(0, -1) : pattern);
  if (!isPrefix) return { isNegated, match: "is", text };
  return { isNegated, match: text === "" ? "any" : "begins", text };
}

/** Returns the goal, or the step of the funnel, that a value names: `Checkout:2` is its step 2. */
function reachedText(name: "goal" | "funnel", pattern: string): string {
  const [, funnel, step] = (name === "funnel" && /^(.*):(\d+)$/s.exec(pattern)) || [];
  if (funnel === undefined) return unescapeName(pattern);
  return filtersWords.step(Number(step), unescapeName(funnel));
}

export function hasFilter(
  filters: readonly Filter<string>[],
  { name, value }: Filter<string>,
): boolean {
  return filters.some((filter) => filter.name === name && filter.value === value);
}

/** Adds the filter, or removes it if it is already present. */
export function toggleFilter<Name extends string>(
  filters: readonly Filter<Name>[],
  filter: Filter<Name>,
): readonly Filter<Name>[] {
  return hasFilter(filters, filter) ? withoutFilter(filters, filter) : [...filters, filter];
}

function withoutFilter<Name extends string>(
  filters: readonly Filter<Name>[],
  { name, value }: Filter<Name>,
): Filter<Name>[] {
  return filters.filter((filter) => filter.name !== name || filter.value !== value);
}

/** Returns the words between name and value, such as "is not" or "begins with". */
export function relationOf({ isNegated, match }: Omit<Condition, "text">): string {
  return filtersWords.relations[match][isNegated ? 1 : 0];
}

/** Returns what a filter asks for in words, such as "begins with /blog". */
export function conditionText({ isNegated, match }: Omit<Condition, "text">, text: string): string {
  return filtersWords.conditions[match][isNegated ? 1 : 0](text);
}

/** Returns what filters of one group ask for, such as "is Google or GitHub". */
export function groupText(
  filters: readonly Filter<string>[],
  listOf: (words: string[]) => string,
  textOf = valueText,
): string {
  const byRelation = new Map<string, [Condition, string[]]>();
  for (const filter of filters) {
    const condition = readFilter(filter);
    const relation = relationOf(condition);
    const [, texts] = byRelation.get(relation) ?? [];
    const text = textOf(filter.name, condition.text);
    byRelation.set(relation, [condition, [...(texts ?? []), text]]);
  }
  const parts = [...byRelation.values()].map(([condition, texts]) =>
    conditionText(condition, listOf(texts.filter((text) => text !== ""))),
  );
  return listOf(parts);
}

/** The filters that one chip shows: those of one name that visitors match, or do not match. */
export interface FilterGroup<Name extends string = FilterName> {
  /** Tells the group from others: its name, behind a `!` for those that visitors do not match. */
  readonly key: string;
  readonly name: Name;
  readonly isNegated: boolean;
  readonly filters: readonly Filter<Name>[];
}

/** Returns the filters in groups. Values of a group are alternatives, and all groups must hold. */
export function groupFilters<Name extends string>(
  filters: readonly Filter<Name>[],
): readonly FilterGroup<Name>[] {
  const groups = new Map<string, Filter<Name>[]>();
  for (const filter of filters) {
    const key = groupKey(filter);
    groups.set(key, [...(groups.get(key) ?? []), filter]);
  }
  return [...groups].map(([key, members]) => ({
    key,
    name: (key.startsWith("!") ? key.slice(1) : key) as Name,
    isNegated: key.startsWith("!"),
    filters: members,
  }));
}

function groupKey({ name, value }: Filter<string>): string {
  return value.startsWith("!") ? `!${name}` : name;
}

/** Returns a group of filters as one text, such as `Source is Google or GitHub`. */
export function textOfGroup(
  { name, filters }: FilterGroup,
  listOf: (words: readonly string[]) => string,
): string {
  return filtersWords.condition(filterLabel(name), groupText(filters, listOf));
}
