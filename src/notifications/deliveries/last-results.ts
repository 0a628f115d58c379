import type { Database } from "../../clickhouse/database.ts";
import { bind, identifier, type Sql, sql } from "../../clickhouse/sql.ts";
import { nameOfRecipient, type Recipient } from "./recipient.ts";

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

const from = identifier("from");

interface Row {
  id: number;
  is_sent: number;
  problem: string;
  failed_kind: Recipient["kind"];
  failed_id: string;
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
      min(last_status = 'sent') AS is_sent,
      argMaxIf(last_answer, last_time, last_status != 'sent') AS problem,
      argMaxIf(recipient_kind, last_time, last_status != 'sent') AS failed_kind,
      argMaxIf(recipient_id, last_time, last_status != 'sent') AS failed_id
    FROM (
      SELECT
        ${id} AS id,
        kind,
        subject_id,
        type,
        ${from},
        until,
        recipient_kind,
        recipient_id,
        max(time) AS last_time,
        argMax(status, time) AS last_status,
        argMax(answer, time) AS last_answer
      FROM deliveries
      WHERE ${condition} AND status != 'begun'
      GROUP BY id, kind, subject_id, type, ${from}, until, event_id, recipient_kind, recipient_id
    )
    GROUP BY id, kind, subject_id, type, ${from}, until
    ORDER BY at_ms DESC
    LIMIT 1 BY id`);
  return new Map(
    rows.map(({ id: of, is_sent, problem, failed_kind: kind, failed_id: failedId, at_ms }) => {
      const [status, reason] =
        is_sent === 1 ? (["sent", null] as const) : (["failed", problem] as const);
      const failedFor = status === "sent" ? "" : nameOfRecipient({ kind, id: failedId });
      return [of, { atMs: Number(at_ms), status, problem: reason, failedFor }];
    }),
  );
}

/** Returns the expression of the id, and the condition on the rows. */
function selectionOf(messages: Messages): { readonly id: Sql; readonly condition: Sql } {
  switch (messages.of) {
    case "reports":
      return {
        id: sql`website_id`,
        condition: sql`website_id = ${bind("UInt32", messages.websiteId)}
          AND kind IN ('day', 'week', 'month')
          AND recipient_kind != 'webhook'`,
      };
    case "person":
      return {
        id: sql`toUInt32(recipient_id)`,
        condition: sql`website_id = 0
          AND recipient_kind = 'person'
          AND recipient_id = ${bind("String", String(messages.personId))}`,
      };
    case "alerts":
      return {
        id: sql`subject_id`,
        condition: sql`website_id = ${bind("UInt32", messages.websiteId)} AND kind = 'alert'`,
      };
    case "webhooks":
      return {
        id: sql`toUInt32(recipient_id)`,
        condition: sql`recipient_kind = 'webhook'`,
      };
  }
}
