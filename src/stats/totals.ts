import { type Sql, sql } from "../clickhouse/sql.ts";
import { dimensions } from "../counting/dimensions.ts";
import { type VisitorDaySource, visitorDaysSql } from "../counting/visitor-days.ts";
import { type DayUntil, laterEffectSql } from "../rollups/open-days/later-effect.ts";
import { dayTotals } from "../rollups/rollup-sql.ts";
import { dayPartsSql, type WebsiteDayStates } from "./day-parts.ts";
import { type Filter, filterDimensions, passesFiltersSql } from "./filters.ts";
import { countingSettings } from "./values.ts";

/** A website's days that have events. With filters no day may have a roll-up. */
interface TotalsQuery extends WebsiteDayStates {
  readonly filters: readonly Filter[];
}

/** The tallies that the sums are made of. */
const totalTallies = { visit: dimensions.visit, ...dayTotals };

/**
 * Returns the statement of a summary: one row. Blocks are small, as a visitor's day
 * becomes several arrays.
 */
export function totalsSql(query: TotalsQuery): Sql {
  const parts = dayPartsSql(query, {
    fromRollups: rollupTotalsSql,
    fromVisitorDays: (source) => visitorDayTotalsSql(query.filters, source),
    readsEngagement: true,
    fromLaterEvents: laterTotalsSql,
    sumOf: (several) => sql`
    SELECT
      sum(part.visitors) AS visitors,
      sum(part.pageviews) AS pageviews,
      sum(part.visits) AS visits,
      sum(part.bounces) AS bounces,
      sum(part.visit_ms) AS visit_ms,
      sum(part.engaged_visitors) AS engaged_visitors,
      sum(part.engagement_ms) AS engagement_ms,
      sum(part.depths) AS depths
    FROM (${several}
    ) AS part`,
  });
  return sql`${parts}
    SETTINGS
      max_block_size = 8192,
      ${countingSettings(query.days)}`;
}

/**
 * Reads roll-ups. The dimension `visit` has one row a day, with the visitors and page views of the
 * day.
 */
export function rollupTotalsSql(table: Sql, condition: Sql, by?: Sql): Sql {
  return sql`
      SELECT
        ${keyOf(by)}
        toInt64(sumIf(rolled.visitors, dimension = 'visit')) AS visitors,
        toInt64(sumIf(rolled.pageviews, dimension = 'visit')) AS pageviews,
        toInt64(sumIf(occurrences, dimension = 'visit')) AS visits,
        toInt64(sumIf(occurrences, dimension = 'bounce')) AS bounces,
        toInt64(sumIf(occurrences, dimension = 'visit_ms')) AS visit_ms,
        toInt64(sumIf(rolled.visitors, dimension = 'engaged_day')) AS engaged_visitors,
        toInt64(sumIf(occurrences, dimension = 'engaged_day')) AS engagement_ms,
        toInt64(sumIf(amount, dimension = 'engaged_day')) AS depths
      FROM ${table} AS rolled
      WHERE ${condition} AND dimension IN ('visit', 'bounce', 'visit_ms', 'engaged_day')${groupOf(by)}`;
}

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
  const columns = { ...filterDimensions(filters), ...totalTallies };
  return sql`
      SELECT
        ${keyOf(by)}
        toInt64(count()) AS visitors,
        toInt64(sum(day_pageviews)) AS pageviews,
        toInt64(sum(tally_visit[1].4)) AS visits,
        toInt64(sum(tally_bounce[1].4)) AS bounces,
        toInt64(sum(tally_visit_ms[1].4)) AS visit_ms,
        toInt64(sum(tally_engaged_day[1].2)) AS engaged_visitors,
        toInt64(sum(tally_engaged_day[1].4)) AS engagement_ms,
        toInt64(sum(tally_engaged_day[1].5)) AS depths
      FROM (${visitorDaysSql(columns, source)})
      WHERE day_activity > 0
          AND ${passesFiltersSql(filters)}${groupOf(by)}`;
}

function laterTotalsSql(day: DayUntil): Sql {
  return sql`
      SELECT
        sum(sign) AS visitors,
        sum(sign * toInt64(day_pageviews)) AS pageviews,
        sum(sign * toInt64(tally_visit[1].4)) AS visits,
        sum(sign * toInt64(tally_bounce[1].4)) AS bounces,
        sum(sign * toInt64(tally_visit_ms[1].4)) AS visit_ms,
        sum(sign * toInt64(tally_engaged_day[1].2)) AS engaged_visitors,
        sum(sign * toInt64(tally_engaged_day[1].4)) AS engagement_ms,
        sum(sign * toInt64(tally_engaged_day[1].5)) AS depths
      FROM (${laterEffectSql(totalTallies, day)})
      WHERE day_activity > 0`;
}
