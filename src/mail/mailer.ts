import type { FastifyBaseLogger as Logger } from "fastify";
import { untilAborted } from "../base/async/abort-signal.ts";
import { SingleFlight } from "../base/async/single-flight.ts";
import { isoDay, localDay } from "../base/calendar.ts";
import type { Database } from "../clickhouse/database.ts";
import type { Statistics } from "../stats/statistics.ts";
import type { Website } from "../websites/website.ts";
import { type ReportSources, readEmailReport } from "./email-report.ts";
import { type Addresses, composeMessage, type Message } from "./message.ts";
import { decide } from "./next-attempt.ts";
import { newestDue, periods, type Span } from "./report-period.ts";
import {
  type Attempt,
  beginAttempt,
  nameOf,
  type ReportKey,
  readAttempts,
  saveOutcome,
} from "./send-attempts.ts";
import { type Outcome, SmtpSession } from "./smtp.ts";

export interface MailerOptions extends Addresses {
  readonly db: Database;
  readonly statistics: Statistics;
  readonly definitions: ReportSources["definitions"];
  readonly smtpUrl: string;
  readonly websites: {
    list(): readonly Website[];
    find(id: number): Website | undefined;
  };
  /** Resolves when all events accepted so far are in the store. */
  readonly shipped: () => Promise<void>;
  readonly logger: Logger;
  readonly now: () => number;
}

/** The counters since the start. */
export interface MailCounts {
  sent: number;
  /** Failed attempts. */
  failed: number;
}

/** A report whose time has come, whether or not it was sent. */
interface Due extends ReportKey {
  readonly span: Span;
  readonly daysLate: number;
}

const minuteMs = 60_000;
const unreachablePauseMaxMs = 15 * minuteMs;
const unreadablePauseMs = 10 * minuteMs;
/** Limits the time of an unfinished mail at a stop. */
const lastMailMs = 1_000;

/**
 * Sends the reports that are due, one at a time. docs/email-reports.md has the rules.
 *
 * - No report is sent twice. The mailer writes the mail and logs in to the mail server. Then it
 *   begins an attempt in the store, sends the mail and stores the outcome.
 * - Of several processes on one store, only one can begin an attempt.
 * - An attempt without an outcome may have arrived, so it is not repeated.
 * - Nothing waits for the mailer. Without a mail server, reports are late and finally skipped.
 */
export class Mailer {
  readonly counts: MailCounts = { sent: 0, failed: 0 };
  readonly #options: MailerOptions;
  readonly #runs = new SingleFlight(() => this.#run());
  /** Names the reports of the newest spans that need no more work. */
  readonly #settled = new Set<string>();
  /** Outcomes that are not in the store yet. */
  readonly #unsaved: Attempt[] = [];
  readonly #unreadableUntilMs = new Map<string, number>();
  #unreachable = { times: 0, untilMs: 0 };
  #session: SmtpSession | undefined;

  constructor(options: MailerOptions) {
    this.#options = options;
  }

  /** Resolves when every report that can be sent now has been sent. */
  run(): Promise<void> {
    return this.#runs.run();
  }

  /** Starts no other report. An unfinished mail has one second left. */
  async stop(): Promise<void> {
    const ended = this.#runs.stop();
    const cutOff = setTimeout(() => this.#session?.close(), lastMailMs);
    await ended;
    clearTimeout(cutOff);
  }

  get #isStopping(): boolean {
    return this.#runs.signal.aborted;
  }

