import { randomUUID } from "node:crypto";

import { withoutAddresses } from "../../base/email-address.ts";
import type { Database } from "../../clickhouse/database.ts";
import { insertRow } from "../../clickhouse/insert-row.ts";
import { bind, identifier, moment, sql } from "../../clickhouse/sql.ts";
import { type DeliveryKey, type DeliveryKind, idForEverybody } from "./delivery-key.ts";
import type { Recipient } from "./recipient.ts";

/** A row of the table `deliveries`, which schema/0018-deliveries.sql describes. */
export interface Attempt extends DeliveryKey {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly status: "begun" | "sent" | "refused" | "unknown";
  /** Random text by which a sender recognises its own attempt. */
  readonly sender: string;
  /** Why it failed, in words; "" if it did not. */
  readonly answer: string;
  readonly timeMs: number;
}

/** The outcome of an attempt. Only `refused` means that certainly nobody gets it. */
export type Outcome =
  | { readonly status: "sent"; readonly rejected: readonly string[] }
  | { readonly status: "refused" | "unknown"; readonly error: unknown };

/** The way in which deliveries reach their recipients. */
export type ChannelName = "mail" | "webhook";

interface Row {
  event_id: string;
  website_id: number;
  kind: DeliveryKind;
  subject_id: number;
  recipient_kind: Recipient["kind"];
  recipient_id: string;
  from_ms: number | string;
  until_ms: number | string;
  type: DeliveryKey["type"];
  attempts: number;
  status: Attempt["status"];
  answer: string;
  sender: string;
  time_ms: number | string;
}

const answerCharactersMax = 300;
const from = identifier("from");

/** Reads the attempts at deliveries over a channel that tell about this moment or a later one. */
export async function readAttempts(
  db: Database,
  sinceMs: number,
  channel: ChannelName = "mail",
): Promise<Attempt[]> {
  const rows = await db.rows<Row>(sql`
    SELECT
      * EXCEPT (${from}, until, time),
      toUnixTimestamp64Milli(${from}) AS from_ms,
      toUnixTimestamp64Milli(until) AS until_ms,
      toUnixTimestamp64Milli(time) AS time_ms
    FROM deliveries
    WHERE ${from} >= ${moment(sinceMs)}
      AND (recipient_kind = 'webhook') = ${channel === "webhook" ? sql`true` : sql`false`}
    ORDER BY attempts ASC, time ASC, status ASC`);
  return rows.map((row) => ({
    eventId: row.event_id,
    websiteId: row.website_id,
    kind: row.kind,
    subjectId: row.subject_id,
    recipient: { kind: row.recipient_kind, id: row.recipient_id },
    fromMs: Number(row.from_ms),
    untilMs: Number(row.until_ms),
    type: row.type,
    attempt: row.attempts,
    status: row.status,
    answer: row.answer,
    sender: row.sender,
    timeMs: Number(row.time_ms),
  }));
}

/**
 * Begins an attempt and returns it, or undefined if another sender has begun it. At most one sender
 * gets it, even after a crash. Deduplication is not needed for that: a sender that sees another
 * sender's row has lost the race.
 */
export async function beginAttempt(
  db: Database,
  key: DeliveryKey,
  attempt: number,
  nowMs: number,
): Promise<Attempt | undefined> {
  const began = { status: "begun", sender: randomUUID(), answer: "", timeMs: nowMs } as const;
  const begun: Attempt = { ...keyIn(key), attempt, ...began };
  await insert(db, begun);
  const rivals = await db.rows<{ sender: string }>(sql`
    SELECT sender
    FROM deliveries
    WHERE website_id = ${bind("UInt32", key.websiteId)}
      AND event_id IN ${bind("Array(UUID)", [key.eventId, idForEverybody(key)])}
      AND attempts = ${bind("UInt32", attempt)}`);
  return rivals.length === 1 && rivals[0]?.sender === begun.sender ? begun : undefined;
}

/** Stores the outcome of an attempt. Repeated calls store it once. */
export function saveOutcome(db: Database, ended: Attempt): Promise<void> {
  return insert(db, ended);
}

/** Returns the words for why an attempt failed, which have a limit. */
export function problemOf(error: unknown): string {
  // That of a host with several addresses says nothing itself.
  const first = error instanceof AggregateError && error.message === "" ? error.errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  return text.replaceAll(/\s+/g, " ").trim().slice(0, answerCharactersMax);
}

/** Returns the words for the log, which has no personal data. */
export function loggedProblemOf(error: unknown): string {
  return withoutAddresses(problemOf(error));
}

/** Returns the key alone of something that has more than that. */
function keyIn(key: DeliveryKey): DeliveryKey {
  const { eventId, websiteId, kind, subjectId, recipient, fromMs, untilMs, type } = key;
  return { eventId, websiteId, kind, subjectId, recipient, fromMs, untilMs, type };
}

function insert(db: Database, attempt: Attempt): Promise<void> {
  const { eventId, websiteId, subjectId, recipient, fromMs, untilMs, timeMs, ...rest } = attempt;
  const { attempt: attempts, kind, type, status, answer, sender } = rest;
  const textOf = (ms: number) => new Date(ms).toISOString().slice(0, -1);
  const row = {
    event_id: eventId,
    website_id: websiteId,
    kind,
    subject_id: subjectId,
    recipient_kind: recipient.kind,
    recipient_id: recipient.id,
    from: textOf(fromMs),
    until: textOf(untilMs),
    type,
    attempts,
    status,
    answer,
    sender,
    time: textOf(timeMs),
  };
  // Only the beginning is a race: an outcome comes from the sender that began the attempt.
  const token = `delivery:${eventId}:${attempts}:${status === "begun" ? "begun" : "ended"}`;
  return insertRow(db, sql`deliveries`, row, token);
}
