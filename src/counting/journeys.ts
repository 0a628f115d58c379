import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import { type Tallied, tallyOfEvents } from "./dimension-kinds.ts";
import { eventsInOrder, pageviewsInOrder } from "./events-in-order.ts";
import { type Matcher, matchesValueSql } from "./matcher.ts";
import { splitIntoVisits } from "./visits.ts";

/** The types of elements, in their order. */
export const elementTypes = ["page", "event", "end"] as const;

/** A part of a journey: a page that was viewed, a custom event, or the end of the visit. */
export interface JourneyElement {
  readonly type: (typeof elementTypes)[number];
  readonly value: string;
}

/** The element that stands for visits that end. */
export const journeyEnd: JourneyElement = { type: "end", value: "(end)" };

/** Which elements a journey has, and in which direction it walks through a visit. */
export interface Journey {
  /** The first element of a visit that matches is where the walk begins. It has no props. */
  readonly start?: Matcher;
  readonly direction: "forward" | "back";
  /** Whether custom events are elements, too. */
  readonly hasEvents: boolean;
}

/**
 * Returns the text that stands for an element in SQL: the digit of its type, and its value. Texts
 * are in the order of their elements.
 */
export function elementText({ type, value }: JourneyElement): string {
  return `${elementTypes.indexOf(type)}${value}`;
}

/** Returns the type of the element that a text stands for. */
export function elementTypeSql(text: Sql): Sql {
  const types = bind("Array(String)", elementTypes);
  return sql`${types}[toUInt8(substring(${text}, 1, 1)) + 1]`;
}

/** Returns the value of the element that a text stands for. */
export function elementValueSql(text: Sql): Sql {
  return sql`substring(${text}, 2)`;
}

/**
 * Returns the visits of a visitor's day that have elements, as an aggregate of its rows in
 * `events`: arrays of texts. Of equal neighbours one is there.
 */
export function journeyTally({ hasEvents }: Journey): Tallied {
  return tallyOfEvents(
    "journey",
    () => sql`arrayFilter(
        visit -> notEmpty(visit),
        arrayMap(
          visit -> arrayCompact(${hasEvents ? sql`visit` : sql`arrayFilter(x -> x != '', visit)`}),
          ${hasEvents ? visitsWithEvents : visitsOfPages}))`,
  );
}

const events = eventsInOrder({ hasProps: false });
const visitsWithEvents = splitIntoVisits(
  events,
  sql`arrayMap(
            event -> if(event.2, concat('1', toString(event.4)), concat('0', event.3)),
            ${events})`,
);

/** Custom events are there as ''. */
const pages = pageviewsInOrder(sql`concat('0', page)`);
const visitsOfPages = splitIntoVisits(pages, sql`${pages}.2`);

/**
 * Returns a query with the walk through each of these visits in a column `walk`: its elements from
 * the first that matches `start` on, or all of them. Visits without the start are left out.
 *
 * @param visits a query with the elements of a visit in each row, in a column `visit`
 */
export function walksSql({ start, direction }: Journey, visits: Sql): Sql {
  const isBack = direction === "back";
  if (start === undefined) {
    const walk = isBack ? sql`arrayReverse(visit)` : sql`visit`;
    return sql`
        SELECT ${walk} AS walk
        FROM (${visits})`;
  }
  const walk = isBack
    ? sql`arrayReverse(arraySlice(visit, 1, anchor))`
    : sql`arraySlice(visit, anchor)`;
  return sql`
        SELECT ${walk} AS walk
        FROM (
          SELECT visit, arrayFirstIndex(element -> ${matchesElementSql(start)}, visit) AS anchor
          FROM (${visits})
        )
        WHERE anchor > 0`;
}

/** Returns the condition on a text `element`. */
function matchesElementSql({ type, value }: Matcher): Sql {
  const digit = bind("String", elementText({ type, value: "" }));
  const matches = matchesValueSql(elementValueSql(sql`element`), value);
  return sql`startsWith(element, ${digit}) AND ${matches}`;
}
