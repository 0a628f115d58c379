import { randomUUID } from "node:crypto";
import type { EmailReport } from "../content/email-report.ts";
import { subjectOf, wordingOf } from "../content/wording.ts";
import { htmlOf } from "./email-report-html.ts";
import { type LinkBase, linksOf } from "./email-report-links.ts";
import { textOf } from "./plain-text.ts";
import type { Subscription } from "./unsubscribe-token.ts";

/** The sender of mails, and the base of their links. */
export interface MailOrigin extends LinkBase {
  /** Sender, as `Name <address>` or the address alone. */
  readonly from: string;
}

/** A mail in the form that SMTP sends. */
export interface Message {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: Buffer;
}

/** The parts of a mail. */
export interface MailParts {
  readonly from: string;
  /** `Name <address>`, or the address alone. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same id for each attempt, so that a mail server can recognise a repetition. */
  readonly messageId?: string | undefined;
  readonly nowMs: number;
  /** The link that ends the mails, for programs; undefined if there is nothing to end. */
  readonly unsubscribe?: string | undefined;
}

/** Composes a mail to one recipient. */
export async function composeMail(parts: MailParts): Promise<Message> {
  const { unsubscribe, nowMs, messageId = `<${randomUUID()}@footfall>`, ...rest } = parts;
  // Loaded only when needed, as in smtp.ts.
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const mail = new MailComposer({
    ...rest,
    date: new Date(nowMs),
    messageId,
    headers: {
      ...(unsubscribe !== undefined && {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
      // Prevents automatic replies, such as holiday notices.
      "Auto-Submitted": "auto-generated",
    },
  }).compile();
  const { from, to } = mail.getEnvelope();
  if (from === false) throw new Error("REPORT_FROM has no address");
  return { envelope: { from, to }, raw: await mail.build() };
}

export interface ReportMailOptions {
  readonly to: string;
  readonly subscription: Subscription;
  /** Whether the report covers the last day, week or month. */
  readonly isNewest: boolean;
  readonly messageId?: string;
  readonly nowMs: number;
}

/** Composes the mail of a report to one recipient, in the language of the report. */
export async function composeReport(
  report: EmailReport,
  origin: MailOrigin,
  { to, subscription, isNewest, messageId, nowMs }: ReportMailOptions,
): Promise<Message> {
  const links = linksOf(origin, subscription, report);
  const wording = await wordingOf(report.language);
  return composeMail({
    from: origin.from,
    to,
    messageId,
    nowMs,
    subject: subjectOf(wording, report, isNewest),
    text: textOf(wording, report, links),
    html: htmlOf(wording, report, links),
    unsubscribe: links.unsubscribe,
  });
}
