import {
  type Mailer,
  type MailerOptions,
  openMailer,
} from "../../../src/notifications/mail/mailer.ts";
import { openDefinitions } from "../../../src/server/parts/open-services.ts";
import { QueryScheduler } from "../../../src/stats/query-scheduler.ts";
import { Statistics } from "../../../src/stats/statistics.ts";
import type { Website } from "../../../src/websites/website.ts";
import type { TestFootfall } from "../../helpers/footfall.ts";
import { silent } from "../../helpers/shipping.ts";

/** Returns a mailer that sends the reports of one website, as a Footfall does by itself. */
export function mailerOf(
  { server }: TestFootfall,
  website: Website,
  options: Pick<MailerOptions, "smtpUrl" | "now"> & Partial<MailerOptions>,
): Mailer {
  const { db } = server.store;
  const scheduler = new QueryScheduler({ heavyMax: 1, timeMsMax: 30_000 }, silent);
  return openMailer({
    db,
    statistics: new Statistics({ db, scheduler }),
    definitions: openDefinitions(db, Date.now),
    from: "Footfall <footfall@mail.test>",
    to: "owner@mail.test",
    baseUrl: "https://stats.test",
    mailKey: "0123456789abcdef",
    websites: { list: () => [website], find: (id) => (id === website.id ? website : undefined) },
    shipped: () => server.shipped(),
    logger: silent,
    ...options,
  });
}
