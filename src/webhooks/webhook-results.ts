import { dayMs } from "../base/calendar.ts";
import type { Database } from "../clickhouse/database.ts";
import { sql } from "../clickhouse/sql.ts";

/** The outcome of the deliveries of a webhook. */
export interface WebhookResult {
  readonly atMs: number;
  readonly status: "sent" | "failed";
  /** Why the last attempt failed; null if it did not. */
  readonly problem: string | null;
  /** Time of the last success, and of the first failure since then; 0 if there was none. */
  readonly sentMs: number;
  readonly failedMs: number;
}

interface Row {
  recipient: string;
  state: string;
  problem: string;
  at_ms: number | string;
  sent_ms: number | string;
  failed_ms: number | string;
}

/** A webhook that failed for so long is switched off. */
export const failingMsMax = 7 * dayMs;

/** Reads what became of the deliveries of webhooks on all servers, by the webhook's id. */
export async function readWebhookResults(
  dbs: readonly Database[],
): Promise<ReadonlyMap<number, WebhookResult>> {
  const results = new Map<number, WebhookResult>();
  for (const db of dbs) {
    const rows = await db.rows<Row>(sql`
      SELECT
        recipient,
        state,
        problem,
        at_ms,
        sent_ms,
        arrayMin(arrayFilter(ms -> ms > sent_ms, arrayPushBack(failures, toInt64(0)))) AS failed_ms
      FROM (
        SELECT
          recipient,
          argMax(email_reports.state, email_reports.time) AS state,
          argMax(email_reports.problem, email_reports.time) AS problem,
          toUnixTimestamp64Milli(max(time)) AS at_ms,
          toUnixTimestamp64Milli(maxIf(time, email_reports.state = 'sent')) AS sent_ms,
          groupArrayIf(toUnixTimestamp64Milli(time), email_reports.state != 'sent') AS failures
        FROM email_reports
        WHERE startsWith(recipient, 'webhook ') AND email_reports.state != 'begun'
        GROUP BY recipient
      )`);
    for (const row of rows) {
      const id = Number(row.recipient.slice("webhook ".length));
      const isSent = row.state === "sent";
      const own: WebhookResult = {
        atMs: Number(row.at_ms),
        status: isSent ? "sent" : "failed",
        problem: isSent ? null : row.problem,
        sentMs: Number(row.sent_ms),
        failedMs: Number(row.failed_ms),
      };
      results.set(id, joined(own, results.get(id)));
    }
  }
  return results;
}

/** Returns since when a webhook fails; undefined if its last attempt succeeded. */
export function failingSince(
  { status, sentMs, failedMs }: WebhookResult,
  enabledMs: number,
): number | undefined {
  return status === "sent" ? undefined : Math.max(sentMs, failedMs, enabledMs);
}

/** Returns the result of two servers. Failures before the last success of either do not count. */
function joined(a: WebhookResult, b: WebhookResult | undefined): WebhookResult {
  if (b === undefined) return a;
  const last = a.atMs >= b.atMs ? a : b;
  const failures = [a.failedMs, b.failedMs].filter((ms) => ms > 0);
  const failedMs = failures.length === 0 ? 0 : Math.min(...failures);
  return { ...last, sentMs: Math.max(a.sentMs, b.sentMs), failedMs };
}
