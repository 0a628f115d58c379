import { createHash } from "node:crypto";
import { bind, identifier, join, render, type Sql, sql } from "../clickhouse/sql.ts";
import { noConditions } from "../counting/conditions.ts";
import {
  type DayColumns,
  dayColumn,
  quarterColumns,
  visitColumns,
} from "../counting/day-columns.ts";
import type { Tallied, Tallies } from "../counting/dimension-kinds.ts";
import { type DimensionName, dimensionNames, dimensions } from "../counting/dimensions.ts";
import { engagedDay, engagedPage } from "../counting/engagement.ts";
import { type Condition, type Filter, filterDimensions, isHiddenSql } from "../counting/filters.ts";
import { everyRevenue } from "../counting/revenue.ts";
import { isDayTotal, sumColumns, sumsOfRollups } from "../counting/sums.ts";
import { columnsOf, dayColumnsSql, tallyColumn, visitorDaysSql } from "../counting/visitor-days.ts";
import { everyone, type Slice, withinSlice } from "./slices.ts";

/** Numbers of the whole day that a roll-up stores beside the dimensions, with '' as the value. */
export const dayTotals = {
  bounce: dayTotal(sql`day_bounces`),
  visit_ms: dayTotal(sql`day_visit_ms`),
  engaged_day: engagedDay,
} as const satisfies Tallies;

/** Everything that a roll-up counts. */
export const everyTally: Tallies = {
  ...dimensions,
  ...dayTotals,
  engaged_page: engagedPage,
  ...everyRevenue,
};

/** The columns of `visitor_days` that are made of a visitor's events. */
const storedColumns: DayColumns = { ...columnsOf(everyTally), ...quarterColumns };

/** Returns whether `visitor_days` has all that the tallies are made of. */
export function areStored(tallies: Tallies): boolean {
  return Object.entries(columnsOf(tallies)).every(
    ([name, column]) => storedColumns[name] === column,
  );
}

function dayTotal(amount: Sql): Tallied {
  return {
    columns: visitColumns,
    tally: () => sql`[('', toUInt64(0), toUInt64(0), toUInt64(${amount}))]`,
  };
}

const noAmount = sql`toDecimal128(0, 3)`;
const noVisits = sql`toUInt64(0), toUInt64(0), toUInt64(0)`;

/**
 * Returns all tallies of a visitor's day as one array of dimension, value, the measures, the amount
 * and, unless they are left out, the numbers of visits.
 */
export function everyTallySql(tallies: Tallies, { hasVisits = true } = {}): Sql {
  const lists = Object.entries(tallies).map(([name, { has }]) => {
    const dimension = sql`'${identifier(name)}'`;
    const amount = has === "amount" ? sql`x.5` : noAmount;
    const ofVisits = has === "visits" ? sql`, x.5, x.6, x.7` : sql`, ${noVisits}`;
    const visits = hasVisits ? ofVisits : sql``;
    return sql`arrayMap(x -> (${dimension}, x.1, x.2, x.3, x.4, ${amount}${visits}), ${tallyColumn(name)})`;
  });
  return sql`arrayConcat(
          ${join(lists, ",\n          ")})`;
}

/**
 * Settings of roll-ups: one thread, as nobody waits; small blocks, as a visitor's day becomes
 * dozens of arrays and rows, and larger blocks are no faster. A hash table groups the visitors, and
 * spills to disk. To group them in the order of `events` would take a block of them for each data
 * part that has the days. Files of spilled rows are read side by side, so their buffers are small.
 */
export const rollingSettings = sql`
      max_threads = 1,
      max_block_size = 1024,
      temporary_files_buffer_size = 65536`;

/** A day of some websites. */
export interface DayOfWebsites {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly websiteIds: readonly number[];
}

export interface RollUp extends DayOfWebsites {
  /** A UUID. */
  readonly rollupId: string;
}

/** The number of removals that a day of a website had before it was counted. */
export interface DayRemovals {
  readonly website_id: number;
  readonly date: string;
  readonly removals: number;
}

/** The conditions that stand on all days of a roll-up, and their key. */
export interface StandingOn {
  readonly key: string;
  readonly conditions: readonly Condition[];
}

export const noneStanding: StandingOn = { key: noConditions, conditions: [] };

/** Returns the statements of a roll-up of days of one month, in their order. */
export function rollUpSql(days: readonly RollUp[]): Sql[] {
  return [visitorDaysOfRollUpSql(days, everyone), valuesOfRollUpSql(days, noneStanding)];
}

/**
 * Returns the statement that makes the visitor days of a slice of the visitors. All slices together
 * read each event once. An event that comes meanwhile may be missing in the sum of events: then
 * nobody believes the roll-up.
 *
 * Inserts of less than 10 MB make parts with a single file: a file for each column would take
 * memory for each.
 */
