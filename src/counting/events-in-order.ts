import { join, type Sql, sql } from "../clickhouse/sql.ts";

/** The props of an event as a list of texts: the keys in order, each followed by its value. */
const propsInOrder = sql`arrayFlatten(arrayMap(
          prop -> [toString(prop.1), prop.2],
          arraySort(arrayZip(mapKeys(props), mapValues(props)))))`;

interface EventsInOrder {
  /** The last element of each tuple. */
  readonly value?: Sql;
  /** The condition on events that are there; all are if undefined. */
  readonly condition?: Sql;
  /** Whether the tuples have the props. */
  readonly hasProps?: boolean;
}

/**
 * Returns the page views and custom events of a visitor's day, in the one order that
 * docs/analysis.md defines, as an aggregate of its rows in `events`. Each event is a tuple: time in
 * milliseconds, whether it is a custom event, page, name, props, and then `value`.
 *
 * Events that differ in nothing before `value` are in the order of their values. Where `value` does
 * not follow from the props, the tuples can do without: that saves a quarter of the time.
 */
export function eventsInOrder({ value, condition, hasProps = true }: EventsInOrder): Sql {
  const end = [...(hasProps ? [propsInOrder] : []), ...(value === undefined ? [] : [value])];
  const parts = [sql`toUnixTimestamp64Milli(time), name != 'pageview', page, name`, ...end];
  const found = condition === undefined ? sql`` : sql` AND ${condition}`;
  return sql`arraySort(groupArrayIf(
        (${join(parts, ", ")}),
        name != 'engagement'${found}))`;
}

/**
 * Returns the page views of a visitor's day in the same order, for what depends on nothing else, as
 * tuples of time in milliseconds and `text`. Texts must be in the order of the pages, and none may
 * be ''. Custom events are there with '', as visits have them. Two arrays are gathered faster than
 * one of tuples.
 */
export function pageviewsInOrder(text: Sql): Sql {
  return sql`arraySort(arrayZip(
            groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'),
            groupArrayIf(if(name = 'pageview', ${text}, ''), name != 'engagement')))`;
}
