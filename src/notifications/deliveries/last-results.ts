import type { Database } from "../../clickhouse/database.ts";
import { bind, type Sql, sql } from "../../clickhouse/sql.ts";

/** The result of the last message of something, which may be a test. */
export interface LastResult {
  readonly atMs: number;
  readonly status: "sent" | "failed";
  /** Why it failed; null if it did not. */
  readonly problem: string | null;
  /** The recipient that did not get it; "" if everybody did. */
  readonly failedFor: string;
}

/** The messages whose last results are asked for together. */
export type Messages =
  /** Mails of a website's reports, by the id of the website. */
  | { readonly of: "reports"; readonly websiteId: number }
  /** Mails of all websites for a person, by the id of the person. */
  | { readonly of: "person"; readonly personId: number }
  /** Messages of a website's alerts, by the id of the alert. */
  | { readonly of: "alerts"; readonly websiteId: number }
  /** Everything that webhooks get, by the id of the webhook. */
  | { readonly of: "webhooks" };

interface Row {
  id: number;
  is_sent: number;
  problem: string;
  failed_for: string;
  at_ms: number | string;
}

/**
 * Reads what became of the last messages, by id. A message to several recipients has failed if the
 * last attempt to tell one of them has.
 */
export async function readLastResults(
  db: Database,
  messages: Messages,
): Promise<Map<number, LastResult>> {
  const { id, condition } = selectionOf(messages);
  const rows = await db.rows<Row>(sql`
    SELECT
      id,
      toUnixTimestamp64Milli(max(last_time)) AS at_ms,
      min(last_state = 'sent') AS is_sent,
      argMaxIf(last_problem, last_time, last_state != 'sent') AS problem,
      argMaxIf(recipient, last_time, last_state != 'sent') AS failed_for
    FROM (
      SELECT
        ${id} AS id,
        period,
        first_day,
        about,
        recipient,
        max(time) AS last_time,
        argMax(state, time) AS last_state,
        argMax(email_reports.problem, time) AS last_problem
      FROM email_reports
      WHERE ${condition} AND state != 'begun'
      GROUP BY id, period, first_day, about, recipient
    )
    GROUP BY id, period, first_day, about
    ORDER BY at_ms DESC
    LIMIT 1 BY id`);
  return new Map(
    rows.map(({ id: of, is_sent, problem, failed_for: failedFor, at_ms }) => {
      const [status, reason] =
        is_sent === 1 ? (["sent", null] as const) : (["failed", problem] as const);
      return [of, { atMs: Number(at_ms), status, problem: reason, failedFor }];
    }),
  );
}

/** Returns the expression of the id, and the condition on the rows. */
function selectionOf(messages: Messages): { readonly id: Sql; readonly condition: Sql } {
  const numberAt = (nth: Sql, text: Sql) => sql`toUInt32(splitByChar(' ', ${text})[${nth}])`;
  switch (messages.of) {
    case "reports":
      return {
        id: sql`website_id`,
        condition: sql`website_id = ${bind("UInt32", messages.websiteId)}
          AND period IN ('day', 'week', 'month')`,
      };
    case "person":
      return {
        id: numberAt(sql`2`, sql`recipient`),
        condition: sql`website_id = 0
          AND recipient = ${bind("String", `person ${messages.personId}`)}`,
      };
    case "alerts":
      return {
        id: numberAt(sql`1`, sql`about`),
        condition: sql`website_id = ${bind("UInt32", messages.websiteId)} AND period = 'alert'`,
      };
    case "webhooks":
      return {
        id: numberAt(sql`2`, sql`recipient`),
        condition: sql`startsWith(recipient, 'webhook ')`,
      };
  }
}
