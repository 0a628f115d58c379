import { html } from "../base/html.ts";
import { composeMail } from "./message.ts";
import { sendNow } from "./send-now.ts";

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
  const { to, kind, url } = mail;
  const { subject, text, after } = words[kind];
  const message = await composeMail({
    ...{ from, to, subject, nowMs: Date.now() },
    text: `${text}\n\n${url}\n\n${after}\n`,
    html: html`<p>${text}</p><p><a href="${url}">${url}</a></p><p>${after}</p>`.markup,
  });
  await sendNow(smtpUrl, message);
}
