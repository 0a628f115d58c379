import { dayMs, isoDay } from "../../base/calendar.ts";
import type { Database } from "../../clickhouse/database.ts";
import { bind, sql } from "../../clickhouse/sql.ts";
import { deliveryDays } from "../../model/choices.ts";

/**
 * Removes the attempts at deliveries that nobody asks for any more, in the background. No delivery
 * is tried again after so many days, and a report of a month is due up to 38 days on.
 */
export async function forgetDeliveries(db: Database, nowMs: number): Promise<void> {
  const old = sql`(period NOT IN ('day', 'week', 'month') OR startsWith(about, 'test '))
      AND first_day < ${bind("Date", isoDay(Math.floor(nowMs / dayMs) - deliveryDays))}`;
  const rows = await db.rows(sql`
    SELECT 1
    FROM email_reports
    WHERE ${old}
    LIMIT 1`);
  if (rows.length === 0) return;
  await db.run(sql`
    ALTER TABLE email_reports
    DELETE WHERE ${old}
    SETTINGS mutations_sync = 0`);
}
