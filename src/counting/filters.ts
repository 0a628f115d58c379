import { bind, join, type Sql, sql } from "../clickhouse/sql.ts";
import type { BoundedName, Bounds } from "../definitions/condition.ts";
import { engagementColumns, visitColumns } from "./day-columns.ts";
import type { Dimension, Tallied, Tallies } from "./dimension-kinds.ts";
import { type DimensionName, dimensionNames, dimensions } from "./dimensions.ts";
import { funnelTally, type NamedFunnel } from "./funnels.ts";
import { type Goal, goalTally } from "./goals.ts";
import { matchesOneSql, type Pattern, readPattern, splitNegated } from "./pattern.ts";
import { propTally } from "./props.ts";
import { readEngagement, tallyColumn } from "./visitor-days.ts";

/** A filter selects visitor days. */
export type Filter = DayFilter | StandingFilter;

/** A filter that looks at one property of a visitor day. */
export type DayFilter = ValueFilter | NumberFilter | EngagedFilter;

/**
 * Selects the visitor days that have one of the wanted values, if there are any, and none of the
 * unwanted ones.
 */
export interface ValueFilter {
  readonly dimension: DimensionName | PropName | DefinitionFilterName;
  readonly wanted: readonly Pattern[];
  readonly unwanted: readonly Pattern[];
  /** The goals that the values of a filter by `goal` name. */
  readonly goals?: readonly Goal[];
  /** The funnels whose steps the values of a filter by `funnel` name. */
  readonly funnels?: readonly NamedFunnel[];
}

/** Returns the filter that values as clients write them stand for. */
export function valueFilterOf(
  dimension: DimensionName | PropName,
  values: readonly string[],
): ValueFilter {
  const { wanted, unwanted } = splitNegated(values);
  return { dimension, wanted: wanted.map(readPattern), unwanted: unwanted.map(readPattern) };
}

/** Selects the visitor days whose number lies within bounds. */
export interface NumberFilter extends Bounds {
  readonly dimension: BoundedName;
}

/** Selects the visitor days with engagement, or those without. */
export interface EngagedFilter {
  readonly dimension: "engaged";
  readonly isEngaged: boolean;
}

/** A condition under which a visitor day does not count: it meets all of the filters. */
export interface Condition {
  /** The first day that the condition is about, `YYYY-MM-DD`; "" if it is about all. */
  readonly from: string;
  readonly filters: readonly DayFilter[];
}

