import { bind, join, type Sql, sql } from "../../clickhouse/sql.ts";
import type { Dimension } from "../../counting/dimension-kinds.ts";
import { dimensions } from "../../counting/dimensions.ts";
import { isDefinitionFilterName, isPropName, type ValueFilter } from "../../counting/filters.ts";
import { matchesOneSql, type Pattern } from "../../counting/pattern.ts";
import { propSql } from "../../counting/props.ts";

/** A value that an event carries, and whether it carries one. */
interface EventValue {
  readonly has: Sql;
  readonly value: Sql;
}

/**
 * Returns whether a filter of this name can look at an event alone. First and last pages, goals and
 * funnels are of a visitor's day.
 */
export function judgesEvents(name: string): boolean {
  return isPropName(name) || name === "page" || name === "event" || ofVisitors(name) !== undefined;
}

/** Returns the condition on rows of `events`: each filter looks at the event by itself. */
export function matchesEventSql(filters: readonly ValueFilter[]): Sql {
  const conditions = filters.flatMap(({ dimension, wanted, unwanted }) => {
    const isOneOf = matcherOf(dimension);
    return [
      ...(wanted.length > 0 ? [isOneOf(wanted)] : []),
      ...(unwanted.length > 0 ? [sql`NOT ${isOneOf(unwanted)}`] : []),
    ];
  });
  return conditions.length === 0 ? sql`true` : sql`(${join(conditions, " AND ")})`;
}

/** Returns what makes the condition that an event carries a value which one of patterns matches. */
function matcherOf(name: ValueFilter["dimension"]): (patterns: readonly Pattern[]) => Sql {
  const values = ofVisitors(name)?.eventValues?.();
  if (values !== undefined) {
    return (patterns) => sql`arrayExists(x -> ${matchesOneSql(sql`x`, patterns)}, ${values})`;
  }
  const { has, value } = carriedBy(name);
  return (patterns) => sql`(${has} AND (${matchesOneSql(value, patterns)}))`;
}

function carriedBy(name: ValueFilter["dimension"]): EventValue {
  if (isPropName(name)) {
    const { hasKey, value } = propSql(name.slice(name.indexOf(":") + 1));
    return { has: sql`(${hasKey})`, value };
  }
  // Engagement and custom events are on a page, too.
  if (name === "page") return { has: sql`page != ''`, value: sql`page` };
  if (name === "event") {
    return { has: sql`name NOT IN ('pageview', 'engagement')`, value: sql`toString(name)` };
  }
  const dimension = ofVisitors(name);
  if (dimension?.eventValue === undefined) throw new Error(`${name} is of no single event`);
  const value = dimension.eventValue();
  if (dimension.none === undefined) return { has: sql`${value} != ''`, value };
  return {
    has: sql`true`,
    value: sql`if(${value} = '', ${bind("String", dimension.none)}, ${value})`,
  };
}

/** Returns a dimension of visitors, whose values events carry. */
function ofVisitors(name: string): Dimension | undefined {
  if (isDefinitionFilterName(name) || !Object.hasOwn(dimensions, name)) return undefined;
  const dimension: Dimension = dimensions[name as keyof typeof dimensions];
  return dimension.countedUnit === "visitor" ? dimension : undefined;
}
