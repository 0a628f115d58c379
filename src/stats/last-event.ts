import type { Database, QueryLimits } from "../clickhouse/database.ts";
import { type Sql, sql } from "../clickhouse/sql.ts";
import { type WebsiteDays, withinDays } from "../counting/website-days.ts";

/** The newest event of some days. */
export interface LastEvent {
  readonly page: string;
  readonly timeMs: number;
  /** ISO 3166 code, or "". */
  readonly country: string;
  readonly browser: string;
}

/** Returns the newest event of the days, or null if they have none. */
export async function lastEvent(
  db: Database,
  query: WebsiteDays,
  limits: QueryLimits,
): Promise<LastEvent | null> {
  const [event] = await db.rows<LastEvent>(lastEventSql(query), limits);
  return event ?? null;
}

export function lastEventSql(query: WebsiteDays): Sql {
  return sql`
    SELECT
      page,
      toUnixTimestamp64Milli(time) AS timeMs,
      country,
      browser
    FROM events
    WHERE ${withinDays(query)}
    ORDER BY time DESC
    LIMIT 1`;
}
