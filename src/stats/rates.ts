import { type Sql, sql } from "../clickhouse/sql.ts";

/** Returns the share of a part, or null if there is nothing that it is a part of. */
export function rateOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Returns the number as the API answers it, with four digits after the point. */
export function roundRate(rate: number | null): number | null {
  return rate === null ? null : Math.round(rate * 1e4) / 1e4;
}

/** Returns the same in SQL. */
export function roundRateSql(rate: Sql): Sql {
  return sql`floor(${rate} * 1e4 + 0.5) / 1e4`;
}
