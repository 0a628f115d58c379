import { randomUUID } from "node:crypto";

import { html } from "../base/html.ts";
import type { Message } from "./message.ts";
import { SmtpSession } from "./smtp.ts";

export interface LinkMail {
  readonly to: string;
  readonly kind: "invitation" | "reset";
  /** The link, for the person alone. */
  readonly url: string;
}

export interface LinkSender {
  readonly smtpUrl: string;
  /** Sender, as `Name <address>` or the address alone. */
  readonly from: string;
}

/** A person waits for the answer. */
const sendMs = 10_000;

const words = {
  invitation: {
    subject: "Your invitation to Footfall",
    text: "You were invited to see web statistics. Choose a password to sign in:",
    after: "The link is valid for 7 days, and can be used once. It is for you alone.",
  },
  reset: {
    subject: "A new password for Footfall",
    text: "Somebody, probably you, has asked for a new password. Choose one here:",
    after: "The link is valid for an hour, and can be used once. Without it, nothing changes.",
  },
} as const;

/** Mails a link. Rejects if the mail server does not take the mail within ten seconds. */
export async function sendLinkMail({ smtpUrl, from }: LinkSender, mail: LinkMail): Promise<void> {
  const message = await composeLinkMail(from, mail);
  const signal = AbortSignal.timeout(sendMs);
  const session = await SmtpSession.open(smtpUrl, signal);
  const cutOff = () => session.close();
  signal.addEventListener("abort", cutOff);
  try {
    const outcome = await session.send(message);
    if (outcome.state !== "sent") throw outcome.error;
    if (outcome.rejected.length > 0) throw new Error("the mail server refused the recipient");
  } finally {
    signal.removeEventListener("abort", cutOff);
    session.end();
  }
}

async function composeLinkMail(from: string, { to, kind, url }: LinkMail): Promise<Message> {
  const { subject, text, after } = words[kind];
  // Loaded only when needed, as in smtp.ts.
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const mail = new MailComposer({
    ...{ from, to: { name: "", address: to }, subject },
    text: `${text}\n\n${url}\n\n${after}\n`,
    html: html`<p>${text}</p><p><a href="${url}">${url}</a></p><p>${after}</p>`.markup,
    messageId: `<${randomUUID()}@footfall>`,
    headers: { "Auto-Submitted": "auto-generated" },
  }).compile();
  const envelope = mail.getEnvelope();
  if (envelope.from === false) throw new Error("REPORT_FROM has no address");
  return { envelope: { from: envelope.from, to: envelope.to }, raw: await mail.build() };
}
