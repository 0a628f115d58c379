import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { FastifyBaseLogger as Logger } from "fastify";

import { dayMs, isRealDay } from "../base/calendar.ts";
import type { Config } from "../base/config.ts";
import { inDataDirectory, makeDirectory } from "../base/data-directory.ts";
import { StartRefused } from "../base/errors.ts";
import { type EmailReport, readEmailReport } from "../mail/email-report.ts";
import { htmlOf } from "../mail/html-report.ts";
import { type Addresses, composeMessage } from "../mail/message.ts";
import { textOf } from "../mail/plain-text.ts";
import { linksOf } from "../mail/report-links.ts";
import { newestDue, type Period, periods, type Span, spanOf } from "../mail/report-period.ts";
import { SmtpSession } from "../mail/smtp.ts";
import { loadMailKey } from "../server/parts/keys.ts";
import { openDefinitions } from "../server/parts/open-services.ts";
import { openWebsiteStore } from "../server/shards/website-store.ts";
import { QueryScheduler } from "../stats/query-scheduler.ts";
import { Statistics } from "../stats/statistics.ts";
import type { Website } from "../websites/website.ts";

export const usage =
  "usage: footfall report --website DOMAIN --period week|month [--date YYYY-MM-DD] --print [--html] | --send";
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
 * Runs `footfall report --website DOMAIN --period week|month`: prints one report, or sends it
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
  const { SMTP_URL } = config;
  if (options.output === "mail" && SMTP_URL === undefined) {
    throw new StartRefused("SMTP_URL must be set to send a report");
  }
  const addresses = await addressesOf(config);
  const { website, db, close } = await openWebsiteStore(config, options.domain, logger);
  try {
    const { span: newest } = newestDue(options.period, website.timezone, Date.now());
    const span = options.day === undefined ? newest : spanOf(options.period, options.day);
    if (span.to > newest.to) {
      throw new StartRefused(`the ${span.period} from ${span.from} to ${span.to} is not over yet`);
    }
    const scheduler = new QueryScheduler({ heavyMax: 1, timeMsMax: queryMsMax }, logger);
    const statistics = new Statistics({ db, scheduler });
    const { signal } = new AbortController();
    const definitions = openDefinitions(db, Date.now);
    const content = await readEmailReport({ statistics, definitions }, website, span, signal);
    if (options.output === "mail")
      return await send(content, website, newest, addresses, SMTP_URL ?? "");
    const links = addresses.baseUrl === "" ? {} : linksOf(addresses, website.id, content);
    process.stdout.write((options.output === "html" ? htmlOf : textOf)(content, links));
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

async function addressesOf(config: Config): Promise<Addresses> {
  const { REPORT_FROM: from = "", REPORT_TO: to = "", BASE_URL: baseUrl = "" } = config;
  const directory = resolve(config.DATA_DIR);
  await inDataDirectory(() => makeDirectory(directory));
  return { from, to, baseUrl, mailKey: await loadMailKey(config) };
}

async function send(
  content: EmailReport,
  website: Website,
  newest: Span,
  addresses: Addresses,
  smtpUrl: string,
): Promise<number> {
  const message = await composeMessage(content, addresses, {
    websiteId: website.id,
    isNewest: content.span.from === newest.from,
    nowMs: Date.now(),
  });
  try {
    const session = await SmtpSession.open(smtpUrl, new AbortController().signal);
    const outcome = await session.send(message);
    session.end();
    if (outcome.state === "sent") {
      for (const recipient of outcome.rejected) process.stderr.write(`refused: ${recipient}\n`);
      process.stdout.write(`sent to ${addresses.to}\n`);
      return 0;
    }
    throw outcome.error;
  } catch (error) {
    process.stderr.write(`footfall: the report was not sent: ${(error as Error).message}\n`);
    return 1;
  }
}
