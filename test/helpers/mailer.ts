import { Mailer, type MailerOptions } from "../../src/mail/mailer.ts";
import { DayStates } from "../../src/stats/day-states.ts";
import type { Website } from "../../src/websites/website.ts";
import type { TestFootfall } from "./footfall.ts";
import { silent } from "./shipping.ts";

/** Sends the reports of one website, as a Footfall does by itself. */
export function mailerOf(
  { running }: TestFootfall,
  website: Website,
  options: Pick<MailerOptions, "smtpUrl" | "now"> & Partial<MailerOptions>,
): Mailer {
  const { db } = running.store;
  return new Mailer({
    db,
    days: new DayStates(db),
    ask: (_weight, question) =>
      question({
        signal: new AbortController().signal,
        deadlineMs: performance.now() + 30_000,
      }),
    from: "Footfall <footfall@mail.test>",
    to: "owner@mail.test, Other <other@mail.test>",
    baseUrl: "https://stats.test/",
    mailKey: "0123456789abcdef",
    websites: { list: () => [website], find: (id) => (id === website.id ? website : undefined) },
    shipped: () => running.shipped(),
    log: silent,
    ...options,
  });
}
