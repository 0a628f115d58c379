import { comparableEmail } from "../../base/email-address.ts";
import type { AlertRecipient } from "../../definitions/alert.ts";

/** Somebody, or something, that gets messages. */
export interface Recipient {
  /** `everybody`: an early release sent one mail to all recipients of a report. */
  readonly kind: "mail" | "person" | "webhook" | "everybody";
  /** The e-mail address, or the id of the person or the webhook. */
  readonly id: string;
}

/** The recipient of the mails of an early release. */
export const everybody: Recipient = { kind: "everybody", id: "" };

/** Returns the recipient with an e-mail address, whatever its case. */
export function byMail(address: string): Recipient {
  return { kind: "mail", id: comparableEmail(address) };
}

/** Returns a person, or a webhook, as a recipient. */
export function byId(kind: "person" | "webhook", id: number): Recipient {
  return { kind, id: String(id) };
}

/** Returns the recipient that an alert names. */
export function recipientOf(named: AlertRecipient): Recipient {
  if ("email" in named) return byMail(named.email);
  return "person_id" in named ? byId("person", named.person_id) : byId("webhook", named.webhook_id);
}

/** Returns the text by which the API names a recipient, and from which hashes are made. */
export function nameOfRecipient({ kind, id }: Recipient): string {
  return kind === "everybody" ? "" : `${kind} ${id}`;
}
