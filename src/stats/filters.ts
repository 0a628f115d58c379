import type { Dimension } from "../counting/dimension-kinds.ts";
import { type DimensionName, dimensionNames, dimensions } from "../counting/dimensions.ts";
import { tallyColumn } from "../counting/visitor-days.ts";
import type { FieldErrors } from "../errors.ts";
import { bind, join, type Sql, sql } from "../store/sql.ts";

/**
 * A condition on visitor days: one of the wanted values, if there are any, and none of the unwanted
 * ones.
 */
export interface Filter {
  readonly dimension: DimensionName;
  readonly wanted: readonly Pattern[];
  readonly unwanted: readonly Pattern[];
}

interface Pattern {
  readonly text: string;
  /** Matches what begins with the text, not only the text itself. */
  readonly isPrefix: boolean;
}

/** Dimension → values, as the client wrote them. */
export type FilterValues = Readonly<Partial<Record<string, readonly string[]>>>;

/** The dimensions of filters: all but the days themselves, which the range chooses. */
export const filterNames = dimensionNames.filter((name) => dimensions[name].carrier !== "day");

const valuesMax = 20;

/** Returns the errors of the filters, by the name of the query parameter. */
export function filterErrors(given: FilterValues): FieldErrors {
  const tooMany = Object.values(given).flat().length > valuesMax;
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, values = []]) => {
      const errors = [
        ...nameErrors(name),
        ...(values.some(isEmpty) ? ["must not be empty; use * for any value"] : []),
        ...(tooMany ? [`must have at most ${valuesMax} values in all filters together`] : []),
      ];
      return errors.length > 0 ? [[parameterOf(name), errors]] : [];
    }),
  );
}

/** Returns the filters that correct values stand for. */
export function readFilters(given: FilterValues): Filter[] {
  return filterNames.flatMap((dimension) => {
    const values = given[dimension] ?? [];
    if (values.length === 0) return [];
    const wanted = values.filter((value) => !isNegated(value)).map(readPattern);
    const unwanted = values.filter(isNegated).map((value) => readPattern(value.slice(1)));
    return [{ dimension, wanted, unwanted }];
  });
}

/** Returns the dimensions that `visitorDaysSql` needs for `passesFiltersSql`, by name. */
export function filterDimensions(filters: readonly Filter[]): Readonly<Record<string, Dimension>> {
  return Object.fromEntries(filters.map(({ dimension }) => [dimension, dimensions[dimension]]));
}

/** Returns the condition on a row of `visitorDaysSql`. */
export function passesFiltersSql(filters: readonly Filter[]): Sql {
  if (filters.length === 0) return sql`true`;
  const conditions = filters.flatMap(({ dimension, wanted, unwanted }) => [
    ...(wanted.length > 0 ? [countsUnderOne(dimension, wanted)] : []),
    ...(unwanted.length > 0 ? [sql`NOT ${countsUnderOne(dimension, unwanted)}`] : []),
  ]);
  return join(conditions, "\n          AND ");
}

function countsUnderOne(dimension: DimensionName, patterns: readonly Pattern[]): Sql {
  const texts = (arePrefixes: boolean) =>
    bind(
      "Array(String)",
      patterns.filter(({ isPrefix }) => isPrefix === arePrefixes).map(({ text }) => text),
    );
  return sql`arrayExists(
            x -> has(${texts(false)}, x.1) OR arrayExists(prefix -> startsWith(x.1, prefix), ${texts(true)}),
            ${tallyColumn(dimension)})`;
}

/** The names of misspelt parameters begin with their bracket: `gatherFilters` cuts `filter` off. */
function parameterOf(name: string): string {
  return name.startsWith("[") ? `filter${name}` : `filter[${name}]`;
}

function nameErrors(name: string): string[] {
  if (filterNames.some((known) => known === name)) return [];
  return dimensionNames.some((known) => known === name)
    ? ["cannot be used as a filter; use from and to"]
    : [`is not a filter; the filters are ${filterNames.join(", ")}`];
}

function isNegated(value: string): boolean {
  return value.startsWith("!");
}

function isEmpty(value: string): boolean {
  return value === "" || value === "!";
}

/** Reads a value. `\` makes a `!`, `*` or `\` after it a character like any other. */
function readPattern(value: string): Pattern {
  const isPrefix = /(?:^|[^\\])(?:\\\\)*\*$/.test(value);
  const text = isPrefix ? value.slice(0, -1) : value;
  return { text: text.replace(/\\([!*\\])/g, "$1"), isPrefix };
}
