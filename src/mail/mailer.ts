import type { FastifyBaseLogger as Logger } from "fastify";

import { isoDay, localDay } from "../calendar.ts";
import { orAborted } from "../or-aborted.ts";
import { SingleFlight } from "../single-flight.ts";
import type { Statistics } from "../stats/statistics.ts";
import type { Database } from "../store/database.ts";
import type { Website } from "../websites/website.ts";
import {
  type Attempt,
  beginAttempt,
  nameOf,
  noteOutcome,
  type ReportKey,
  readAttempts,
} from "./attempts.ts";
import { decide } from "./decision.ts";
import { type Addresses, composeMessage, type Message } from "./message.ts";
import { readReport } from "./report.ts";
import { type Outcome, SmtpSession } from "./smtp.ts";
import { newestDue, periods, type Span } from "./span.ts";

export interface MailerOptions extends Addresses {
  readonly db: Database;
  readonly statistics: Statistics;
  readonly smtpUrl: string;
  readonly websites: {
    list(): readonly Website[];
    find(id: number): Website | undefined;
  };
  /** Resolves when everything that was accepted by now is in the store. */
  readonly shipped: () => Promise<void>;
  readonly log: Logger;
  readonly now: () => number;
}

/** Since the start. */
export interface MailCounts {
  sent: number;
  /** Attempts. */
  failed: number;
}

/** A report that is to be sent, or has been. */
interface Due extends ReportKey {
  readonly span: Span;
  readonly daysLate: number;
}

const minuteMs = 60_000;
const unreachablePauseMaxMs = 15 * minuteMs;
const unreadablePauseMs = 10 * minuteMs;
/** At a stop, what a mail under way may still take. */
const lastMailMs = 1_000;

/**
 * Sends the reports that are due, one at a time. docs/email-reports.md has the rules.
 *
 * - No report is sent twice. An attempt is begun in the store, by one of all Footfalls on it, when the mail is
 *   written and the mail server has let us in; then the mail is sent, then its outcome noted. What was begun
 *   and has no outcome may have arrived, and is left alone.
 * - Nothing waits for it: without a mail server reports are late, and later skipped.
 */
export class Mailer {
  readonly counts: MailCounts = { sent: 0, failed: 0 };
  readonly #options: MailerOptions;
  readonly #runs = new SingleFlight(() => this.#run());
  /** Of the newest spans, those that nothing is to be done about any more. */
  readonly #settled = new Set<string>();
  /** Outcomes that the store does not know yet. */
  readonly #unnoted: Attempt[] = [];
  readonly #unreadableUntilMs = new Map<string, number>();
  #unreachable = { times: 0, untilMs: 0 };
  #session: SmtpSession | undefined;

  constructor(options: MailerOptions) {
    this.#options = options;
  }

  /** Resolves when every report that can be sent now is. */
  run(): Promise<void> {
    return this.#runs.run();
  }

  /** Begins with no other report; the mail under way has a second. */
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
    await this.#noteOutcomes();
    if (now() < this.#unreachable.untilMs || this.#findDue().length === 0) return;
    await orAborted(shipped(), this.#runs.signal);
    // That may have taken days.
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

  /** The newest week and month of each website that wants reports, unless it was stored later. */
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

  /** The number of the attempt to begin now; undefined where there is none, now or for good. */
  #nextAttempt(due: Due, past: readonly Attempt[]): number | undefined {
    const { now, log } = this.#options;
    const decision = decide(due, past, now());
    if (decision.kind === "settled") {
      this.#settled.add(nameOf(due));
      if (decision.reason !== undefined) log.warn(fieldsOf(due), decision.reason);
    }
    const isUnreadable = now() < (this.#unreadableUntilMs.get(nameOf(due)) ?? 0);
    return decision.kind === "begin" && !isUnreadable ? decision.attempt : undefined;
  }

  /** Whether it is worth while to go on with the next report. */
  async #send(due: Due, number: number): Promise<boolean> {
    const { db, websites, now, smtpUrl } = this.#options;
    const message = await this.#compose(due);
    if (message === undefined) return !this.#isStopping;
    const session = await this.#open(smtpUrl);
    if (session === undefined) return false;
    this.#session = session;
    try {
      // It may have been ended since.
      if (!websites.find(due.websiteId)?.emailReports) return true;
      const begun = await beginAttempt(db, due, number, now());
      if (begun === undefined) return true;
      const outcome = await session.send(message);
      this.#tell(due, outcome);
      this.#unnoted.push({ ...begun, state: outcome.state, timeMs: now() });
      await this.#noteOutcomes();
      return true;
    } finally {
      session.end();
      this.#session = undefined;
    }
  }

  /** Where the store does not answer, the next run goes on. */
  async #noteOutcomes(): Promise<void> {
    for (const ended of [...this.#unnoted]) {
      await noteOutcome(this.#options.db, ended);
      this.#unnoted.shift();
    }
  }

  async #compose(due: Due): Promise<Message | undefined> {
    const { statistics, websites, now, log } = this.#options;
    const { signal } = this.#runs;
    try {
      const website = websites.find(due.websiteId);
      if (website === undefined) return undefined;
      const report = await orAborted(readReport(statistics, website, due.span, signal), signal);
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
      log.warn({ ...fieldsOf(due), err: error }, "a report cannot be written now");
      return undefined;
    }
  }

  async #open(smtpUrl: string): Promise<SmtpSession | undefined> {
    const { log, now } = this.#options;
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
      log.warn(
        { err: error, againInS: pauseMs / 1000 },
        "the mail server of SMTP_URL lets nobody in",
      );
      return undefined;
    }
  }

  #tell(due: Due, outcome: Outcome): void {
    const { log } = this.#options;
    const where = fieldsOf(due);
    if (outcome.state === "sent") {
      this.counts.sent += 1;
      log.info(where, "a report is sent");
      const { rejected } = outcome;
      if (rejected.length > 0)
        log.warn({ ...where, rejected }, "a report has not reached everyone");
      return;
    }
    this.counts.failed += 1;
    const text =
      outcome.state === "refused"
        ? "the mail server refused a report"
        : "a report may have been sent, and is not sent again";
    log.warn({ ...where, err: outcome.error }, text);
  }

  #messageIdOf({ websiteId, period, from }: Due): string {
    return `<footfall.${period}.${from}.${websiteId}@${new URL(this.#options.baseUrl).hostname}>`;
  }
}

function fieldsOf({ websiteId, span }: Due): object {
  return { website: websiteId, ...span };
}
