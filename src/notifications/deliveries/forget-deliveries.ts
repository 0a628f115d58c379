import { dayMs, isoDay } from "../../base/calendar.ts";
import type { Database } from "../../clickhouse/database.ts";
import { bind, identifier, type Sql, sql } from "../../clickhouse/sql.ts";
import { deliveryDays } from "../../model/choices.ts";

/**
 * Removes the attempts at deliveries that nobody asks for any more, in the background. No delivery
 * is tried again after this many days, and a report of a month is due up to 38 days on. The last
 * mail of a report is asked for as long as the website is there.
 */
export async function forgetDeliveries(db: Database, nowMs: number): Promise<void> {
  const day = bind("Date", isoDay(Math.floor(nowMs / dayMs) - deliveryDays));
  const isReportMail = sql`type = 'report' AND recipient_kind != 'webhook'`;
  await forget(db, sql`deliveries`, sql`NOT (${isReportMail}) AND ${identifier("from")} < ${day}`);
  // The table of earlier releases, which has addresses, too.
  await forget(db, sql`email_reports`, sql`first_day < ${day}`);
}

async function forget(db: Database, table: Sql, old: Sql): Promise<void> {
  const rows = await db.rows(sql`
    SELECT 1
    FROM ${table}
    WHERE ${old}
    LIMIT 1`);
  if (rows.length === 0) return;
  await db.run(sql`
    ALTER TABLE ${table}
    DELETE WHERE ${old}
    SETTINGS mutations_sync = 0`);
}
