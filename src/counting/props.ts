import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import { type Tallied, tallyOfEvents } from "./dimension-kinds.ts";

/**
 * Returns whether an event has the key, and the value under it; '' for an event that lacks the key.
 * ClickHouse does not find the key '' in a map, so its index among the keys is looked up.
 */
export function propSql(key: string): { readonly hasKey: Sql; readonly value: Sql } {
  const bound = bind("String", key);
  if (key !== "") {
    return { hasKey: sql`mapContains(props, ${bound})`, value: sql`props[${bound}]` };
  }
  const index = sql`indexOf(mapKeys(props), ${bound})`;
  return { hasKey: sql`${index} > 0`, value: sql`mapValues(props)[${index}]` };
}

/**
 * Returns the tally of the values that a visitor's page views and custom events of a day have under
 * a key of their props. It holds the values alone. An empty text is a value.
 */
export function propTally(name: string, key: string): Tallied {
  const { hasKey, value } = propSql(key);
  return tallyOfEvents(
    name,
    () => sql`groupUniqArrayIf(${value}, name != 'engagement' AND ${hasKey})`,
  );
}

/** Returns the condition on rows of `events` whose props are asked about. */
function askedSql(event: string | undefined): Sql {
  return event === undefined ? sql`name != 'engagement'` : sql`name = ${bind("String", event)}`;
}

/**
 * Returns all props of a visitor's day, as an aggregate of its rows in `events`: tuples of key,
 * value, and 1 for the first of each key. With `event` only events of this name count.
 */
export function allPropsTally(event?: string): Tallied {
  const props = sql`groupArrayArrayIf(arrayZip(mapKeys(props), mapValues(props)), ${askedSql(event)})`;
  return tallyOfEvents(
    "prop",
    () => sql`arrayMap(
        (prop, nth) -> (toString(prop.1), prop.2, toUInt64(nth = 1)),
        ${props},
        arrayEnumerateUniq(${props}.1))`,
  );
}

/** Selects events by their props. */
export interface PropCarriers {
  readonly key: string;
  /** The name of the events; all page views and custom events if undefined. */
  readonly event?: string;
  /** Whether events without the key count, too, under `(none)`. */
  readonly hasNone: boolean;
}

/**
 * Returns the events of a visitor's day that carry a key, as an aggregate of its rows in `events`:
 * tuples of value, 1 for the first of each value, currency, and amount. Without revenue the
 * currency is ''.
 */
export function carriersTally({ key, event, hasNone }: PropCarriers): Tallied {
  const { hasKey, value } = propSql(key);
  const shown = hasNone ? sql`if(${hasKey}, ${value}, '(none)')` : value;
  const condition = hasNone ? askedSql(event) : sql`${askedSql(event)} AND ${hasKey}`;
  const carriers = sql`groupArrayIf((${shown}, revenue_currency, revenue_amount), ${condition})`;
  return tallyOfEvents(
    "carrier",
    () => sql`arrayMap(
        (carrier, nth) -> (carrier.1, toUInt64(nth = 1), toString(carrier.2), carrier.3),
        ${carriers},
        arrayEnumerateUniq(${carriers}.1))`,
  );
}

/**
 * Returns the values under the key that are decimal numbers, as an aggregate of a visitor's rows in
 * `events`.
 */
export function numbersTally({ key, event }: PropCarriers): Tallied {
  const { value } = propSql(key);
  return tallyOfEvents(
    "number",
    () => sql`groupArrayIf(
        ${numberSql(value)},
        ${askedSql(event)} AND ${isNumberSql(value)})`,
  );
}

/** Returns the condition that a text is a decimal number. */
export function isNumberSql(text: Sql): Sql {
  return sql`match(${text}, '^-?[0-9]{1,20}([.][0-9]{1,9})?$')`;
}

export function numberSql(text: Sql): Sql {
  return sql`toDecimal256OrZero(${text}, 9)`;
}
