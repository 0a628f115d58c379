import { bind, identifier, join, type Sql, sql } from "../clickhouse/sql.ts";
import type { AggregateColumn, DayColumn, DayColumns, ValuesColumn } from "./day-columns.ts";
import type { Tallies } from "./dimension-kinds.ts";

/**
 * Settings of statements with `visitorDaysSql`, which aggregate `events` in its order, in blocks of
 * 4 MB. By default a block has 50 MB of grouped rows. The arrays that tallies make of it take many
 * times as much.
 */
export const visitorDaysSettings = sql`
      optimize_aggregation_in_order = 1,
      aggregation_in_order_max_block_bytes = 4000000`;

/** Where visitor days come from. */
export interface VisitorDaySource {
  /** They are counted from `events`, or read from where roll-ups have stored them. */
  readonly table: "events" | "visitor_days";
  /** The condition on rows of the table. */
  readonly condition: Sql;
}

/**
 * Returns a query with one row for each visitor of a day: `website_id`, `date`, `day_pageviews`,
 * the other columns that are asked for, and the tally of each name in a column `tally_NAME`.
 * `day_activity` is the number of page views and custom events. Where it is 0, nobody was a
 * visitor.
 *
 * `events` is sorted by website, day and visitor. With `visitorDaysSettings` it is aggregated in
 * that order: one block of visitor days after the other, in memory that does not grow with their
 * number. It grows with the threads, and with the parts of the table that have the days.
 */
export function visitorDaysSql(
  tallies: Tallies,
  source: VisitorDaySource,
  columns: DayColumns = {},
): Sql {
  const { table, condition } = source;
  const all = { ...columns, ...columnsOf(tallies) };
  if (table === "visitor_days") {
    return sql`
      SELECT
        website_id,
        date,
        rollup_id,
        day_events,
        day_activity,
        day_pageviews,
        ${join([...Object.keys(all).map(identifier), ...talliesSql(tallies)], ",\n        ")}
      FROM visitor_days
      WHERE ${condition}`;
  }
  return sql`
      SELECT
        website_id,
        date,
        visitor,
        ${join([dayColumnsSql(all), ...talliesSql(tallies)], ",\n        ")}
      FROM events
      WHERE ${condition}
      GROUP BY website_id, date, visitor`;
}

/** Returns the same for some of the rows of `events`. */
export function visitorDaysOf(tallies: Tallies, condition: Sql): Sql {
  return visitorDaysSql(tallies, { table: "events", condition });
}

/**
 * Returns the same for other rows. Each row stands for some equal events, and has a `sign`; a
 * visitor day is one row for each sign. `isDistinct`: the rows are like those of
 * `open_day_visitors`, and all tallies can be made of them.
 */
export function signedVisitorDaysSql(
  tallies: Tallies,
  rows: Sql,
  { isDistinct = false } = {},
): Sql {
  const columns = ownColumnsSql(columnsOf(tallies), isDistinct ? "ofDistinct" : "ofEvents");
  return sql`
      SELECT
        website_id,
        date,
        visitor,
        sign,
        sumIf(events, name != 'engagement') AS day_activity,
        sumIf(events, name = 'pageview') AS day_pageviews,
        ${join([...columns, ...talliesSql(tallies)], ",\n        ")}
      FROM (${rows}
      )
      GROUP BY website_id, date, visitor, sign`;
}

/** Returns the columns that the tallies are made of. */
export function columnsOf(tallies: Tallies): DayColumns {
  return Object.assign({}, ...Object.values(tallies).map(({ columns }) => columns));
}

/** Returns whether `open_day_visitors` suffices for all tallies. */
export function needDistinctOnly(tallies: Tallies): boolean {
  return Object.values<DayColumn>(columnsOf(tallies)).every(
    (column) => "ofEvent" in column || column.ofDistinct !== undefined,
  );
}

/** Returns whether engagement events must be read for one of the tallies. */
export function readEngagement(tallies: Tallies): boolean {
  return Object.values(tallies).some(({ readsEngagement = false }) => readsEngagement);
}

/** Returns the column of `visitorDaysSql` that has the tally of a dimension. */
export function tallyColumn(name: string): Sql {
  return identifier(`tally_${name}`);
}

/** Returns the columns of visitor days as aggregates of rows of `events`. */
export function dayColumnsSql(columns: DayColumns): Sql {
  const all = [
    sql`count() AS day_events`,
    sql`countIf(name != 'engagement') AS day_activity`,
    sql`countIf(name = 'pageview') AS day_pageviews`,
    ...ownColumnsSql(columns),
  ];
  return join(all, ",\n        ");
}

function ownColumnsSql(columns: DayColumns, from: keyof AggregateColumn = "ofEvents"): Sql[] {
  const distinctValues = distinctValuesSql(columns);
  return Object.entries<DayColumn>(columns).map(([name, column]) => {
    if ("ofEvent" in column) {
      return sql`${column.ofValues(distinctValues(column))} AS ${identifier(name)}`;
    }
    const aggregate = column[from];
    if (aggregate === undefined) throw new Error(`${name} needs every event`);
    return sql`${aggregate()} AS ${identifier(name)}`;
  });
}

/**
 * Returns a function that returns the distinct values of a column. One aggregate has the values of
 * all columns: those of a visitor seldom differ from event to event, and each aggregate would take
 * memory for a table of its own.
 */
function distinctValuesSql(columns: DayColumns): (column: ValuesColumn) => Sql {
  const valued = Object.values<DayColumn>(columns).filter((column) => "ofEvent" in column);
  const isNoEngagement = sql`name != 'engagement'`;
  const rows = join(
    valued.map(({ ofEvent }) => ofEvent()),
    ",\n          ",
  );
  const aggregate = sql`groupUniqArrayIf(${
    valued.length === 1
      ? rows
      : sql`(
          ${rows})`
  }, ${isNoEngagement})`;
  if (valued.length === 1) return () => aggregate;
  return (column) => {
    const nth = valued.indexOf(column);
    // The first one gives the aggregate a name: to plan it once for each column takes longer.
    const all = nth === 0 ? sql`${aggregate} AS day_values` : sql`day_values`;
    return sql`arrayDistinct(tupleElement(${all}, ${bind("UInt8", nth + 1)}))`;
  };
}

function talliesSql(tallies: Tallies): Sql[] {
  return Object.entries(tallies).map(
    ([name, { tally }]) => sql`${tally()} AS ${tallyColumn(name)}`,
  );
}
