import { bind, type Sql, sql } from "../store/sql.ts";
import { visitedPages, visits } from "./visits.ts";

/**
 * What a value is a property of:
 *
 * - `day`: the day itself is the value.
 * - `visitor`: a visitor has every value that one of the day's events carries.
 * - `pageview`, `event`, `visit`: each page view, each custom event, each visit has one.
 */
type Carrier = "day" | "visitor" | "pageview" | "event" | "visit";

/** What statistics can be asked by. */
export interface Dimension {
  readonly carrier: Carrier;
  /**
   * What the day of one visitor counts under, as an aggregate of its rows in `events`:
   * `Array(Tuple(value String, visitors UInt64, pageviews UInt64, occurrences UInt64))`, of which the
   * sums over all visitors' days are the statistics. `day_pageviews` stands for the day's page views.
   */
  readonly counted: () => Sql;
  /**
   * Whether the distinct events of a visitor until a moment, each with the time of its last, tell what later ones change in the
   * sums, as all of them do.
   */
  readonly isOfDistinct?: boolean;
  /** What `count` is: one of those sums. */
  readonly count: Sql;
  /** The code behind a value, for dimensions that have codes. */
  readonly codeOf?: (value: string) => string | undefined;
  /** The same of the column `value`; null where there is none. */
  readonly code?: () => Sql;
  /** Stands for the visitors none of whose events carry a value; without it they are not listed. */
  readonly none?: string;
}

/** What a visitor's day counts under, of a dimension or of something else. */
export type Counted = Pick<Dimension, "counted" | "isOfDistinct">;

export const visitors = sql`visitors`;
export const pageviews = sql`pageviews`;
export const occurrences = sql`occurrences`;

const one = sql`toUInt64(1)`;
const zero = sql`toUInt64(0)`;

/** Every day with its numbers. */
export function ofDay(count: Sql): Dimension {
  const perDay = count === occurrences ? sql`length(${visits})` : zero;
  return {
    carrier: "day",
    counted: () => sql`[(toString(date), ${one}, day_pageviews, ${perDay})]`,
    // Of the visits, later events can only be in the last or after it.
    isOfDistinct: true,
    count,
  };
}

/** Visitors by a value in the rows of `events`, where '' is none. */
export function ofVisitor(value: () => Sql, none?: string): Dimension {
  return ofValues(
    () => sql`arrayFilter(x -> x != '', groupUniqArrayIf(${value()}, name != 'engagement'))`,
    none,
  );
}

/** Visitors by the different values of a day: an `Array(String)` without ''. */
export function ofValues(values: () => Sql, none?: string): Dimension {
  const listed = () =>
    none === undefined
      ? sql`arrayMap(x -> toString(x), ${values()})`
      : sql`arrayMap(x -> if(x = '', ${bind("String", none)}, toString(x)), emptyArrayToSingle(${values()}))`;
  return {
    carrier: "visitor",
    counted: () => sql`arrayMap(x -> (x, ${one}, day_pageviews, ${zero}), ${listed()})`,
    isOfDistinct: true,
    count: visitors,
    ...(none !== undefined && { none }),
  };
}

/** Page views by a value of theirs. */
export function ofPageviews(value: Sql): Dimension {
  const values = sql`groupArrayIf(${value}, name = 'pageview')`;
  return {
    carrier: "pageview",
    counted: () =>
      sql`arrayMap((x, nth) -> (toString(x), toUInt64(nth = 1), ${one}, ${zero}), ${values}, arrayEnumerateUniq(${values}))`,
    count: pageviews,
  };
}

/** Custom events by a value of theirs. */
export function ofEvents(value: Sql): Dimension {
  const values = sql`groupArrayIf(${value}, name NOT IN ('pageview', 'engagement'))`;
  return {
    carrier: "event",
    counted: () =>
      sql`arrayMap((x, nth) -> (toString(x), toUInt64(nth = 1), ${zero}, ${one}), ${values}, arrayEnumerateUniq(${values}))`,
    isOfDistinct: true,
    count: occurrences,
  };
}

/** Visits by one of their page views, picked by `arrayFirst` or `arrayLast`; those without any are not listed. */
export function ofVisits(pick: Sql): Dimension {
  const picked = sql`arrayFilter(
        x -> x.1 != '',
        arrayMap(visit -> (${pick}(event -> event.2, visit).3, arrayCount(event -> event.2, visit)), ${visitedPages}))`;
  return {
    carrier: "visit",
    counted: () =>
      sql`arrayMap((x, nth) -> (x.1, toUInt64(nth = 1), toUInt64(x.2), ${one}), ${picked}, arrayEnumerateUniq(${picked}.1))`,
    count: occurrences,
  };
}
