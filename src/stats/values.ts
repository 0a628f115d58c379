import { bind, join, type Sql, sql } from "../store/sql.ts";
import type { DayState } from "./day-states.ts";
import { type DimensionName, dimensions } from "./dimensions.ts";
import { countedBy, visitorDaysSql } from "./visitor-days.ts";

/** What values are asked by: a dimension of a website on days that have events. */
export interface ValuesQuery {
  readonly websiteId: number;
  readonly dimension: DimensionName;
  readonly days: readonly DayState[];
}

/**
 * Every value of the dimension with its numbers: `value`, `visitors`, `pageviews`, `occurrences`. Days that are rolled up
 * are read from there, the others counted from `events`.
 */
export function valuesSql({ websiteId, dimension, days }: ValuesQuery): Sql {
  const rolled = days.flatMap(({ date, run }) => (run === undefined ? [] : [{ date, run }]));
  const raw = days.filter(({ run }) => run === undefined).map(({ date }) => date);
  const website = sql`website_id = ${bind("UInt32", websiteId)}`;
  const parts = [
    ...(rolled.length > 0 ? [rolledSql(dimension, website, rolled)] : []),
    ...(raw.length > 0 ? [countedSql(dimension, website, raw)] : []),
  ];
  return sql`
    SELECT
      value,
      sum(value_visitors) AS visitors,
      sum(value_pageviews) AS pageviews,
      sum(value_occurrences) AS occurrences
    FROM (${join(parts, "\n      UNION ALL")}
    )
    GROUP BY value`;
}

function rolledSql(
  dimension: DimensionName,
  website: Sql,
  days: readonly { readonly date: string; readonly run: string }[],
): Sql {
  const dates = days.map(({ date }) => date);
  return sql`
      SELECT
        value,
        visitors AS value_visitors,
        pageviews AS value_pageviews,
        occurrences AS value_occurrences
      FROM rollup_values
      WHERE ${website}
        AND dimension = ${bind("String", dimension)}
        AND date >= ${bind("Date", dates[0])}
        AND date <= ${bind("Date", dates.at(-1))}
        AND run IN ${bind(
          "Array(UUID)",
          days.map(({ run }) => run),
        )}`;
}

function countedSql(dimension: DimensionName, website: Sql, dates: readonly string[]): Sql {
  const condition = sql`${website} AND date IN ${bind("Array(Date)", dates)} AND name != 'engagement'`;
  return sql`
      SELECT
        counted.1 AS value,
        sum(counted.2) AS value_visitors,
        sum(counted.3) AS value_pageviews,
        sum(counted.4) AS value_occurrences
      FROM (
        SELECT arrayJoin(${countedBy(dimension)}) AS counted
        FROM (${visitorDaysSql({ [dimension]: dimensions[dimension] }, condition)})
      )
      GROUP BY value`;
}
