import { join, type Sql, sql } from "../clickhouse/sql.ts";
import type { Dimension, Tallied, Tallies } from "./dimension-kinds.ts";
import { type DimensionName, dimensionNames, dimensions } from "./dimensions.ts";
import { funnelTally, type NamedFunnel } from "./funnels.ts";
import { type Goal, goalTally } from "./goals.ts";
import { matchesOneSql, type Pattern } from "./pattern.ts";
import { propTally } from "./props.ts";
import { tallyColumn } from "./visitor-days.ts";

/**
 * A condition on visitor days: one of the wanted values, if there are any, and none of the unwanted
 * ones.
 */
export interface Filter {
  readonly dimension: DimensionName | PropName | DefinitionFilterName;
  readonly wanted: readonly Pattern[];
  readonly unwanted: readonly Pattern[];
  /** The goals that the values of a filter by `goal` name. */
  readonly goals?: readonly Goal[];
  /** The funnels whose steps the values of a filter by `funnel` name. */
  readonly funnels?: readonly NamedFunnel[];
}

/** The filters whose values are names of what a website's owner has saved. */
export const definitionFilterNames = ["goal", "funnel"] as const;
export type DefinitionFilterName = (typeof definitionFilterNames)[number];

/** Names the values that events have under a key of their props. */
export type PropName = `prop:${string}`;
const propPrefix = "prop:";

/** The dimensions of filters: all but the days themselves, which the range chooses. */
export const filterNames = dimensionNames.filter((name) => dimensions[name].countedUnit !== "day");

/** Returns whether it is the name of a filter by a prop, with a key. */
export function isPropName(name: string): name is PropName {
  return name.startsWith(propPrefix) && name.length > propPrefix.length;
}

export function isDefinitionFilterName(name: string): name is DefinitionFilterName {
  return definitionFilterNames.some((each) => each === name);
}

/** Returns the dimensions that `visitorDaysSql` needs for `passesFiltersSql`, by name. */
export function filterDimensions(filters: readonly Filter[]): Tallies {
  const tallies = [...columnsOf(filters)].map(([name, column]) => [
    column,
    tallyOf(name, column, filters),
  ]);
  return Object.fromEntries(tallies);
}

/** Returns the tally that all filters of a name look at. */
function tallyOf(name: Filter["dimension"], column: string, filters: readonly Filter[]): Tallied {
  if (isPropName(name)) return propTally(column, name.slice(propPrefix.length));
  if (name === "goal") return goalTally(filters.flatMap(({ goals = [] }) => goals));
  if (name === "funnel") return funnelTally(filters.flatMap(({ funnels = [] }) => funnels));
  const { values }: Dimension = dimensions[name];
  if (values === undefined) throw new Error(`${name} is no filter`);
  return values;
}

/** Returns the column of each name that filters have. A key can have any characters. */
function columnsOf(filters: readonly Filter[]): ReadonlyMap<Filter["dimension"], string> {
  const names = [...new Set(filters.map(({ dimension }) => dimension))];
  return new Map(names.map((name, i) => [name, `filter_${isPropName(name) ? i : name}`]));
}

/** Returns the condition on a row of `visitorDaysSql`. */
export function passesFiltersSql(filters: readonly Filter[]): Sql {
  if (filters.length === 0) return sql`true`;
  const columns = columnsOf(filters);
  const conditions = filters.flatMap(({ dimension, wanted, unwanted }) => {
    const column = tallyColumn(columns.get(dimension) ?? "");
    return [
      ...(wanted.length > 0 ? [countsUnderOne(column, wanted)] : []),
      ...(unwanted.length > 0 ? [sql`NOT ${countsUnderOne(column, unwanted)}`] : []),
    ];
  });
  return join(conditions, "\n          AND ");
}

function countsUnderOne(column: Sql, patterns: readonly Pattern[]): Sql {
  return sql`arrayExists(
            x -> ${matchesOneSql(sql`x`, patterns)},
            ${column})`;
}
