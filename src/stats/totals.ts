import { identifier, join, type Sql, sql } from "../clickhouse/sql.ts";
import { engagementColumns, visitColumns } from "../counting/day-columns.ts";
import { dimensions } from "../counting/dimensions.ts";
import { engagedDay } from "../counting/engagement.ts";
import { type Filter, filterDimensions, passesFiltersSql } from "../counting/filters.ts";
import { isDayTotal, sumNames, sumsOfRollups } from "../counting/sums.ts";
import { type VisitorDaySource, visitorDaysSql } from "../counting/visitor-days.ts";
import { type DayUntil, laterEffectSql } from "../rollups/open-days/later-effect.ts";
import { countingSettings } from "./counting-settings.ts";
import { dayPartsSql, type WebsiteDayStates } from "./day-parts.ts";

/** A website's days that have events. With filters no day may have a roll-up. */
interface TotalsQuery extends WebsiteDayStates {
  readonly filters: readonly Filter[];
}

/** The columns of visitor days that the sums are made of. */
const totalColumns = { ...visitColumns, ...engagementColumns };

/**
 * Returns the statement of a summary: one row. Blocks are small, as a visitor's day becomes several
 * arrays.
 */
export function totalsSql(query: TotalsQuery): Sql {
  return sql`${totalPartsSql(query)}
    SETTINGS
      max_block_size = 8192,
      ${countingSettings(query.days)}`;
}

/** Returns the sums of all days, or those for each value of a column. */
export function totalPartsSql(query: TotalsQuery, by?: Sql): Sql {
  return dayPartsSql(query, {
    fromRollups: (table, condition) => rollupTotalsSql(table, condition, by),
    fromVisitorDays: (source) => visitorDayTotalsSql(query.filters, source, by),
    readsEngagement: true,
    fromLaterEvents: (day) => laterTotalsSql(day, by),
    sumOf: (several) => sql`
    SELECT
      ${keyOf(by)}
      ${sumsOfParts}
    FROM (${several}
    ) AS part${groupOf(by)}`,
  });
}

/** Reads roll-ups. */
export function rollupTotalsSql(table: Sql, condition: Sql, by?: Sql): Sql {
  return sql`
      SELECT
        ${keyOf(by)}${sumsOfRollups}
      FROM ${table} AS rolled
      WHERE ${condition} AND ${isDayTotal}${groupOf(by)}`;
}

/** The sums of rows that have them, named `part`. */
export const sumsOfParts: Sql = join(
  sumNames.map((name) => sql`sum(part.${identifier(name)}) AS ${identifier(name)}`),
  ",\n      ",
);

/** Returns the column that a statement counts by, if it does. */
function keyOf(by: Sql | undefined): Sql {
  return by === undefined ? sql`` : sql`${by},`;
}

function groupOf(by: Sql | undefined): Sql {
  return by === undefined
    ? sql``
    : sql`
      GROUP BY ${by}`;
}

export function visitorDayTotalsSql(
  filters: readonly Filter[],
  source: VisitorDaySource,
  by?: Sql,
): Sql {
  return sql`
      SELECT
        ${keyOf(by)}
        toInt64(count()) AS visitors,
        toInt64(sum(day_pageviews)) AS pageviews,
        toInt64(sum(day_visits)) AS visits,
        toInt64(sum(day_bounces)) AS bounces,
        toInt64(sum(day_visit_ms)) AS visit_ms,
        toInt64(countIf(day_engagements > 0)) AS engaged_visitors,
        toInt64(sum(day_engagement_ms)) AS engagement_ms,
        toInt64(sum(day_scroll_depth)) AS depths
      FROM (${visitorDaysSql(filterDimensions(filters), source, totalColumns)})
      WHERE day_activity > 0
          AND ${passesFiltersSql(filters)}${groupOf(by)}`;
}

function laterTotalsSql(day: DayUntil, by: Sql | undefined): Sql {
  return sql`
      SELECT
        ${keyOf(by)}
        sum(sign) AS visitors,
        sum(sign * toInt64(day_pageviews)) AS pageviews,
        sum(sign * toInt64(day_visits)) AS visits,
        sum(sign * toInt64(day_bounces)) AS bounces,
        sum(sign * toInt64(day_visit_ms)) AS visit_ms,
        sum(sign * toInt64(day_engagements > 0)) AS engaged_visitors,
        sum(sign * toInt64(day_engagement_ms)) AS engagement_ms,
        sum(sign * toInt64(day_scroll_depth)) AS depths
      FROM (${laterEffectSql({ visit: dimensions.visit, engaged_day: engagedDay }, day)})
      WHERE day_activity > 0${groupOf(by)}`;
}
