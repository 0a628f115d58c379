import type { Database, QueryLimits } from "../clickhouse/database.ts";
import { bind, moment, type Sql, sql } from "../clickhouse/sql.ts";
import { liveMinutes } from "../model/choices.ts";
import { websitesAtOnce } from "./websites-sums.ts";

/** The last minutes of some websites of a store. */
export interface OnlineQuery {
  readonly websiteIds: readonly number[];
  readonly nowMs: number;
}

/** Returns the visitors whom the live view of each website has; those without any are left out. */
export async function countOnline(
  db: Database,
  query: OnlineQuery,
  limits: QueryLimits,
): Promise<ReadonlyMap<number, number>> {
  type Row = { website_id: number; visitors: number };
  const { websiteIds, nowMs } = query;
  const counts = new Map<number, number>();
  for (let i = 0; i < websiteIds.length; i += websitesAtOnce) {
    const some = { nowMs, websiteIds: websiteIds.slice(i, i + websitesAtOnce) };
    const rows = await db.rows<Row>(onlineSql(some), limits);
    for (const { website_id, visitors } of rows) counts.set(website_id, visitors);
  }
  return counts;
}

function onlineSql({ websiteIds, nowMs }: OnlineQuery): Sql {
  const sinceMs = nowMs - liveMinutes * 60_000;
  return sql`
    SELECT
      website_id,
      uniqExact(date, visitor) AS visitors
    FROM events
    WHERE website_id IN ${bind("Array(UInt32)", websiteIds)}
        AND date >= toDate(${moment(sinceMs)}) - 1
        AND time > ${moment(sinceMs)}
        AND time <= ${moment(nowMs)}
        AND name != 'engagement'
    GROUP BY website_id`;
}
