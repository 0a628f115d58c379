import { untilAborted } from "../../base/async/abort-signal.ts";
import { isoDay, localDay } from "../../base/calendar.ts";
import { type Period, periods } from "../../model/choices.ts";
import type { StatisticsQueries } from "../../stats/statistics.ts";
import type { Website } from "../../websites/website.ts";
import {
  type AlertDelivery,
  alertDeliveries,
  type StoredAlert,
} from "../alerts/alert-deliveries.ts";
import { type EmailReport, type ReportSources, readEmailReport } from "../content/email-report.ts";
import { daysLateMax, newestDue, type Span } from "../content/email-report-period.ts";
import { Deliverer, type DelivererOptions, type Delivery } from "../deliveries/deliverer.ts";
import { reportMailKey } from "../deliveries/delivery-key.ts";
import { mailSchedule } from "../deliveries/next-attempt.ts";
import { byMail, nameOfRecipient } from "../deliveries/recipient.ts";
import { composeAlertMail } from "./alert-mail.ts";
import { MailChannel } from "./mail-channel.ts";
import {
  addressOf,
  type MailRecipient,
  recipientsOf,
  reportRecipients,
  splitMailboxes,
} from "./mailboxes.ts";
import { composeReport, type MailOrigin, type Message } from "./message.ts";
import type { SmtpServer } from "./smtp.ts";
import { recipientHash } from "./unsubscribe-token.ts";

export interface MailerOptions
  extends MailOrigin,
    SmtpServer,
    Pick<DelivererOptions<Message>, "db" | "prepare" | "logger" | "now"> {
  /** The recipients of websites that name none, separated by commas. */
  readonly to: string;
  readonly statistics: StatisticsQueries;
  readonly definitions: ReportSources["definitions"];
  readonly websites: {
    list(): readonly Website[];
    find(id: number): Website | undefined;
  };
  /** Resolves when all events accepted so far are in the store. */
  readonly shipped: () => Promise<void>;
  /** Resolves with the alerts of the websites. */
  readonly alerts?: () => Promise<readonly StoredAlert[]>;
  /** Returns the address of a person who may see the website, if there is one. */
  readonly addressOf?: (personId: number, websiteId: number) => string | undefined;
  /** Resolves with other mails that are due, with the parts that they need. */
  readonly others?: () => Promise<readonly Delivery<Message>[]>;
}

/** A session ends by itself before. A cut in the middle of a mail leaves open whether it came. */
const sendMsMax = 6 * 60_000;

/** Sends mails. */
export type Mailer = Deliverer<Message>;

/**
 * Returns what sends the mails that are due, one at a time: alerts, then reports. Each recipient
 * gets a mail of its own. docs/email-reports.md has the rules.
 */
export function openMailer(options: MailerOptions): Mailer {
  const channel = new MailChannel(options, options.logger, options.now);
  return new Deliverer({
    ...options,
    channel: "mail",
    togetherMax: 1,
    sendMsMax,
    isPausing: () => channel.isPausing(),
    open: (signal) => channel.open(signal),
    find: async () => [
      ...(await dueAlerts(options)),
      ...dueReports(options),
      ...((await options.others?.()) ?? []),
    ],
  });
}

async function dueAlerts(options: MailerOptions): Promise<Delivery<Message>[]> {
  const { alerts = async () => [], now } = options;
  const due = alertDeliveries(await alerts(), now());
  return due.flatMap((delivery) => dueAlert(delivery, options));
}

/** Returns the mail of an alert; nothing for a recipient that gets none. */
function dueAlert(
  { news, recipient, key }: AlertDelivery,
  options: MailerOptions,
): Delivery<Message>[] {
  if ("webhook_id" in recipient) return [];
  const { websites, now, addressOf = () => undefined } = options;
  const { website } = news;
  const to = () =>
    "email" in recipient ? recipient.email : addressOf(recipient.person_id, website.id);
  if (to() === undefined) return [];
  return [
    {
      ...key,
      schedule: mailSchedule,
      isTooLate: false,
      isWanted: () => websites.find(website.id) !== undefined && to() !== undefined,
      write: async () =>
        composeAlertMail(news, options, {
          to: to() ?? "",
          recipient: nameOfRecipient(key.recipient),
          nowMs: now(),
          messageId: messageIdOf(
            options,
            ["alert", website.id, news.alertId, news.message.change],
            nameOfRecipient(key.recipient),
          ),
        }),
    },
  ];
}

