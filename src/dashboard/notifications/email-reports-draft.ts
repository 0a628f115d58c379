import { type Period, wantedPeriods } from "../../model/choices.ts";
import type { EmailReportsRecord } from "../../model/email-reports.ts";
import { notificationsWords } from "../words/notifications.ts";
import { format } from "../words/reader.ts";
import { addressesIn } from "./recipients.ts";

const words = notificationsWords.reports;

/** Whether there is a report of each. */
export type Periods = Readonly<Record<Period, boolean>>;

/** The e-mail reports of a website as the form has them. */
export interface ReportsDraft extends Periods {
  /** The addresses as they were typed. */
  readonly addresses: string;
  readonly sendAt: string;
}

/** Returns the draft of what is set. Where nobody would get a report, whoever asks is proposed. */
export function draftOf(record: EmailReportsRecord, ownAddress: string | undefined): ReportsDraft {
  const { day, week, month, to, send_at: sendAt, default_recipients: defaults } = record;
  const proposed = to.length === 0 && defaults === 0 && ownAddress ? [ownAddress] : to;
  return { day, week, month, sendAt, addresses: proposed.join("\n") };
}

/** Returns the draft as the API takes it. */
export function bodyOf({ day, week, month, addresses, sendAt }: ReportsDraft): object {
  return { day, week, month, to: addressesIn(addresses), send_at: sendAt };
}

/** Returns whether a report is chosen that nobody would get. */
export function lacksAddresses(
  draft: ReportsDraft,
  { default_recipients: defaults }: Pick<EmailReportsRecord, "default_recipients">,
): boolean {
  const isChosen = wantedPeriods.some((name) => draft[name]);
  return isChosen && defaults === 0 && addressesIn(draft.addresses).length === 0;
}

/** Returns when reports of these lengths are sent, each in words. */
export function timesOf(chosen: readonly Period[]): string[] {
  return chosen.map((name) => words.times[name]);
}

/** Returns who gets which reports, in a sentence. */
export function planOf(
  draft: ReportsDraft,
  { default_recipients: defaults }: Pick<EmailReportsRecord, "default_recipients">,
): string {
  const chosen = wantedPeriods.filter((name) => draft[name]);
  if (chosen.length === 0) return words.off;
  const addresses = addressesIn(draft.addresses);
  if (addresses.length === 0 && defaults === 0) return words.nobody;
  const to = addresses.length === 0 ? [words.defaults(defaults)] : addresses;
  return words.plan(to, timesOf(chosen), format.clock(draft.sendAt));
}
