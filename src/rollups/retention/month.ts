import { dayMs, isoDay } from "../../base/calendar.ts";
import { bind, type Sql, sql } from "../../clickhouse/sql.ts";

/** A calendar month, `202611` for November 2026, as partitions of `events` are named. */
export type Month = number;

/** `YYYY-MM-DD` */
export function firstDayOf(month: Month): string {
  return isoDay(Date.UTC(Math.floor(month / 100), (month % 100) - 1) / dayMs);
}

function lastDayOf(month: Month): string {
  return isoDay(Date.UTC(Math.floor(month / 100), month % 100) / dayMs - 1);
}

/** Returns the condition on `date`. */
export function withinMonth(month: Month): Sql {
  return sql`date >= ${bind("Date", firstDayOf(month))} AND date <= ${bind("Date", lastDayOf(month))}`;
}
