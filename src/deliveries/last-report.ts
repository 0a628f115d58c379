import type { Database } from "../clickhouse/database.ts";
import { bind, sql } from "../clickhouse/sql.ts";

/** Resolves with what became of the last mail of a website's reports. */
export async function readLastReport(
  db: Database,
  websiteId: number,
): Promise<{ atMs: number; status: "sent" | "failed"; problem: string | null } | undefined> {
  const rows = await db.rows<{ state: string; problem: string; at_ms: number | string }>(sql`
    SELECT
      state,
      problem,
      toUnixTimestamp64Milli(email_reports.time) AS at_ms
    FROM email_reports
    WHERE website_id = ${bind("UInt32", websiteId)}
      AND period IN ('day', 'week', 'month')
      AND state != 'begun'
    ORDER BY email_reports.time DESC
    LIMIT 1`);
  const [last] = rows;
  if (last === undefined) return undefined;
  const isSent = last.state === "sent";
  return {
    atMs: Number(last.at_ms),
    status: isSent ? "sent" : "failed",
    problem: isSent ? null : last.problem,
  };
}