/** Selects the visitor days that count under standing conditions, or those that are hidden. */
export interface StandingFilter {
  readonly dimension: "conditions";
  readonly conditions: readonly Condition[];
  readonly selects: "counted" | "hidden";
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

/** Returns the tallies that `visitorDaysSql` needs for `passesFiltersSql`, by name. */
export function filterDimensions(filters: readonly Filter[]): Tallies {
  const leaves = leavesOf(filters);
  const columns = columnsOf(leaves);
  const tallies = leaves.map(({ dimension }) => {
    const column = columns.get(dimension) ?? "";
    return [column, tallyOf(dimension, column, leaves)] as const;
  });
  return Object.fromEntries(tallies);
}

/** Returns the filters themselves, and those that standing conditions are made of. */
function leavesOf(filters: readonly Filter[]): readonly DayFilter[] {
  return filters.flatMap((filter) =>
    filter.dimension === "conditions"
      ? filter.conditions.flatMap((condition) => condition.filters)
      : [filter],
  );
}

/** Returns the tally that all filters of a name look at. */
function tallyOf(
  name: DayFilter["dimension"],
  column: string,
  filters: readonly DayFilter[],
): Tallied {
  if (name === "pageviews" || name === "duration" || name === "engaged") return numbers[name];
  if (isPropName(name)) return propTally(column, name.slice(propPrefix.length));
  const valued = filters.filter(isOfValues);
  if (name === "goal") return goalTally(valued.flatMap(({ goals = [] }) => goals));
  if (name === "funnel") return funnelTally(valued.flatMap(({ funnels = [] }) => funnels));
  const { values }: Dimension = dimensions[name];
  if (values === undefined) throw new Error(`${name} is no filter`);
  return values;
}

/** The numbers that filters look at: each is one number of the visitor day. */
const numbers = {
  pageviews: { columns: {}, tally: () => sql`day_pageviews` },
  duration: {
    columns: { day_visit_ms: visitColumns.day_visit_ms },
    tally: () => sql`day_visit_ms`,
  },
  engaged: {
    columns: { day_engagements: engagementColumns.day_engagements },
    tally: () => sql`day_engagements`,
    readsEngagement: true,
  },
} as const satisfies Tallies;

function isOfValues(filter: DayFilter): filter is ValueFilter {
  return "wanted" in filter;
}

/** Returns the column of each name that filters have. A key can have any characters. */
function columnsOf(filters: readonly DayFilter[]): ReadonlyMap<DayFilter["dimension"], string> {
  const names = [...new Set(filters.map(({ dimension }) => dimension))];
  return new Map(names.map((name, i) => [name, `filter_${isPropName(name) ? i : name}`]));
}

/**
 * Returns the condition on a row of `visitorDaysSql`. Where a filter reads engagement, there are
 * rows of days that have nothing else, which are no visitors.
 */
export function passesFiltersSql(filters: readonly Filter[]): Sql {
  if (filters.length === 0) return sql`true`;
  const columns = columnsOf(leavesOf(filters));
  const isActive = readEngagement(filterDimensions(filters)) ? [sql`day_activity > 0`] : [];
  const conditions = filters.flatMap((filter) => conditionsOf(filter, columns));
  return join([...isActive, ...conditions], "\n          AND ");
}

/** Returns the condition that a row of `visitorDaysSql` is hidden. */
export function isHiddenSql(conditions: readonly Condition[]): Sql {
  if (conditions.length === 0) return sql`false`;
  const all = conditions.flatMap((condition) => condition.filters);
  return anyConditionSql(conditions, columnsOf(all));
}

type Columns = ReturnType<typeof columnsOf>;

function conditionsOf(filter: Filter, columns: Columns): Sql[] {
  const column = tallyColumn(columns.get(filter.dimension as DayFilter["dimension"]) ?? "");
  switch (filter.dimension) {
    case "conditions": {
      const isHidden = anyConditionSql(filter.conditions, columns);
      return [filter.selects === "hidden" ? isHidden : sql`NOT ${isHidden}`];
    }
    case "engaged":
      return [filter.isEngaged ? sql`${column} > 0` : sql`${column} = 0`];
    case "pageviews":
    case "duration":
      return boundsSql(column, filter, filter.dimension === "duration" ? 1_000 : 1);
    default:
      return [
        ...(filter.wanted.length > 0 ? [countsUnderOne(column, filter.wanted)] : []),
        ...(filter.unwanted.length > 0
          ? [sql`NOT ${countsUnderOne(column, filter.unwanted)}`]
          : []),
      ];
  }
}

function anyConditionSql(conditions: readonly Condition[], columns: Columns): Sql {
  if (conditions.length === 0) return sql`false`;
  const each = conditions.map(({ from, filters }) => {
    const since = from === "" ? [] : [sql`date >= ${bind("Date", from)}`];
    const all = [...since, ...filters.flatMap((filter) => conditionsOf(filter, columns))];
    return sql`(${join(all, " AND ")})`;
  });
  return sql`(${join(each, "\n            OR ")})`;
}

function boundsSql(column: Sql, { min, max }: Bounds, unit: number): Sql[] {
  const bound = (number: number) => bind("UInt64", number * unit);
  return [
    ...(min === undefined ? [] : [sql`${column} >= ${bound(min)}`]),
    ...(max === undefined ? [] : [sql`${column} <= ${bound(max)}`]),
  ];
}

function countsUnderOne(column: Sql, patterns: readonly Pattern[]): Sql {
  return sql`arrayExists(
            x -> ${matchesOneSql(sql`x`, patterns)},
            ${column})`;
}
