import { pino } from "pino";
import { dayMs, isoDay } from "../../../src/base/calendar.ts";
import { readAttempts } from "../../../src/notifications/deliveries/attempts.ts";
import type { Mailer, MailerOptions } from "../../../src/notifications/mail/mailer.ts";
import type { Website } from "../../../src/websites/website.ts";
import { websiteWith, weeksAndMonths } from "../../helpers/draft.ts";
import type { TestFootfall } from "../../helpers/footfall.ts";
import type { MailServer } from "../../helpers/mail-server.ts";
import { mailerOf } from "./mailer.ts";

/** A Monday, when weeks are due in UTC, and for 6 days more, but no month. */
export const monday = Date.parse("2025-11-17T06:00:00Z");
export const mailKey = "0123456789abcdef";

let websites = 0;

/** A website with e-mail reports, on a Monday when those of the week before are due. */
export class MailScene {
  nowMs = monday;
  /** The lines that the mailers log. */
  readonly lines: string[] = [];
  readonly logger = pino({ level: "info" }, { write: (line) => void this.lines.push(line) });
  readonly #footfall: TestFootfall;
  readonly #server: MailServer;
  website: Website;

  private constructor(footfall: TestFootfall, server: MailServer, website: Website) {
    this.#footfall = footfall;
    this.#server = server;
    this.website = website;
  }

  /** Resolves with a scene of its own website. The mail server has no mails, and refuses none. */
  static async open(footfall: TestFootfall, server: MailServer): Promise<MailScene> {
    websites += 1;
    server.mails.length = 0;
    server.refusals.length = 0;
    const { id, domain } = await footfall.store(`${websites}.example`);
    return new MailScene(
      footfall,
      server,
      websiteWith({ id, domain, emailReports: weeksAndMonths }),
    );
  }

  mailerOf(options: Partial<MailerOptions> = {}): Mailer {
    return mailerOf(this.#footfall, this.website, {
      smtpUrl: this.#server.url,
      mailKey,
      logger: this.logger,
      now: () => this.nowMs,
      ...options,
    });
  }

  /** Page views of as many visitors. */
  async visit(date: string, visitors: number, page = "/"): Promise<void> {
    const view = { at: `${date}T12:00:00Z`, page, referrer: "https://news.example/" };
    const views = Array.from({ length: visitors }, (_, i) => ({ ...view, ip: `8.8.8.${i}` }));
    await this.#footfall.send(this.website, views);
  }

  async statesOf(): Promise<string[]> {
    const attempts = await readAttempts(this.#footfall.server.store.db, Date.parse("2000-01-01"));
    return attempts
      .filter(({ websiteId }) => websiteId === this.website.id)
      .map(({ kind, fromMs, attempt, status }) => {
        return `${kind} ${isoDay(fromMs / dayMs)} ${attempt} ${status}`;
      });
  }
}