/**
 * Returns the newest reports of each website with reports, one for each recipient, unless the
 * website is newer.
 */
function dueReports(options: MailerOptions): Delivery<Message>[] {
  const defaults = splitMailboxes(options.to);
  return options.websites.list().flatMap((website) => {
    const { emailReports, timezone, createdAt } = website;
    return periods.flatMap((period) => {
      if (!emailReports[period]) return [];
      const { span, daysLate } = newestDue(period, timezone, options.now(), emailReports.sendAt);
      if (isoDay(localDay(timezone, createdAt.getTime())) > span.to) return [];
      const isTooLate = daysLate > daysLateMax[period];
      const content = readOnce(options, website, span);
      return reportRecipients(emailReports.to, defaults).map((recipient) => ({
        ...reportDelivery(options, { website, span, recipient, content }),
        isTooLate,
      }));
    });
  });
}

interface DueReport {
  readonly website: Website;
  readonly span: Span;
  readonly recipient: MailRecipient;
  readonly content: (signal: AbortSignal) => Promise<EmailReport>;
}

function reportDelivery(
  options: MailerOptions,
  { website, span, recipient, content }: DueReport,
): Omit<Delivery<Message>, "isTooLate"> {
  const { websites, now } = options;
  const { id: websiteId } = website;
  const { period, from } = span;
  return {
    ...reportMailKey({ websiteId, period, from }, byMail(addressOf(recipient.mailbox))),
    schedule: mailSchedule,
    isWanted: () => isWanted(options, websites.find(websiteId), span, recipient),
    write: async (signal) => {
      if (websites.find(websiteId) === undefined) return undefined;
      return composeReport(await content(signal), options, {
        to: recipient.mailbox,
        isNewest: true,
        nowMs: now(),
        subscription: { kind: "reports", websiteId, recipient: recipient.key },
        messageId: messageIdOf(options, [period, from, websiteId], recipient.key),
      });
    },
  };
}

/** Returns the function that reads a report, once for all of its recipients. */
function readOnce(options: MailerOptions, website: Website, span: Span): DueReport["content"] {
  let report: Promise<EmailReport> | undefined;
  return (signal) => {
    report ??= (async () => {
      await untilAborted(options.shipped(), signal);
      return untilAborted(readEmailReport(options, website, span, signal), signal);
    })();
    // A later recipient tries again.
    report.catch(() => {
      report = undefined;
    });
    return report;
  };
}

/** Returns whether a report is still the newest that somebody wants: shipping may take days. */
function isWanted(
  { to, now }: MailerOptions,
  website: Website | undefined,
  { period, from }: { readonly period: Period; readonly from: string },
  { key }: MailRecipient,
): boolean {
  if (website === undefined || !website.emailReports[period]) return false;
  const { sendAt, to: own } = website.emailReports;
  const { span, daysLate } = newestDue(period, website.timezone, now(), sendAt);
  const recipients = own.length > 0 ? recipientsOf(own) : recipientsOf(splitMailboxes(to));
  return (
    span.from === from &&
    daysLate <= daysLateMax[period] &&
    recipients.some((one) => one.key === key)
  );
}

/** Returns the id of a message, which is the same at each attempt. */
export function messageIdOf(
  { baseUrl }: Pick<MailOrigin, "baseUrl">,
  about: readonly (string | number)[],
  recipient: string,
): string {
  const name = about.join(".").replaceAll(" ", ".");
  return `<footfall.${name}.${recipientHash(recipient)}@${new URL(baseUrl).hostname}>`;
}
