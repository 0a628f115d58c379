import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import { visitedPages, visits } from "./visits.ts";

/**
 * The unit that has a value, and is counted under it:
 *
 * - `day`: the day itself is the value.
 * - `visitor`: a visitor has every value that one of the day's events carries.
 * - `pageview`, `event`, `visit`: each page view, each custom event, each visit has one value.
 */
type CountedUnit = "day" | "visitor" | "pageview" | "event" | "visit";

/**
 * The numbers that each value has. Their names are those of the columns of `rollup_values`, too.
 */
export type Measure = "visitors" | "pageviews" | "occurrences";

/** A property that statistics can be asked by. */
export interface Dimension {
  readonly countedUnit: CountedUnit;
  /**
   * Returns what one visitor's day adds to the dimension, as an aggregate of its rows in `events`:
   * `Array(Tuple(value String, visitors UInt64, pageviews UInt64, occurrences UInt64))`. Statistics
   * are the sums over all visitors' days. `day_pageviews` stands for the day's page views.
   */
  readonly tally: () => Sql;
  /**
   * Whether the distinct events in `open_day_visitors` suffice to update this dimension. Otherwise
   * every earlier event is read.
   */
  readonly needsDistinctOnly?: boolean;
  /** The measure that the API calls `count`. */
  readonly measure: Measure;
  /** Returns the code behind a value, for dimensions that have codes. */
  readonly codeOf?: (value: string) => string | undefined;
  /** Returns the same of the column `value`; null if there is none. */
  readonly code?: () => Sql;
  /** The value of visitors whose events carry none; without it they are not listed. */
  readonly none?: string;
  /**
   * Returns the value that one event carries, of its row in `events`; '' is none. Dimensions that
   * count visitors have it.
   */
  readonly eventValue?: () => Sql;
}

/** How a tally is computed. Totals of the whole day have one, as dimensions have. */
export interface Tallied extends Pick<Dimension, "tally" | "needsDistinctOnly"> {
  /** Whether the tuples have a fifth element, an exact `Decimal(38, 3)`. */
  readonly hasAmount?: boolean;
  /**
   * Whether it counts engagement events. Where these are read, visitor days without any other event
   * must be left out: their `day_activity` is 0.
   */
  readonly readsEngagement?: boolean;
}

/** Returns whether engagement events must be read for one of the tallies. */
export function readEngagement(tallies: Readonly<Record<string, Tallied>>): boolean {
  return Object.values(tallies).some(({ readsEngagement = false }) => readsEngagement);
}

/** The column of each measure. */
export const measureColumns: Readonly<Record<Measure, Sql>> = {
  visitors: sql`visitors`,
  pageviews: sql`pageviews`,
  occurrences: sql`occurrences`,
};

const one = sql`toUInt64(1)`;
const zero = sql`toUInt64(0)`;

/** Returns the dimension whose values are the days. */
export function dayDimension(measure: Measure): Dimension {
  const perDay = measure === "occurrences" ? sql`length(${visits})` : zero;
  return {
    countedUnit: "day",
    tally: () => sql`[(toString(date), ${one}, day_pageviews, ${perDay})]`,
    // A later event can only extend the last visit, or begin a new one.
    needsDistinctOnly: true,
    measure,
    ...(measure === "visitors" && { eventValue: () => sql`toString(date)` }),
  };
}

/** Returns a dimension of visitors by a value of their events, where '' is none. */
export function visitorDimension(value: () => Sql, none?: string): Dimension {
  const values = () =>
    sql`arrayFilter(x -> x != '', groupUniqArrayIf(${value()}, name != 'engagement'))`;
  return { ...visitorValuesDimension(values, none), eventValue: () => sql`toString(${value()})` };
}

/**
 * Returns a dimension of visitors by the distinct values of a day: an `Array(String)` without ''.
 */
export function visitorValuesDimension(values: () => Sql, none?: string): Dimension {
  const valuesOrNone = () =>
    none === undefined
      ? sql`arrayMap(x -> toString(x), ${values()})`
      : sql`arrayMap(
          x -> if(x = '', ${bind("String", none)}, toString(x)),
          emptyArrayToSingle(${values()}))`;
  return {
    countedUnit: "visitor",
    tally: () => sql`arrayMap(x -> (x, ${one}, day_pageviews, ${zero}), ${valuesOrNone()})`,
    needsDistinctOnly: true,
    measure: "visitors",
    ...(none !== undefined && { none }),
  };
}

/** Returns a dimension of page views. */
export function pageviewDimension(value: Sql): Dimension {
  const values = sql`groupArrayIf(${value}, name = 'pageview')`;
  return {
    countedUnit: "pageview",
    tally: () =>
      sql`arrayMap(
        (x, nth) -> (toString(x), toUInt64(nth = 1), ${one}, ${zero}),
        ${values},
        arrayEnumerateUniq(${values}))`,
    measure: "pageviews",
  };
}

/** Returns a dimension of custom events. */
export function eventDimension(value: Sql): Dimension {
  const values = sql`groupArrayIf(${value}, name NOT IN ('pageview', 'engagement'))`;
  return {
    countedUnit: "event",
    tally: () =>
      sql`arrayMap(
        (x, nth) -> (toString(x), toUInt64(nth = 1), ${zero}, ${one}),
        ${values},
        arrayEnumerateUniq(${values}))`,
    needsDistinctOnly: true,
    measure: "occurrences",
  };
}

/**
 * Returns a dimension of visits by one of their page views, picked by `arrayFirst` or `arrayLast`.
 * Visits without a page view are not listed.
 */
export function visitDimension(pick: Sql): Dimension {
  const picked = sql`arrayFilter(
        x -> x.1 != '',
        arrayMap(
          visit -> (${pick}(event -> event.2, visit).3, arrayCount(event -> event.2, visit)),
          ${visitedPages}))`;
  return {
    countedUnit: "visit",
    tally: () =>
      sql`arrayMap(
        (x, nth) -> (x.1, toUInt64(nth = 1), toUInt64(x.2), ${one}),
        ${picked},
        arrayEnumerateUniq(${picked}.1))`,
    measure: "occurrences",
  };
}
