import { bind, identifier, type Sql, sql } from "../clickhouse/sql.ts";
import {
  customEventColumns,
  type DayColumns,
  dayColumn,
  pageColumns,
  visitColumns,
  visitPageColumns,
} from "./day-columns.ts";

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

/** The part of a visitor's day that some values are made of. */
export interface Tallied {
  /** The columns of visitor days that the tally is made of. */
  readonly columns: DayColumns;
  /**
   * Returns what one visitor's day adds, of its row among visitor days: an array of tuples that
   * begin with the value, and then have UInt64 `visitors`, `pageviews`, `occurrences`. A fourth
   * number is an exact amount, `Decimal(38, 3)`, if the tally `hasAmount`. Otherwise there may be
   * `visits`, `bounces` and `visit_ms`: those of the visits that the value had. Statistics are the
   * sums over all visitors' days.
   */
  readonly tally: () => Sql;
  readonly has?: "amount" | "visits";
  /**
   * Whether it counts engagement events. Where these are read, visitor days without any other event
   * must be left out: their `day_activity` is 0.
   */
  readonly readsEngagement?: boolean;
}

/** A property that statistics can be asked by. */
export interface Dimension extends Tallied {
  readonly countedUnit: CountedUnit;
  /** The distinct values of a visitor's day, an array of texts; what filters look at. */
  readonly values?: Tallied;
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
  /** The same of dimensions whose events may carry several: an array, `none` included. */
  readonly eventValues?: () => Sql;
}

/** Returns a tally that is one column, which only `events` can fill. `name` is its name. */
export function tallyOfEvents(name: string, ofEvents: () => Sql): Tallied {
  return { columns: { [`day_${name}`]: { ofEvents } }, tally: () => dayColumn(name) };
}

/** Tallies by name. */
export type Tallies = Readonly<Record<string, Tallied>>;

/** The column of each measure. */
export const measureColumns: Readonly<Record<Measure, Sql>> = {
  visitors: sql`visitors`,
  pageviews: sql`pageviews`,
  occurrences: sql`occurrences`,
};

const one = sql`toUInt64(1)`;
const zero = sql`toUInt64(0)`;
const visitsOfDay = sql`toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)`;

/** Returns the dimension whose values are the days. */
export function dayDimension(measure: Measure): Dimension {
  return {
    countedUnit: "day",
    columns: visitColumns,
    tally: () =>
      sql`[(toString(date), ${one}, day_pageviews, ${measure === "occurrences" ? sql`toUInt64(day_visits)` : zero}, ${visitsOfDay})]`,
    has: "visits",
    measure,
    ...(measure === "visitors" && { eventValue: () => sql`toString(date)` }),
  };
}

/**
 * Returns a dimension of visitors by a value of their events, where '' is none. `name` is its name.
 * `shown` returns the distinct values that are shown, given those of the events.
 */
export function visitorDimension(
  name: string,
  ofEvent: () => Sql,
  none?: string,
  shown: (values: Sql) => Sql = (values) => values,
): Dimension {
  const column = dayColumn(name);
  const columns = {
    [`day_${name}`]: {
      ofEvent,
      ofValues: (values: Sql) => {
        const some = sql`arrayFilter(x -> x != '', ${shown(values)})`;
        return none === undefined
          ? sql`arrayMap(x -> toString(x), ${some})`
          : sql`arrayMap(
          x -> if(x = '', ${bind("String", none)}, toString(x)),
          emptyArrayToSingle(${some}))`;
      },
    },
  };
  return {
    countedUnit: "visitor",
    columns: { ...columns, ...visitColumns },
    values: { columns, tally: () => column },
    tally: () =>
      sql`arrayMap(x -> (toString(x), ${one}, day_pageviews, ${zero}, ${visitsOfDay}), ${column})`,
    has: "visits",
    measure: "visitors",
    ...(none !== undefined && { none }),
    eventValue: () => sql`toString(${ofEvent()})`,
  };
}

/** The dimension of page views by their pages. */
export const pageDimension: Dimension = {
  countedUnit: "pageview",
  columns: pageColumns,
  values: {
    columns: pageColumns,
    tally: () => sql`arrayFilter((page, views) -> views > 0, day_pages.page, day_pages.views)`,
  },
  tally: () =>
    sql`arrayMap(
        x -> (toString(x.page), ${one}, toUInt64(x.views), ${zero}),
        arrayFilter(x -> x.views > 0, day_pages))`,
  measure: "pageviews",
};

/** The dimension of custom events by their names. */
export const eventDimension: Dimension = {
  countedUnit: "event",
  columns: customEventColumns,
  values: { columns: customEventColumns, tally: () => sql`day_custom_events.name` },
  tally: () =>
    sql`arrayMap(x -> (toString(x.name), ${one}, ${zero}, toUInt64(x.events)), day_custom_events)`,
  measure: "occurrences",
};

/**
 * Returns a dimension of visits by the first or the last page of each. Visits without a page view
 * are not listed.
 */
export function visitDimension(page: "entry_page" | "exit_page"): Dimension {
  const column = sql`day_visit_pages.${identifier(page)}`;
  return {
    countedUnit: "visit",
    columns: visitPageColumns,
    values: { columns: visitPageColumns, tally: () => column },
    tally: () =>
      sql`arrayMap(
        (page, views, bounces, ms, nth) -> (
          toString(page),
          toUInt64(nth = 1),
          toUInt64(views),
          ${one},
          ${one},
          toUInt64(bounces),
          toUInt64(ms)),
        ${column},
        day_visit_pages.views,
        day_visit_pages.bounces,
        day_visit_pages.ms,
        arrayEnumerateUniq(${column}))`,
    has: "visits",
    measure: "occurrences",
  };
}
