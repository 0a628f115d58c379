import { dayMs, isoDay } from "../base/calendar.ts";
import type { Database, QueryLimits } from "../clickhouse/database.ts";
import { bind, moment, type Sql, sql } from "../clickhouse/sql.ts";
import type { ConditionsByWebsite } from "../counting/conditions.ts";
import { isOfDaysSql } from "../counting/hidden-rows.ts";
import { withinDays } from "../counting/website-days.ts";
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
  { websiteIds, nowMs }: OnlineQuery,
  conditions: ConditionsByWebsite,
  limits: QueryLimits,
): Promise<ReadonlyMap<number, number>> {
  type Row = { website_id: number; visitors: number };
  const counts = new Map<number, number>();
  const add = async (ids: readonly number[], selected: Sql) => {
    const rows = await db.rows<Row>(onlineSql(ids, nowMs, selected), limits);
    for (const { website_id, visitors } of rows) counts.set(website_id, visitors);
  };
  const plain = websiteIds.filter((id) => !conditions.has(id));
  for (let i = 0; i < plain.length; i += websitesAtOnce) {
    await add(plain.slice(i, i + websitesAtOnce), sql``);
  }
  for (const id of websiteIds) {
    const own = conditions.get(id);
    if (own === undefined) continue;
    const day = Math.floor(nowMs / dayMs);
    const days = { websiteId: id, from: isoDay(day - 2), to: isoDay(day + 1) };
    const counted = { dimension: "conditions", conditions: own, selects: "counted" } as const;
    await add([id], sql` AND ${isOfDaysSql(withinDays(days), [counted])}`);
  }
  return counts;
}

function onlineSql(websiteIds: readonly number[], nowMs: number, selected: Sql): Sql {
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
        AND name != 'engagement'${selected}
    GROUP BY website_id`;
}
