import { htmlOf } from "./html-report.ts";
import { textOf } from "./plain-text.ts";
import type { Report } from "./report.ts";
import { type LinkBase, linksOf } from "./report-links.ts";
import { subjectOf } from "./wording.ts";

/** Who reports are from and go to, and where their links lead. */
export interface Addresses extends LinkBase {
  /** `Name <address>`, or the address alone. */
  readonly from: string;
  /** The same, separated by commas. */
  readonly to: string;
}

/** A mail as it goes over the wire. */
export interface Message {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: Buffer;
}

export interface MessageOptions {
  readonly websiteId: number;
  /** Whether the report is about the last week or month. */
  readonly isNewest: boolean;
  /** Repeated for the same report, so that a mail server which has it already can tell. */
  readonly messageId?: string;
  readonly nowMs: number;
}

export async function composeMessage(
  report: Report,
  addresses: Addresses,
  { websiteId, isNewest, messageId, nowMs }: MessageOptions,
): Promise<Message> {
  const links = linksOf(addresses, websiteId, report);
  // Here, as in smtp.ts.
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
      // No answers of those who are on holiday.
      "Auto-Submitted": "auto-generated",
    },
  }).compile();
  const { from, to } = mail.getEnvelope();
  if (from === false) throw new Error("REPORT_FROM holds no address");
  return { envelope: { from, to }, raw: await mail.build() };
}
