import { createHash, randomUUID } from "node:crypto";

import { dayMs, isoDay } from "../../base/calendar.ts";
import type { Period } from "../content/email-report-period.ts";
import { everybody, nameOfRecipient, type Recipient } from "./recipient.ts";

/** The things that messages are about: reports by their length, and the others. */
export type DeliveryKind = Period | "alert" | "import" | "goal" | "webhook";

/** Identifies a delivery: one message for one recipient. */
export interface DeliveryKey {
  /** The same for all attempts, in all processes. Webhooks get it as the id of the message. */
  readonly eventId: string;
  /** 0 for what belongs to no website. */
  readonly websiteId: number;
  readonly kind: DeliveryKind;
  /** The id of the alert, the import or the goal; 0 for the others. */
  readonly subjectId: number;
  readonly recipient: Recipient;
  /** The time that the message tells about; see schema/0018-deliveries.sql. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly type: "report" | "alert" | "import" | "goal" | "test";
}

/** A message, before it is for somebody. */
type Told = Omit<DeliveryKey, "eventId" | "recipient">;

/** Returns the key of a mail of a report. */
export function reportMailKey(
  { websiteId, period, from }: { websiteId: number; period: Period; from: string },
  recipient: Recipient,
): DeliveryKey {
  const told = reportOf(websiteId, period, from);
  return keyOf(told, recipient, [period, from, ""]);
}

/** Returns the id of a mail of a report that an early release sent to everybody. */
export function idForEverybody({ websiteId, kind, fromMs }: DeliveryKey): string {
  return eventIdOf(websiteId, everybody, [kind, isoDay(fromMs / dayMs), ""]);
}

/** Returns the key of what a webhook is told of a report. */
export function reportNoticeKey(
  { websiteId, period, from }: { websiteId: number; period: Period; from: string },
  dueMs: number,
  recipient: Recipient,
): DeliveryKey {
  const told = reportOf(websiteId, period, from);
  return keyOf(told, recipient, ["report", dayOf(dueMs), `${period} ${from}`]);
}

function reportOf(websiteId: number, period: Period, from: string): Told {
  const fromMs = Date.parse(from);
  return { websiteId, kind: period, subjectId: 0, fromMs, untilMs: fromMs, type: "report" };
}

/** Returns the key of a message of an alert. */
export function alertKey(
  { websiteId, alertId }: { websiteId: number; alertId: number },
  { change, untilMs }: { readonly change: number; readonly untilMs: number },
  recipient: Recipient,
): DeliveryKey {
  const times = { fromMs: startOfDay(untilMs), untilMs };
  const told = { websiteId, kind: "alert", subjectId: alertId, ...times, type: "alert" } as const;
  return keyOf(told, recipient, ["alert", dayOf(untilMs), `${alertId} ${change}`]);
}

/** Returns the key of what a webhook is told of the end of an import. */
export function importKey(
  { websiteId, importId }: { websiteId: number; importId: number },
  finishedAt: string,
  recipient: Recipient,
): DeliveryKey {
  const untilMs = Date.parse(finishedAt);
  const times = { fromMs: startOfDay(untilMs), untilMs };
  const told = {
    websiteId,
    kind: "import",
    subjectId: importId,
    ...times,
    type: "import",
  } as const;
  return keyOf(told, recipient, ["import", dayOf(untilMs), `${importId} ${finishedAt}`]);
}

/** Returns the key of what a webhook is told of a goal. Its beginning names it. */
export function goalKey(
  { websiteId, goalId }: { websiteId: number; goalId: number },
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  recipient: Recipient,
): DeliveryKey {
  const times = { fromMs, untilMs };
  const told = { websiteId, kind: "goal", subjectId: goalId, ...times, type: "goal" } as const;
  return keyOf(told, recipient, ["goal", dayOf(fromMs), `${goalId} from ${fromMs / 1000}`]);
}

/** Returns the key of a test. All recipients of one test get it at the same moment. */
export function testKey(
  about: Pick<DeliveryKey, "websiteId" | "kind" | "subjectId">,
  nowMs: number,
  recipient: Recipient,
): DeliveryKey {
  const times = { fromMs: startOfDay(nowMs), untilMs: nowMs };
  return { ...about, ...times, type: "test", recipient, eventId: randomUUID() };
}

function keyOf(told: Told, recipient: Recipient, name: readonly string[]): DeliveryKey {
  return { ...told, recipient, eventId: eventIdOf(told.websiteId, recipient, name) };
}

/**
 * Returns the id that follows from the name of a message and its recipient. Names never change: the
 * attempts that an earlier release began have their ids.
 */
function eventIdOf(websiteId: number, recipient: Recipient, name: readonly string[]): string {
  const text = JSON.stringify([websiteId, ...name, nameOfRecipient(recipient)]);
  const hex = createHash("sha256").update(text).digest("hex");
  // Version 8 (RFC 9562): a UUID whose bits follow from something of ours.
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

const startOfDay = (timeMs: number) => timeMs - (timeMs % dayMs);
const dayOf = (timeMs: number) => isoDay(Math.floor(timeMs / dayMs));