export function visitorDaysOfRollUpSql(days: readonly RollUp[], slice: Slice): Sql {
  const dates = bind(
    "Array(Date)",
    days.map(({ date }) => date),
  );
  const names = join(Object.keys(storedColumns).map(identifier), ", ");
  return sql`
    INSERT INTO visitor_days (website_id, date, rollup_id, day_events, day_activity, day_pageviews, ${names})
    SELECT
      website_id,
      date,
      ${idsOf(days)}[indexOf(${dates}, date)] AS rollup_id,
      ${dayColumnsSql(storedColumns)}
    FROM events
    WHERE ${inDays(days)}${withinSlice(slice)}
    GROUP BY website_id, date, visitor
    SETTINGS
      ${rollingSettings},
      min_insert_block_size_rows = 0,
      min_insert_block_size_bytes = 8000000`;
}

/**
 * Returns the statement that takes over the visitor days of other roll-ups, which are true of the
 * same days.
 */
export function copiedVisitorDaysSql(days: readonly RollUp[], fromIds: readonly string[]): Sql {
  const dates = bind(
    "Array(Date)",
    days.map(({ date }) => date),
  );
  const names = join(
    ["day_events", "day_activity", "day_pageviews", ...Object.keys(storedColumns)].map(identifier),
    ", ",
  );
  return sql`
    INSERT INTO visitor_days (website_id, date, rollup_id, ${names})
    SELECT
      website_id,
      date,
      ${idsOf(days)}[indexOf(${dates}, date)] AS new_id,
      ${names}
    FROM visitor_days
    WHERE ${inDays(days)} AND rollup_id IN ${bind("Array(UUID)", fromIds)}
    SETTINGS
      max_threads = 1,
      max_block_size = 8192,
      min_insert_block_size_rows = 0,
      min_insert_block_size_bytes = 8000000`;
}

/** The dimensions whose values have all numbers of the visitor day. */
const visitorDimensions: readonly string[] = dimensionNames.filter(
  (name) => dimensions[name].countedUnit === "visitor",
);
const otherTallies: Tallies = Object.fromEntries(
  Object.entries(everyTally).filter(([name]) => !visitorDimensions.includes(name)),
);

/**
 * Returns the statement that writes the measures of every dimension to `rollup_values`, without the
 * visitor days that conditions hide. It reads nothing but the visitor days of the roll-up.
 */
export function valuesOfRollUpSql(
  days: readonly RollUp[],
  { conditions }: StandingOn = noneStanding,
): Sql {
  const condition = sql`${inDays(days)} AND rollup_id IN ${idsOf(days)}`;
  const source = { table: "visitor_days", condition } as const;
  const hides = conditions.length > 0;
  const looked = hides ? filterDimensions(standing(conditions)) : {};
  const visitorDays = visitorDaysSql({ ...otherTallies, ...looked }, source);
  const isHidden = sql`day_activity > 0 AND ${isHiddenSql(conditions)}`;
  const hiddenTotal = sql`
          ('hidden_total', '', toUInt64(1), toUInt64(0), toUInt64(day_events), ${noAmount}, ${noVisits})`;
  const tallied = sql`if(day_activity = 0, [], ${everyTallySql(otherTallies)})`;
  // Numbers take less time than names.
  const values = visitorDimensions.map(
    (name, nth) => sql`arrayMap(x -> (${bind("UInt8", nth + 1)}, toString(x)), ${dayColumn(name)})`,
  );
  return sql`
    INSERT INTO rollup_values (website_id, dimension, date, value, visitors, pageviews, occurrences, amount, visits, bounces, visit_ms, rollup_id)
    SELECT
      website_id,
      entry.1 AS dimension,
      date,
      entry.2 AS value,
      sum(entry.3) AS visitors,
      sum(entry.4) AS pageviews,
      sum(entry.5) AS occurrences,
      sum(entry.6) AS amount,
      sum(entry.7) AS visits,
      sum(entry.8) AS bounces,
      sum(entry.9) AS visit_ms,
      any(rollup_id) AS rollup_id
    FROM (
      SELECT
        website_id,
        date,
        rollup_id,
        arrayJoin(arrayPushBack(
          ${hides ? sql`if(${isHidden}, [${hiddenTotal}], ${tallied})` : tallied},
          ('event_total', '', toUInt64(0), toUInt64(0), toUInt64(day_events), ${noAmount}, ${noVisits}))) AS entry
      FROM (${visitorDays})
    )
    GROUP BY website_id, date, dimension, value
    UNION ALL
    SELECT
      website_id,
      ${bind("Array(String)", visitorDimensions)}[entry.1] AS dimension,
      date,
      entry.2 AS value,
      count() AS visitors,
      sum(day_pageviews) AS pageviews,
      toUInt64(0) AS occurrences,
      ${noAmount} AS amount,
      sum(day_visits) AS visits,
      sum(day_bounces) AS bounces,
      sum(day_visit_ms) AS visit_ms,
      any(rollup_id) AS rollup_id
    FROM (
      SELECT
        website_id,
        date,
        rollup_id,
        day_pageviews,
        day_visits,
        day_bounces,
        day_visit_ms,
        arrayJoin(arrayConcat(
          ${join(values, ",\n          ")})) AS entry
      FROM ${hides ? sql`(${visitorDaysSql(looked, source, visitorDayColumns)})` : sql`visitor_days`}
      WHERE ${hides ? sql`NOT (${isHidden})` : condition} AND day_activity > 0
    )
    GROUP BY website_id, date, entry.1, entry.2
    SETTINGS ${rollingSettings}`;
}

