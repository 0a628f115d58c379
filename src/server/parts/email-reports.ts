import type { FastifyBaseLogger as Logger } from "fastify";
import type { Config } from "../../base/config.ts";
import type { Database } from "../../clickhouse/database.ts";
import type { Keys } from "../../http/access/keys.ts";
import { Mailer, type MailerOptions } from "../../mail/mailer.ts";
import type { QueryScheduler } from "../../stats/query-scheduler.ts";
import { Statistics } from "../../stats/statistics.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { startBackgroundJobs } from "./background-jobs.ts";
import type { CleanupStack } from "./cleanup.ts";
import { openDefinitions } from "./open-services.ts";

const everyMs = 60_000;

export interface MailOptions {
  readonly config: Config;
  readonly db: Database;
  readonly websites: MailerOptions["websites"];
  readonly keys: Pick<Keys, "mail">;
  readonly scheduler: QueryScheduler;
  readonly shipped: () => Promise<void>;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly now: () => number;
}

/** Sends the e-mail reports that are due, each minute. Does nothing without `SMTP_URL`. */
export function startEmailReports(options: MailOptions, cleanup: CleanupStack): void {
  const { config, db, scheduler, metrics, logger } = options;
  const { SMTP_URL, REPORT_FROM = "", REPORT_TO = "", BASE_URL = "" } = config;
  if (SMTP_URL === undefined) return;
  const mailer = new Mailer({
    ...options,
    mailKey: options.keys.mail,
    smtpUrl: SMTP_URL,
    from: REPORT_FROM,
    to: REPORT_TO,
    baseUrl: BASE_URL,
    statistics: new Statistics({ db, scheduler }),
    definitions: openDefinitions(db, options.now),
  });
  metrics.watchMail(mailer);
  const job = { name: "send e-mail reports", everyMs, run: () => mailer.run() };
  cleanup.push(() => mailer.stop(), startBackgroundJobs([job], logger));
}
