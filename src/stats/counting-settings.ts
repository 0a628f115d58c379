import { type Sql, sql } from "../clickhouse/sql.ts";
import { visitorDaysSettings } from "../counting/visitor-days.ts";
import { indexedSettings } from "../rollups/day-sql.ts";
import type { DayState } from "./day-state.ts";

/**
 * Settings of statements that count `events`. The visitors of a subquery are in every granule, so
 * looking them up in the index would only take time.
 */
const eventSettings = sql`${visitorDaysSettings},
      use_index_for_in_with_subqueries = 0`;

/** Returns the settings of a statement that counts these days. */
export function countingSettings(days: readonly DayState[]): Sql {
  const areRolledUp = days.every(({ rollupId }) => rollupId !== undefined);
  return areRolledUp ? indexedSettings : eventSettings;
}
