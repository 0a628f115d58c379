import type { Readable } from "node:stream";
import { type Dimension, measureColumns } from "../counting/dimension-kinds.ts";
import { dimensions } from "../counting/dimensions.ts";
import type { Database, QueryLimits } from "../store/database.ts";
import { type Sql, sql } from "../store/sql.ts";
import { type BreakdownQuery, listedSql, orderSql } from "./breakdown.ts";
import { type CsvForm, csvWithHeader, shownSql } from "./csv.ts";
import type { DayState } from "./day-state.ts";
import type { CsvReport } from "./report.ts";
import { countingSettings, valuesSql } from "./values.ts";

export interface BreakdownCsvQuery extends Omit<BreakdownQuery, "limit" | "offset">, CsvForm {}

/** All values of a dimension. */
export const breakdownCsvReport: CsvReport<BreakdownCsvQuery> = { csv: breakdownCsv };

/** Returns all of a dimension's values over a range of days, exact, as CSV with a header line. */
async function breakdownCsv(
  db: Database,
  query: BreakdownCsvQuery,
  days: readonly DayState[],
  limits: QueryLimits,
): Promise<Readable> {
  const { code }: Dimension = dimensions[query.dimension];
  const columns = ["value", ...(code ? ["code"] : []), "count", "visitors", "pageviews"];
  const statement = days.length === 0 ? undefined : breakdownCsvSql(query, days);
  return csvWithHeader(db, columns, statement, limits);
}

/** Returns the statement of `breakdownCsv`. Nothing in it holds all values in memory. */
function breakdownCsvSql(query: BreakdownCsvQuery, days: readonly DayState[]): Sql {
  const { code, measure }: Dimension = dimensions[query.dimension];
  return sql`
    SELECT
      ${shownSql(sql`value`, query)} AS shown,
      ${code === undefined ? sql`` : sql`${code()} AS code,`}
      ${measureColumns[measure]} AS count,
      visitors,
      pageviews
    FROM (${valuesSql({ ...query, days })})
    WHERE ${listedSql(query)}
    ORDER BY ${orderSql(query)}
    SETTINGS ${countingSettings(days)}`;
}
