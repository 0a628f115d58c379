import { dayMs } from "../base/calendar.ts";
import { comparableEmail } from "../base/email-address.ts";

/** The numbers that an alert can look at. docs/alerts.md defines them. */
export type AlertMetric = "visitors" | "pageviews" | "events" | "goal" | "reads";

/** A number of the last minutes that is above or below a threshold. */
export interface CountRule {
  readonly metric: AlertMetric;
  readonly goal_id?: number;
  /** The reader whose reads are counted; those of all if undefined. */
  readonly reader?: string;
  readonly window_minutes: number;
  readonly above?: number;
  readonly below?: number;
}

/** The same beside the median of the same hours of earlier weeks. */
export interface WeekdayRule {
  readonly metric: AlertMetric;
  readonly goal_id?: number;
  readonly against: "weekday";
  readonly window_minutes: number;
  readonly times_above?: number;
  readonly times_below?: number;
}

/** Nothing of any kind came. */
export interface SilenceRule {
  readonly silent_minutes: number;
}

/** When an alert fires, in the fields of the API. */
export type AlertRule = CountRule | WeekdayRule | SilenceRule;

/** Somebody or something that an alert tells, in the fields of the API. */
export type AlertRecipient =
  | { readonly email: string }
  | { readonly person_id: number }
  | { readonly webhook_id: number };

export type AlertState = "quiet" | "firing";

/** The numbers that an alert has seen in a window. */
export interface AlertReading {
  readonly fromMs: number;
  readonly untilMs: number;
  /** The number of the window; for silence, the minutes in which nothing came. */
  readonly number: number;
  /** For comparisons with weekdays: the numbers of the earlier weeks, the last first. */
  readonly earlier?: readonly number[];
  readonly median?: number;
}

/** A change of state that is told, with all that the message says. */
export interface AlertMessage extends AlertReading {
  /** Numbers the changes of the alert. */
  readonly change: number;
  readonly state: AlertState;
  readonly when: AlertRule;
  /** Those who are told, unless they are taken out meanwhile. */
  readonly to: readonly AlertRecipient[];
}

/** Something that a website's people want to be told. */
export interface Alert {
  /** Unique among the website's alerts. */
  readonly name: string;
  readonly when: AlertRule;
  /** From and to this hour of the website's day; to a lower one, over midnight. Null for always. */
  readonly hours: readonly [number, number] | null;
  /** Least minutes between two firings that are told. */
  readonly pauseMinutes: number;
  readonly to: readonly AlertRecipient[];
  readonly enabled: boolean;
  readonly state: AlertState;
  /** Time of the last change of the state, or null. */
  readonly changedMs: number | null;
  /** Number of changes of the state. */
  readonly changes: number;
  /** Time of the last firing that was told, or null. */
  readonly toldMs: number | null;
  /** Whether the firing that lasts was told; its end is told then, too. */
  readonly isTold: boolean;
  /** The last changes that are told, oldest first. */
  readonly messages: readonly AlertMessage[];
}

/** The part of an alert that Footfall changes by itself. */
export type AlertProgress = Pick<
  Alert,
  "state" | "changedMs" | "changes" | "toldMs" | "isTold" | "messages"
>;

export const newProgress: AlertProgress = {
  state: "quiet",
  changedMs: null,
  changes: 0,
  toldMs: null,
  isTold: false,
  messages: [],
};

const minuteMs = 60_000;
/** More changes within a day are more than anybody reads. */
const messagesMax = 20;

/**
 * Returns the progress of an alert whose fields are changed. Another rule begins anew: its numbers
 * have nothing to do with those of before. An alert that is switched off is quiet.
 */
export function progressAfterEdit(
  before: Alert | undefined,
  after: Omit<Alert, keyof AlertProgress>,
) {
  if (before === undefined) return newProgress;
  const { state, changedMs, changes, toldMs, isTold, messages } = before;
  if (JSON.stringify(before.when) !== JSON.stringify(after.when)) {
    return { ...newProgress, changes };
  }
  if (!after.enabled) return { ...newProgress, changes, toldMs };
  return { state, changedMs, changes, toldMs, isTold, messages };
}

/** Returns the alert after a look at its rule; undefined if nothing changes. */
export function afterReading(
  alert: Alert,
  isFiring: boolean,
  reading: AlertReading,
  nowMs: number,
): Alert | undefined {
  const state: AlertState = isFiring ? "firing" : "quiet";
  if (alert.state === state) return undefined;
  const { pauseMinutes, toldMs, when, to } = alert;
  const isPausing = toldMs !== null && nowMs < toldMs + pauseMinutes * minuteMs;
  const isTold = isFiring ? !isPausing : alert.isTold;
  const change = alert.changes + 1;
  const recent = alert.messages.filter(({ untilMs }) => untilMs > nowMs - dayMs);
  const message: AlertMessage = { ...reading, change, state, when, to };
  return {
    ...alert,
    state,
    changedMs: nowMs,
    changes: change,
    toldMs: isFiring && isTold ? nowMs : toldMs,
    isTold: isFiring && isTold,
    messages: isTold ? [...recent, message].slice(-messagesMax) : recent,
  };
}

/** Returns a text that stands for a recipient, as deliveries name it. */
export function recipientKey(recipient: AlertRecipient): string {
  if ("email" in recipient) return mailKeyOf(recipient.email);
  return "person_id" in recipient
    ? `person ${recipient.person_id}`
    : `webhook ${recipient.webhook_id}`;
}

/** Returns the e-mail addresses that an alert names. */
export function addressesOf(to: readonly AlertRecipient[]): string[] {
  return to.flatMap((recipient) => ("email" in recipient ? [recipient.email] : []));
}

/** Returns the text that stands for an e-mail address, whatever its case. */
export function mailKeyOf(address: string): string {
  return `mail ${comparableEmail(address)}`;
}