  async #run(): Promise<void> {
    const { db, shipped, now } = this.#options;
    await this.#saveOutcomes();
    if (now() < this.#unreachable.untilMs || this.#findDue().length === 0) return;
    await untilAborted(shipped(), this.#runs.signal);
    // Shipping may have taken days, so find the due reports again.
    const due = this.#findDue();
    const oldest = due.map(({ from }) => from).sort()[0] ?? "";
    const attempts = await readAttempts(db, oldest);
    for (const report of due) {
      const past = attempts.filter((attempt) => nameOf(attempt) === nameOf(report));
      const number = this.#nextAttempt(report, past);
      if (number === undefined) continue;
      if (this.#isStopping || !(await this.#send(report, number))) return;
    }
  }

  /**
   * Returns the newest week and month of each website with reports, unless the website is newer.
   */
  #findDue(): Due[] {
    const { websites, now } = this.#options;
    const newest = websites
      .list()
      .filter(({ emailReports }) => emailReports)
      .flatMap(({ id, timezone, createdAt }) =>
        periods.flatMap((period): Due[] => {
          const { span, daysLate } = newestDue(period, timezone, now());
          const isOlder = isoDay(localDay(timezone, createdAt.getTime())) <= span.to;
          return isOlder ? [{ websiteId: id, period, from: span.from, span, daysLate }] : [];
        }),
      );
    const names = new Set(newest.map(nameOf));
    for (const name of this.#settled) if (!names.has(name)) this.#settled.delete(name);
    for (const name of this.#unreadableUntilMs.keys()) {
      if (!names.has(name)) this.#unreadableUntilMs.delete(name);
    }
    return newest.filter((due) => !this.#settled.has(nameOf(due)));
  }

  /** Returns the number of the attempt to begin now, or undefined if none is due. */
  #nextAttempt(due: Due, past: readonly Attempt[]): number | undefined {
    const { now, logger } = this.#options;
    const decision = decide(due, past, now());
    if (decision.kind === "settled") {
      this.#settled.add(nameOf(due));
      if (decision.reason !== undefined) logger.warn(fieldsOf(due), decision.reason);
    }
    const isUnreadable = now() < (this.#unreadableUntilMs.get(nameOf(due)) ?? 0);
    return decision.kind === "begin" && !isUnreadable ? decision.attempt : undefined;
  }

  /** Sends a report. Returns whether to continue with the next one. */
  async #send(due: Due, number: number): Promise<boolean> {
    const { db, websites, now, smtpUrl } = this.#options;
    const message = await this.#compose(due);
    if (message === undefined) return !this.#isStopping;
    const session = await this.#open(smtpUrl);
    if (session === undefined) return false;
    this.#session = session;
    try {
      // The owner may have stopped the reports in the meantime.
      if (!websites.find(due.websiteId)?.emailReports) return true;
      const begun = await beginAttempt(db, due, number, now());
      if (begun === undefined) return true;
      const outcome = await session.send(message);
      this.#logOutcome(due, outcome);
      this.#unsaved.push({ ...begun, state: outcome.state, timeMs: now() });
      await this.#saveOutcomes();
      return true;
    } finally {
      session.end();
      this.#session = undefined;
    }
  }

  /** Stores the outcomes. If the store fails, the next run continues. */
  async #saveOutcomes(): Promise<void> {
    for (const ended of [...this.#unsaved]) {
      await saveOutcome(this.#options.db, ended);
      this.#unsaved.shift();
    }
  }

  async #compose(due: Due): Promise<Message | undefined> {
    const { websites, now, logger } = this.#options;
    const { signal } = this.#runs;
    try {
      const website = websites.find(due.websiteId);
      if (website === undefined) return undefined;
      const report = await untilAborted(
        readEmailReport(this.#options, website, due.span, signal),
        signal,
      );
      return await composeMessage(report, this.#options, {
        websiteId: due.websiteId,
        isNewest: true,
        messageId: this.#messageIdOf(due),
        nowMs: now(),
      });
    } catch (error) {
      if (this.#isStopping) return undefined;
      this.counts.failed += 1;
      this.#unreadableUntilMs.set(nameOf(due), now() + unreadablePauseMs);
      logger.warn({ ...fieldsOf(due), err: error }, "a report cannot be written now");
      return undefined;
    }
  }

  async #open(smtpUrl: string): Promise<SmtpSession | undefined> {
    const { logger, now } = this.#options;
    try {
      const session = await SmtpSession.open(smtpUrl, this.#runs.signal);
      this.#unreachable = { times: 0, untilMs: 0 };
      return session;
    } catch (error) {
      if (this.#isStopping) return undefined;
      this.counts.failed += 1;
      const times = this.#unreachable.times + 1;
      const pauseMs = Math.min(minuteMs * 2 ** (times - 1), unreachablePauseMaxMs);
      this.#unreachable = { times, untilMs: now() + pauseMs };
      logger.warn(
        { err: error, againInS: pauseMs / 1000 },
        "the mail server of SMTP_URL cannot be reached or refuses the login",
      );
      return undefined;
    }
  }

  #logOutcome(due: Due, outcome: Outcome): void {
    const { logger } = this.#options;
    const where = fieldsOf(due);
    if (outcome.state === "sent") {
      this.counts.sent += 1;
      logger.info(where, "a report was sent");
      const { rejected } = outcome;
      if (rejected.length > 0)
        logger.warn({ ...where, rejected }, "some recipients of a report were refused");
      return;
    }
    this.counts.failed += 1;
    const text =
      outcome.state === "refused"
        ? "the mail server refused a report"
        : "a report may have been sent, so it is not sent again";
    logger.warn({ ...where, err: outcome.error }, text);
  }

  #messageIdOf({ websiteId, period, from }: Due): string {
    return `<footfall.${period}.${from}.${websiteId}@${new URL(this.#options.baseUrl).hostname}>`;
  }
}

function fieldsOf({ websiteId, span }: Due): object {
  return { website: websiteId, ...span };
}
