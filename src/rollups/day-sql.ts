import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import { sumColumns } from "../counting/sums.ts";
import { type WebsiteDays, withinDays } from "../counting/website-days.ts";
import { type ArchivedRollup, archivedIdsSql, hasTotals, removalsSql } from "./archived-rollups.ts";
import { rollupDefinition } from "./rollup-sql.ts";

/**
 * Settings of statements that want nearly all rows that the index finds: to read some columns
 * before the others, to remember which granules had rows, and to try to count without reading
 * would cost more than it saves.
 */
export const indexedSettings = sql`
      optimize_move_to_prewhere = 0,
      use_query_condition_cache = 0,
      optimize_use_implicit_projections = 0`;

/**
 * Settings of statements that count the rows of days or batches, which the projections of `events`
 * have stored. They read no mutation that is still to be made: with one, ClickHouse leaves the
 * projections aside. A correction marks its days before and afterwards, so no roll-up or tag from
 * in between holds.
 */
export const storedCountSettings = sql`
      apply_mutations_on_fly = 0`;

export interface DayCount {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Number of events, engagement included. */
  readonly events: number;
  /** How often events of the day were marked as changed, see `markChanged`. */
  readonly removals: number;
}

/** Returns the days that have events, oldest first, from the projection `events_per_day`. */
export function dayCountsSql(condition: Sql): Sql {
  return sql`
    SELECT
      website_id,
      date,
      count() AS events
    FROM events
    WHERE ${condition}
    GROUP BY website_id, date
    ORDER BY date ASC`;
}

/** Returns the days that have events, each with the number of its removals. */
export function provenDaysSql(condition: Sql): Sql {
  return sql`
    SELECT
      website_id,
      date,
      sum(day.events) AS events,
      sum(day.removals) AS removals
    FROM (
      SELECT
        *,
        0 AS removals
      FROM (${dayCountsSql(condition)})
      UNION ALL
      SELECT
        website_id,
        date,
        0 AS events,
        removals
      FROM (${removalsSql(condition)})
    ) AS day
    GROUP BY website_id, date
    HAVING events > 0`;
}

/** The newest roll-up of a day. */
export interface DayRollup {
  readonly date: string;
  readonly rollupId: string;
  /** Number of events that it counted. */
  readonly events: number;
  /** The number of the day's removals when it began. */
  readonly removals: number;
}

/** A row of `dayEventsSql`. */
export type DayEvents = Omit<ArchivedRollup, "gone"> & { readonly gone: 0 | 1 | 2 };

/**
 * Returns the number of events of each day that has some (`rollupId` is '' there), the archived
 * roll-ups, and the removals (`gone` is 2 there). Retention moves events only a minute after their
 * roll-up is in here, so queries planned earlier have finished reading by then.
 */
export function dayEventsSql(days: WebsiteDays): Sql {
  return eventsOfDaysSql(withinDays(days), days, sql``);
}

/** Returns the same for several websites, whose id is in each row. */
export function websiteDayEventsSql(
  condition: Sql,
  totals: Pick<WebsiteDays, "excludesImports">,
): Sql {
  return eventsOfDaysSql(condition, totals, sql`website_id, `);
}

function eventsOfDaysSql(
  condition: Sql,
  totals: Pick<WebsiteDays, "excludesImports">,
  website: Sql,
): Sql {
  return sql`
    SELECT
      ${website}date,
      '' AS rollupId,
      count() AS events,
      1 AS gone,
      0 AS importId
    FROM events
    WHERE ${condition}
    GROUP BY ${website}date
    UNION ALL
    SELECT
      ${website}date,
      toString(rollup_id) AS rollupId,
      max(archived_rollups.events) AS events,
      max(archived_rollups.gone) AS gone,
      max(import_id) AS importId
    FROM archived_rollups
    WHERE ${condition}${hasTotals(totals)}
    GROUP BY ${website}date, rollup_id
    SETTINGS ${indexedSettings},${storedCountSettings}`;
}

/** The part of a day that the values of its roll-up leave out, as conditions hide it. */
export interface HiddenPart {
  /** The key of the conditions, see `keyOn`. */
  readonly conditions: string;
  readonly visitors: number;
  /** Events, engagement included. */
  readonly events: number;
}

/** A roll-up of a day, of today's definition. */
export interface AcceptedRollup extends DayRollup {
  readonly rolledAtMs: number;
  readonly conditions: string;
  readonly hiddenVisitors: number;
  readonly hiddenEvents: number;
}

/**
 * Returns every accepted roll-up of the days. It is as plain as it can be, as ClickHouse takes
 * longer to plan such a statement than to run it.
 */
export function acceptedRollupsSql(days: WebsiteDays): Sql {
  return rollupsOfDaysSql(withinDays(days), sql``);
}

/** Returns the same for several websites, with the id of the website and the sums of the day. */
export function websiteRollupsSql(condition: Sql): Sql {
  return rollupsOfDaysSql(condition, sql`website_id, ${sumColumns}, `);
}

function rollupsOfDaysSql(condition: Sql, more: Sql): Sql {
  return sql`
    SELECT
      ${more}date,
      toString(rollup_id) AS rollupId,
      events,
      removals,
      toUnixTimestamp64Milli(rolled_at) AS rolledAtMs,
      toString(conditions) AS conditions,
      hidden_visitors AS hiddenVisitors,
      hidden_events AS hiddenEvents
    FROM rollup_days
    WHERE ${condition} AND definition = ${bind("UInt64", rollupDefinition())}
    SETTINGS ${indexedSettings}`;
}

/**
 * Returns the newest roll-up of each day, leaving out archived ones. The newest is the one that
 * began after most removals, and of those the one that counted most: retention takes events out of
 * a day only together with the roll-up that stands for them.
 */
export function dayRollupsSql(condition: Sql): Sql {
  return sql`
    SELECT
      website_id,
      date,
      argMax((rollup_id, rollup_days.events, rollup_days.conditions), (rollup_days.removals, rollup_days.events, rollup_days.rolled_at)) AS newest,
      newest.1 AS rollupId,
      newest.2 AS events,
      newest.3 AS conditions,
      max(rollup_days.removals) AS removals,
      max(rollup_days.rolled_at) AS rolled_at
    FROM rollup_days
    WHERE ${condition}
      AND definition = ${bind("UInt64", rollupDefinition())}
      AND rollup_days.rollup_id NOT IN (${archivedIdsSql(condition)})
    GROUP BY website_id, date`;
}

/** The condition that the newest roll-up `rolled` of a day is true of the day `counted`. */
export const isTrue = sql`(counted.events = rolled.events AND counted.removals = rolled.removals)`;
