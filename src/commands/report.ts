import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { FastifyBaseLogger as Logger } from "fastify";
import { dayMs, isRealDay } from "../base/calendar.ts";
import type { Config } from "../base/config.ts";
import { inDataDirectory, makeDirectory } from "../base/data-directory.ts";
import { StartRefused } from "../base/errors.ts";
import { type Period, periods } from "../model/choices.ts";
import { type EmailReport, readEmailReport } from "../notifications/content/email-report.ts";
import { newestDue, type Span, spanOf } from "../notifications/content/email-report-period.ts";
import { wordingOf } from "../notifications/content/wording.ts";
import { htmlOf } from "../notifications/mail/email-report-html.ts";
import { linksOf } from "../notifications/mail/email-report-links.ts";
import { reportRecipients, splitMailboxes } from "../notifications/mail/mailboxes.ts";
import { composeReport, type MailOrigin } from "../notifications/mail/message.ts";
import { textOf } from "../notifications/mail/plain-text.ts";
import { sendNow } from "../notifications/mail/send-now.ts";
import type { SmtpServer } from "../notifications/mail/smtp.ts";
import { loadMailKey } from "../server/parts/keys.ts";
import { mailServerOf } from "../server/parts/mail-server.ts";
import { openDefinitions } from "../server/parts/open-services.ts";
import { openWebsiteStore } from "../server/shards/website-store.ts";
import { QueryScheduler } from "../stats/query-scheduler.ts";
import { Statistics } from "../stats/statistics.ts";
import type { Website } from "../websites/website.ts";

export const usage =
  "usage: footfall report --website DOMAIN --period day|week|month [--date YYYY-MM-DD] --print [--html] | --send";
/** Nobody waits for the command as for a page, so a query may take longer. */
const queryMsMax = 60_000;

interface ReportOptions {
  readonly domain: string;
  readonly period: Period;
  /** The day of the report in days since 1970-01-01, or undefined for the newest one. */
  readonly day: number | undefined;
  readonly output: "text" | "html" | "mail";
}

/**
 * Runs `footfall report --website DOMAIN --period day|week|month`: prints one report, or sends it
 * now. The numbers come from the store of the same `DATA_DIR` or `CLICKHOUSE_URL`, whether or not a
 * Footfall runs on it. The command does not count as the scheduled report, which Footfall sends all
 * the same.
 */
export async function report(
  config: Config,
  args: readonly string[],
  logger: Logger,
): Promise<number> {
  const options = readArgs(args);
  const mailServer = options.output === "mail" ? mailServerOf(config) : undefined;
  if (options.output === "mail" && mailServer === undefined) {
    throw new StartRefused("SMTP_URL must be set to send a report");
  }
  const origin = await originOf(config);
  const { website, db, close } = await openWebsiteStore(config, options.domain, logger);
  try {
    const { span: newest } = newestDue(
      options.period,
      website.timezone,
      Date.now(),
      website.emailReports.sendAt,
    );
    const span = options.day === undefined ? newest : spanOf(options.period, options.day);
    if (span.to > newest.to) {
      throw new StartRefused(`the ${span.period} from ${span.from} to ${span.to} is not over yet`);
    }
    const scheduler = new QueryScheduler({ heavyMax: 1, timeMsMax: queryMsMax }, logger);
    const statistics = new Statistics({ db, scheduler });
    const { signal } = new AbortController();
    const definitions = openDefinitions(db, Date.now);
    const content = await readEmailReport({ statistics, definitions }, website, span, signal);
    if (mailServer !== undefined) {
      const mailboxes = splitMailboxes(config.REPORT_TO ?? "");
      return await send({ content, website, newest, origin }, mailboxes, mailServer);
    }
    // The link is that in the mail of the first recipient.
    const [first] = reportRecipients(
      website.emailReports.to,
      splitMailboxes(config.REPORT_TO ?? ""),
    );
    const subscription = {
      kind: "reports" as const,
      websiteId: website.id,
      ...(first !== undefined && { recipient: first.key }),
    };
    const links = origin.baseUrl === "" ? {} : linksOf(origin, subscription, content);
    const write = options.output === "html" ? htmlOf : textOf;
    process.stdout.write(write(await wordingOf(website.language), content, links));
    return 0;
  } finally {
    await close();
  }
}

function readArgs(args: readonly string[]): ReportOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        website: { type: "string" },
        period: { type: "string" },
        date: { type: "string" },
        print: { type: "boolean" },
        html: { type: "boolean" },
        send: { type: "boolean" },
      },
    });
    const { website, date, print = false, html = false, send: isMail = false } = values;
    const period = periods.find((name) => name === values.period);
    const day = date === undefined ? undefined : readDay(date);
    if (website !== undefined && period !== undefined && print !== isMail && !(html && isMail)) {
      return { domain: website, period, day, output: isMail ? "mail" : html ? "html" : "text" };
    }
  } catch {}
  throw new StartRefused(usage);
}

function readDay(date: string): number {
  if (!isRealDay(date)) throw new Error("no date");
  return Date.parse(date) / dayMs;
}

async function originOf(config: Config): Promise<MailOrigin> {
  const { REPORT_FROM: from = "", BASE_URL: baseUrl = "" } = config;
  const directory = resolve(config.DATA_DIR);
  await inDataDirectory(() => makeDirectory(directory));
  return { from, baseUrl, mailKey: await loadMailKey(config) };
}

interface ReportMail {
  readonly content: EmailReport;
  readonly website: Website;
  readonly newest: Span;
  readonly origin: MailOrigin;
}

/** Sends a report to each of its recipients: those of the website, or else the defaults. */
async function send(
  { content, website, newest, origin }: ReportMail,
  defaults: readonly string[],
  mailServer: SmtpServer,
): Promise<number> {
  const recipients = reportRecipients(website.emailReports.to, defaults);
  if (recipients.length === 0) {
    throw new StartRefused("the website has no recipients, and REPORT_TO is not set");
  }
  let failures = 0;
  for (const { key, mailbox } of recipients) {
    const message = await composeReport(content, origin, {
      to: mailbox,
      subscription: { kind: "reports", websiteId: website.id, recipient: key },
      isNewest: content.span.from === newest.from,
      nowMs: Date.now(),
    });
    try {
      await sendNow(mailServer, message);
      process.stdout.write(`sent to ${mailbox}\n`);
    } catch (error) {
      failures += 1;
      const { message: reason } = error as Error;
      process.stderr.write(`footfall: the report was not sent to ${mailbox}: ${reason}\n`);
    }
  }
  return failures === 0 ? 0 : 1;
}
