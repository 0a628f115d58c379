import { createHash } from "node:crypto";
import { bind, identifier, join, render, type Sql, sql } from "../clickhouse/sql.ts";
import type { Tallied } from "../counting/dimension-kinds.ts";
import { dimensions } from "../counting/dimensions.ts";
import { engagedDay, engagedPage } from "../counting/engagement.ts";
import { revenueTallies } from "../counting/revenue.ts";
import { tallyColumn, visitorDaysSettings, visitorDaysSql } from "../counting/visitor-days.ts";
import { bounces, visitMs } from "../counting/visits.ts";

/** Numbers of the whole day that a roll-up stores beside the dimensions, with '' as the value. */
export const dayTotals = {
  bounce: dayTotal(bounces),
  visit_ms: dayTotal(visitMs),
  engaged_day: engagedDay,
} as const satisfies Record<string, Tallied>;

/** Everything that a roll-up counts. */
export const everyTally: Readonly<Record<string, Tallied>> = {
  ...dimensions,
  ...dayTotals,
  engaged_page: engagedPage,
  ...revenueTallies(),
};

function dayTotal(amount: Sql): Tallied {
  return { tally: () => sql`[('', toUInt64(0), toUInt64(0), toUInt64(${amount}))]` };
}

const noAmount = sql`toDecimal128(0, 3)`;

/**
 * Returns all tallies of a visitor's day as one array of dimension, value, the three measures and
 * the amount.
 */
export function everyTallySql(tallies: Readonly<Record<string, Tallied>>): Sql {
  const lists = Object.entries(tallies).map(([name, { hasAmount = false }]) => {
    const dimension = sql`'${identifier(name)}'`;
    const amount = hasAmount ? sql`x.5` : noAmount;
    return sql`arrayMap(x -> (${dimension}, x.1, x.2, x.3, x.4, ${amount}), ${tallyColumn(name)})`;
  });
  return sql`arrayConcat(
          ${join(lists, ",\n          ")})`;
}

/**
 * Settings of roll-ups: one thread, as nobody waits; small blocks, as a visitor's day becomes
 * dozens of rows.
 */
export const rollingSettings = sql`
      max_threads = 1,
      max_block_size = 8192,${visitorDaysSettings}`;

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

/**
 * Returns the statement that writes the measures of every dimension to `rollup_values`, in one pass
 * over the events of days of one month. It reads one snapshot of the table, whatever is inserted
 * meanwhile.
 */
export function rollUpSql(days: readonly RollUp[]): Sql {
  const dates = bind(
    "Array(Date)",
    days.map(({ date }) => date),
  );
  const rollupIds = bind(
    "Array(UUID)",
    days.map(({ rollupId }) => rollupId),
  );
  return sql`
    INSERT INTO rollup_values (website_id, dimension, date, value, visitors, pageviews, occurrences, amount, rollup_id)
    SELECT
      website_id,
      entry.1 AS dimension,
      date,
      entry.2 AS value,
      sum(entry.3) AS visitors,
      sum(entry.4) AS pageviews,
      sum(entry.5) AS occurrences,
      sum(entry.6) AS amount,
      ${rollupIds}[indexOf(${dates}, date)] AS rollup_id
    FROM (
      SELECT
        website_id,
        date,
        arrayJoin(arrayPushBack(
          if(day_activity = 0, [], ${everyTallySql(everyTally)}),
          ('event_total', '', toUInt64(0), toUInt64(0), day_events, ${noAmount}))) AS entry
      FROM (${visitorDaysSql(everyTally, inDays(days))})
    )
    GROUP BY website_id, date, dimension, value
    SETTINGS ${rollingSettings}`;
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
export function acceptRollUpSql(days: readonly RollUp[], removed: readonly DayRemovals[]): Sql {
  const dates = days.map(({ date }) => date).sort();
  const names = removed.map(({ website_id, date }) => `${website_id} ${date}`);
  const numbers = removed.map(({ removals }) => removals);
  return sql`
    INSERT INTO rollup_days (website_id, date, rollup_id, definition, events, removals, rolled_at)
    SELECT
      website_id,
      date,
      rollup_id,
      ${bind("UInt64", rollupDefinition())} AS definition,
      occurrences AS events,
      transform(
        concat(toString(website_id), ' ', toString(date)),
        ${bind("Array(String)", names)},
        ${bind("Array(UInt32)", numbers)},
        toUInt32(0)) AS removals,
      now64(3) AS rolled_at
    FROM rollup_values
    WHERE date >= ${bind("Date", dates[0])}
      AND date <= ${bind("Date", dates.at(-1))}
      AND dimension = 'event_total'
      AND rollup_id IN ${bind(
        "Array(UUID)",
        days.map(({ rollupId }) => rollupId),
      )}`;
}

let definition: string | undefined;

/**
 * Returns a number that stands for how roll-ups are counted. A roll-up that another release of the
 * statement or of its lists wrote is not believed.
 */
export function rollupDefinition(): string {
  definition ??= definitionOf([rollUpSql([])]);
  return definition;
}

/** Returns a number that stands for the statements, with all bound values. */
export function definitionOf(statements: readonly Sql[]): string {
  const hash = createHash("sha256");
  for (const statement of statements) {
    const { query, query_params } = render(statement);
    hash.update(JSON.stringify([query, query_params]));
  }
  return hash.digest().readBigUInt64BE().toString();
}
