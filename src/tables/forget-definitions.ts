import type { Database } from "../clickhouse/database.ts";
import { sql } from "../clickhouse/sql.ts";

/**
 * Removes what definitions said before their last changes. By themselves, merges may do that at any
 * time, or never.
 */
export function forgetEarlierDefinitions(db: Database): Promise<void> {
  return db.run(sql`OPTIMIZE TABLE definitions FINAL`, { isLong: true });
}