function standing(conditions: readonly Condition[]): readonly Filter[] {
  return [{ dimension: "conditions", conditions, selects: "counted" }];
}

/** The columns that the values of visitors are made of. */
const visitorDayColumns: DayColumns = Object.assign(
  {},
  ...visitorDimensions.map((name) => dimensions[name as DimensionName].columns),
);

function idsOf(days: readonly RollUp[]): Sql {
  return bind(
    "Array(UUID)",
    days.map(({ rollupId }) => rollupId),
  );
}

export function inDays(days: readonly DayOfWebsites[]): Sql {
  const dates = days.map(({ date }) => date).sort();
  const websiteIds = days.flatMap((day) => day.websiteIds);
  const dateOfEach = days.flatMap((day) => day.websiteIds.map(() => day.date));
  return sql`date >= ${bind("Date", dates[0] ?? "")}
        AND date <= ${bind("Date", dates.at(-1) ?? "")}
        AND (website_id, date) IN (
          SELECT arrayJoin(arrayZip(${bind("Array(UInt32)", websiteIds)}, ${bind("Array(Date)", dateOfEach)}))
        )`;
}

/**
 * Returns the statement that makes these the roll-ups of their days. Days that had no removals may
 * be missing.
 */
export function acceptRollUpSql(
  days: readonly RollUp[],
  removed: readonly DayRemovals[],
  { key }: StandingOn = noneStanding,
): Sql {
  const dates = days.map(({ date }) => date).sort();
  const names = removed.map(({ website_id, date }) => `${website_id} ${date}`);
  const numbers = removed.map(({ removals }) => removals);
  return sql`
    INSERT INTO rollup_days (website_id, date, rollup_id, definition, events, removals, rolled_at, conditions, hidden_visitors, hidden_events, ${sumColumns})
    SELECT
      website_id,
      date,
      rollup_id,
      ${bind("UInt64", rollupDefinition())} AS definition,
      sumIf(occurrences, dimension = 'event_total') AS events,
      transform(
        concat(toString(website_id), ' ', toString(date)),
        ${bind("Array(String)", names)},
        ${bind("Array(UInt32)", numbers)},
        toUInt32(0)) AS removals,
      now64(3) AS rolled_at,
      ${bind("UInt64", key)} AS conditions,
      sumIf(rolled.visitors, dimension = 'hidden_total') AS hidden_visitors,
      sumIf(occurrences, dimension = 'hidden_total') AS hidden_events,${sumsOfRollups}
    FROM rollup_values AS rolled
    WHERE date >= ${bind("Date", dates[0])}
      AND date <= ${bind("Date", dates.at(-1))}
      AND (dimension IN ('event_total', 'hidden_total') OR ${isDayTotal})
      AND rollup_id IN ${idsOf(days)}
    GROUP BY website_id, date, rollup_id`;
}

let definition: string | undefined;

/**
 * Returns a number that stands for how roll-ups are counted. A roll-up that another release of the
 * statements or of their lists wrote is not believed.
 */
export function rollupDefinition(): string {
  definition ??= definitionOf([...rollUpSql([]), sumColumns]);
  return formerDefinitions.get(definition) ?? definition;
}

/**
 * Statements that count the same as those of an earlier release, by which number its roll-ups are
 * known: they stay, so that an upgrade rolls nothing up again.
 */
const formerDefinitions: ReadonlyMap<string, string> = new Map([
  ["8591817745011566030", "5326681441854841016"],
]);

/**
 * Returns a number that stands for the statements, with all bound values. Settings at their end
 * change no number of an answer, so they are left out.
 */
export function definitionOf(statements: readonly Sql[]): string {
  const hash = createHash("sha256");
  for (const statement of statements) {
    const { query, query_params } = render(statement);
    const values: unknown[] = [];
    const text = query
      .replace(/\s+SETTINGS\s[^)]*$/, "")
      .replace(/\s+/g, " ")
      // The names of bound values depend on how the statement was put together.
      .replace(/\{(\w+):/g, (_, name) => `{${values.push(query_params[name])}:`);
    hash.update(JSON.stringify([text, values]));
  }
  return hash.digest().readBigUInt64BE().toString();
}
