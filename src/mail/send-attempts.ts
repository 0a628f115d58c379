import { randomUUID } from "node:crypto";

import type { Database } from "../clickhouse/database.ts";
import { insertRow } from "../clickhouse/insert-row.ts";
import { bind, sql } from "../clickhouse/sql.ts";
import type { Period } from "./report-period.ts";

/** Identifies a report. */
export interface ReportKey {
  readonly websiteId: number;
  readonly period: Period;
  /** First day of the week or month. */
  readonly from: string;
}

/** A row of the table `email_reports`, which schema/0001-baseline.sql describes. */
export interface Attempt extends ReportKey {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly state: "begun" | "sent" | "refused" | "unknown";
  /** Random text by which a sender recognises its own attempt. */
  readonly sender: string;
  readonly timeMs: number;
}

interface Row {
  website_id: number;
  period: Period;
  first_day: string;
  attempt: number;
  state: Attempt["state"];
  sender: string;
  time_ms: number;
}

/** Reads the attempts at reports that begin on this day or later. */
export async function readAttempts(db: Database, from: string): Promise<Attempt[]> {
  const rows = await db.rows<Row>(sql`
    SELECT
      * EXCEPT time,
      toUnixTimestamp64Milli(email_reports.time) AS time_ms
    FROM email_reports
    WHERE first_day >= ${bind("Date", from)}
    ORDER BY attempt ASC, time ASC, state ASC`);
  return rows.map(({ website_id, first_day, time_ms, ...row }) => {
    return { ...row, websiteId: website_id, from: first_day, timeMs: Number(time_ms) };
  });
}

/**
 * Begins an attempt and returns it, or undefined if another sender has begun it. At most one sender
 * gets it, even after a crash. Deduplication is not needed for that: a sender that sees another
 * sender's row has lost the race.
 */
export async function beginAttempt(
  db: Database,
  key: ReportKey,
  attempt: number,
  nowMs: number,
): Promise<Attempt | undefined> {
  const begun: Attempt = { ...key, attempt, state: "begun", sender: randomUUID(), timeMs: nowMs };
  await insert(db, begun);
  const { websiteId, period, from } = key;
  const rivals = await db.rows<{ sender: string }>(sql`
    SELECT sender
    FROM email_reports
    WHERE website_id = ${bind("UInt32", websiteId)}
      AND period = ${bind("String", period)}
      AND first_day = ${bind("Date", from)}
      AND attempt = ${bind("UInt32", attempt)}`);
  return rivals.length === 1 && rivals[0]?.sender === begun.sender ? begun : undefined;
}

/** Stores the outcome of an attempt. Repeated calls store it once. */
export function saveOutcome(db: Database, ended: Attempt): Promise<void> {
  return insert(db, ended);
}

/** Returns a text that is unique to the report. */
export function nameOf({ websiteId, period, from }: ReportKey): string {
  return `${websiteId} ${period} ${from}`;
}

function insert(db: Database, { websiteId, from, timeMs, ...rest }: Attempt): Promise<void> {
  const row: Readonly<Record<Exclude<keyof Row, "time_ms"> | "time", unknown>> = {
    ...rest,
    website_id: websiteId,
    first_day: from,
    time: new Date(timeMs).toISOString().slice(0, -1),
  };
  // Only the beginning is a race: an outcome comes from the sender that began the attempt.
  const { period, attempt, state } = rest;
  const token = `report:${websiteId}:${period}:${from}:${attempt}:${state === "begun" ? "begun" : "ended"}`;
  return insertRow(db, sql`email_reports`, row, token);
}
