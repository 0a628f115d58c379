import type { Dimension } from "../counting/dimension-kinds.ts";
import { type DimensionName, dimensionNames, dimensions } from "../counting/dimensions.ts";
import { matchesOneSql, type Pattern } from "../counting/pattern.ts";
import { tallyColumn } from "../counting/visitor-days.ts";
import { join, type Sql, sql } from "../store/sql.ts";

/**
 * A condition on visitor days: one of the wanted values, if there are any, and none of the unwanted
 * ones.
 */
export interface Filter {
  readonly dimension: DimensionName;
  readonly wanted: readonly Pattern[];
  readonly unwanted: readonly Pattern[];
}

/** The dimensions of filters: all but the days themselves, which the range chooses. */
export const filterNames = dimensionNames.filter((name) => dimensions[name].countedUnit !== "day");

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
  return sql`arrayExists(
            x -> ${matchesOneSql(sql`x.1`, patterns)},
            ${tallyColumn(dimension)})`;
}
