import { mailKeyOf } from "../../definitions/alert.ts";

/** Somebody who gets a mail. */
export interface MailRecipient {
  /** The text that stands for the recipient in deliveries. */
  readonly key: string;
  /** `Name <address>`, or the address alone. */
  readonly mailbox: string;
}

/** Returns the recipients in a list of mailboxes, each once. */
export function recipientsOf(mailboxes: readonly string[]): MailRecipient[] {
  const found = new Map(
    mailboxes.map((mailbox): [string, MailRecipient] => {
      const key = mailKeyOf(addressOf(mailbox));
      return [key, { key, mailbox }];
    }),
  );
  return [...found.values()];
}

/** Returns the mailboxes of a setting, which separates them by commas. */
export function splitMailboxes(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Returns the address of a mailbox. */
export function addressOf(mailbox: string): string {
  return (/<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim();
}

/** Returns the recipients of a website's reports: its own, or else those of REPORT_TO. */
export function reportRecipients(
  own: readonly string[],
  defaults: readonly string[],
): MailRecipient[] {
  return recipientsOf(own.length > 0 ? own : defaults);
}
