import { bind, type Sql, sql } from "../store/sql.ts";
import { dayPartsSql, type StatedDays } from "./day-parts.ts";
import { type DimensionName, dimensions } from "./dimensions.ts";
import { countedBy, visitorDaysSql } from "./visitor-days.ts";

/** What values are asked by: a dimension of a website on days that have events. */
export interface ValuesQuery extends StatedDays {
  readonly dimension: DimensionName;
}

/** Every value of the dimension with its numbers: `value`, `visitors`, `pageviews`, `occurrences`. */
export function valuesSql(query: ValuesQuery): Sql {
  const parts = dayPartsSql(query, {
    rolled: (condition) => rolledSql(query.dimension, condition),
    counted: (condition) => countedSql(query.dimension, condition),
  });
  return sql`
    SELECT
      value,
      sum(value_visitors) AS visitors,
      sum(value_pageviews) AS pageviews,
      sum(value_occurrences) AS occurrences
    FROM (${parts}
    )
    GROUP BY value`;
}

function rolledSql(dimension: DimensionName, condition: Sql): Sql {
  return sql`
      SELECT
        value,
        visitors AS value_visitors,
        pageviews AS value_pageviews,
        occurrences AS value_occurrences
      FROM rollup_values
      WHERE ${condition} AND dimension = ${bind("String", dimension)}`;
}

function countedSql(dimension: DimensionName, condition: Sql): Sql {
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
