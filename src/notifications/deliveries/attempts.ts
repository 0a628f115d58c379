import { randomUUID } from "node:crypto";

import { withoutAddresses } from "../../base/email-address.ts";
import type { Database } from "../../clickhouse/database.ts";
import { insertRow } from "../../clickhouse/insert-row.ts";
import { bind, sql } from "../../clickhouse/sql.ts";

/** The kinds of deliveries: the mails of reports by their period, and the others. */
export type DeliveryKind =
  | "day"
  | "week"
  | "month"
  | "alert"
  | "report"
  | "import"
  | "goal"
  | "test";

/** Identifies a delivery: one message for one recipient. */
export interface DeliveryKey {
  /** 0 for what belongs to no website. */
  readonly websiteId: number;
  readonly period: DeliveryKind;
  /** First day of the report; for other kinds, the day in UTC on which it was due. */
  readonly from: string;
  /** Tells the deliveries of a website and day apart. */
  readonly about: string;
  /** `mail ADDRESS`, `person ID` or `webhook ID`; "" for all recipients of an earlier release. */
  readonly recipient: string;
}

/** A row of the table `email_reports`, which schema/0013-notifications.sql describes. */
export interface Attempt extends DeliveryKey {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly state: "begun" | "sent" | "refused" | "unknown";
  /** Random text by which a sender recognises its own attempt. */
  readonly sender: string;
  /** Why it failed, in words; "" if it did not. */
  readonly problem: string;
  readonly timeMs: number;
  /** The end of the time that it tells about, if its name does not say that. */
  readonly endMs?: number | undefined;
}

/** The outcome of an attempt. Only `refused` means that certainly nobody gets it. */
export type Outcome =
  | { readonly state: "sent"; readonly rejected: readonly string[] }
  | { readonly state: "refused" | "unknown"; readonly error: unknown };

/** The way in which deliveries reach their recipients. */
export type ChannelName = "mail" | "webhook";

interface Row {
  website_id: number;
  period: DeliveryKind;
  first_day: string;
  about: string;
  recipient: string;
  attempt: number;
  state: Attempt["state"];
  sender: string;
  problem: string;
  time_ms: number;
  ends: number;
}

const problemCharactersMax = 300;

/** Reads the attempts at deliveries over a channel that are due on this day or later. */
export async function readAttempts(
  db: Database,
  from: string,
  channel: ChannelName = "mail",
): Promise<Attempt[]> {
  const isWebhook = sql`startsWith(recipient, 'webhook ')`;
  const rows = await db.rows<Row>(sql`
    SELECT
      * EXCEPT (time, ends),
      toUnixTimestamp64Milli(email_reports.time) AS time_ms,
      toUnixTimestamp(email_reports.ends) AS ends
    FROM email_reports
    WHERE first_day >= ${bind("Date", from)}
      AND ${channel === "webhook" ? isWebhook : sql`NOT ${isWebhook}`}
    ORDER BY attempt ASC, time ASC, state ASC`);
  return rows.map(({ website_id, first_day, time_ms, ends, ...row }) => {
    const times = { timeMs: Number(time_ms), endMs: ends === 0 ? undefined : ends * 1000 };
    return { ...row, websiteId: website_id, from: first_day, ...times };
  });
}

/**
 * Begins an attempt and returns it, or undefined if another sender has begun it. At most one sender
 * gets it, even after a crash. Deduplication is not needed for that: a sender that sees another
 * sender's row has lost the race.
 */
export async function beginAttempt(
  db: Database,
  { websiteId, period, from, about, recipient, endMs }: DeliveryKey & Pick<Attempt, "endMs">,
  attempt: number,
  nowMs: number,
): Promise<Attempt | undefined> {
  const key = { websiteId, period, from, about, recipient };
  const began = { state: "begun", sender: randomUUID(), problem: "", timeMs: nowMs } as const;
  const begun: Attempt = { ...key, attempt, ...began, endMs };
  await insert(db, begun);
  const rivals = await db.rows<{ sender: string }>(sql`
    SELECT sender
    FROM email_reports
    WHERE website_id = ${bind("UInt32", websiteId)}
      AND period = ${bind("String", period)}
      AND first_day = ${bind("Date", from)}
      AND about = ${bind("String", about)}
      AND recipient IN ${bind("Array(String)", [recipient, ""])}
      AND attempt = ${bind("UInt32", attempt)}`);
  return rivals.length === 1 && rivals[0]?.sender === begun.sender ? begun : undefined;
}

/** Stores the outcome of an attempt. Repeated calls store it once. */
export function saveOutcome(db: Database, ended: Attempt): Promise<void> {
  return insert(db, ended);
}

/** Returns a text that is unique to the delivery. */
export function nameOf({ websiteId, period, from, about, recipient }: DeliveryKey): string {
  return JSON.stringify([websiteId, period, from, about, recipient]);
}

/** Returns the words for why an attempt failed, which have a limit. */
export function problemOf(error: unknown): string {
  // That of a host with several addresses says nothing itself.
  const first = error instanceof AggregateError && error.message === "" ? error.errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  return text.replaceAll(/\s+/g, " ").trim().slice(0, problemCharactersMax);
}

/** Returns the words for the log, which has no personal data. */
export function loggedProblemOf(error: unknown): string {
  return withoutAddresses(problemOf(error));
}

function insert(
  db: Database,
  { websiteId, from, timeMs, endMs = 0, ...rest }: Attempt,
): Promise<void> {
  const row: Readonly<Record<Exclude<keyof Row, "time_ms"> | "time", unknown>> = {
    ...rest,
    website_id: websiteId,
    first_day: from,
    ends: endMs / 1000,
    time: new Date(timeMs).toISOString().slice(0, -1),
  };
  // Only the beginning is a race: an outcome comes from the sender that began the attempt.
  const { period, about, recipient, attempt, state } = rest;
  const key = [websiteId, period, from, about, recipient, attempt].join(":");
  const token = `report:${key}:${state === "begun" ? "begun" : "ended"}`;
  return insertRow(db, sql`email_reports`, row, token);
}
