import { html } from "../../base/html.ts";
import type { Language } from "../../base/languages.ts";
import { invitationDays } from "../../model/choices.ts";
import { wordingOf } from "../content/wording.ts";
import { mailBody } from "./mail-body.ts";
import { composeMail } from "./message.ts";
import { sendNow } from "./send-now.ts";
import type { SmtpServer } from "./smtp.ts";

export interface LinkMail {
  readonly to: string;
  readonly kind: "invitation" | "reset";
  /** The link, for the person alone. */
  readonly url: string;
  readonly language: Language;
}

export interface LinkSender extends SmtpServer {
  /** Sender, as `Name <address>` or the address alone. */
  readonly from: string;
}

/** Mails a link. Rejects if the mail server does not take the mail within ten seconds. */
export async function sendLinkMail(sender: LinkSender, mail: LinkMail): Promise<void> {
  const { from } = sender;
  const { to, kind, url, language } = mail;
  const wording = await wordingOf(language);
  const { invitation, reset } = wording.words;
  const { subject, text } = wording.words[kind];
  const after = kind === "invitation" ? invitation.after(invitationDays) : reset.after;
  const message = await composeMail({
    from,
    to,
    subject,
    nowMs: Date.now(),
    text: `${text}\n\n${url}\n\n${after}\n`,
    html: mailBody(
      wording,
      // The link is one long word, which a phone breaks.
      html`<p>${text}</p><p><a href="${url}" dir="ltr" style="word-break:break-all">${url}</a></p><p>${after}</p>`,
    ),
  });
  await sendNow(sender, message);
}
