import type { Database, QueryLimits } from "../clickhouse/database.ts";
import { identifier, type Sql, sql } from "../clickhouse/sql.ts";
import type { HeatmapCell } from "../model/heatmap.ts";
import { countingSettings } from "./counting-settings.ts";
import type { DayState } from "./day-state.ts";
import type { Clock } from "./intervals.ts";
import type { Report, ReportQuery } from "./report.ts";
import { valuesSql } from "./values.ts";

export const heatmapMetrics = ["visitors", "pageviews"] as const;

/** A query for a heat map. Its hours are counted from visitor days or events. */
export interface HeatmapQuery extends ReportQuery {
  readonly countsFrom: NonNullable<ReportQuery["countsFrom"]>;
  readonly metric: (typeof heatmapMetrics)[number];
  /** The website's clock. */
  readonly clock: Clock;
}

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The 168 hours of the week. */
export const heatmapReport: Report<HeatmapQuery, readonly HeatmapCell[]> = {
  name: "heatmap",
  count: heatmap,
};

/**
 * Returns the 168 hours of the week, each with the sum over the days, from Monday's first on.
 * docs/analysis.md defines the numbers.
 */
async function heatmap(
  db: Database,
  query: HeatmapQuery,
  days: readonly DayState[],
  limits: QueryLimits,
): Promise<readonly HeatmapCell[]> {
  const rows = days.length === 0 ? [] : await db.rows<HeatmapCell>(heatmapSql(query, days), limits);
  const counts = new Map(rows.map(({ weekday, hour, count }) => [`${weekday} ${hour}`, count]));
  return weekdays.flatMap((weekday) =>
    hours.map((hour) => ({ weekday, hour, count: counts.get(`${weekday} ${hour}`) ?? 0 })),
  );
}

/** Returns the statement of `heatmap`: one row for each hour of the week in which something was. */
export function heatmapSql(query: HeatmapQuery, days: readonly DayState[]): Sql {
  const { metric } = query;
  const dimension = metric === "visitors" ? "visitor" : "pageview";
  return sql`
    SELECT
      toDayOfWeek(toDate(substring(value, 1, 10))) AS weekday,
      toUInt8(substring(value, 12, 2)) AS hour,
      sum(${identifier(metric)}) AS count
    FROM (${valuesSql({ ...query, days, dimension, interval: "hour" })})
    GROUP BY weekday, hour
    SETTINGS ${countingSettings(days)}`;
}
