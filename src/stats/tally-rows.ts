import { identifier, type Sql, sql } from "../clickhouse/sql.ts";
import type { Tallied } from "../counting/dimension-kinds.ts";
import { filterDimensions, passesFiltersSql } from "../counting/filters.ts";
import { tallyColumn, visitorDaysOf } from "../counting/visitor-days.ts";
import type { ReportQuery } from "./report.ts";

/**
 * Returns a query with one row for each item of a tally, in a column `item`. It has the tally of
 * all visitor days that the filters of a query select, counted from the events that meet the
 * condition.
 */
export function tallyRowsSql(
  { filters }: Pick<ReportQuery, "filters">,
  condition: Sql,
  item: string,
  tally: Tallied,
): Sql {
  const columns = { ...filterDimensions(filters), [item]: tally };
  return sql`
          SELECT arrayJoin(${tallyColumn(item)}) AS ${identifier(item)}
          FROM (${visitorDaysOf(columns, condition)})
          WHERE ${passesFiltersSql(filters)}`;
}
