import type { EmailReport } from "./email-report.ts";
import { htmlOf } from "./html-report.ts";
import { textOf } from "./plain-text.ts";
import { type LinkBase, linksOf } from "./report-links.ts";
import { subjectOf } from "./wording.ts";

/** The sender and the recipients of reports, and the base of their links. */
export interface Addresses extends LinkBase {
  /** Sender, as `Name <address>` or the address alone. */
  readonly from: string;
  /** Recipients in the same form, separated by commas. */
  readonly to: string;
}

/** A mail in the form that SMTP sends. */
export interface Message {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: Buffer;
}

export interface MessageOptions {
  readonly websiteId: number;
  /** Whether the report covers the last week or month. */
  readonly isNewest: boolean;
  /** The same id for each attempt, so that a mail server can recognise a repetition. */
  readonly messageId?: string;
  readonly nowMs: number;
}

export async function composeMessage(
  report: EmailReport,
  addresses: Addresses,
  { websiteId, isNewest, messageId, nowMs }: MessageOptions,
): Promise<Message> {
  const links = linksOf(addresses, websiteId, report);
  // Loaded only when needed, as in smtp.ts.
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const mail = new MailComposer({
    from: addresses.from,
    to: addresses.to,
    subject: subjectOf(report, isNewest),
    text: textOf(report, links),
    html: htmlOf(report, links),
    date: new Date(nowMs),
    messageId,
    headers: {
      "List-Unsubscribe": `<${links.unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      // Prevents automatic replies, such as holiday notices.
      "Auto-Submitted": "auto-generated",
    },
  }).compile();
  const { from, to } = mail.getEnvelope();
  if (from === false) throw new Error("REPORT_FROM has no address");
  return { envelope: { from, to }, raw: await mail.build() };
}
