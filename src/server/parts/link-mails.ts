import type { FastifyBaseLogger as Logger } from "fastify";
import type { Config } from "../../base/config.ts";
import type { MailLink } from "../../http/access/person-records.ts";
import { loggedProblemOf } from "../../notifications/deliveries/attempts.ts";
import { sendLinkMail } from "../../notifications/mail/link-mail.ts";
import { mailServerOf } from "./mail-server.ts";

/** Returns the function that mails links to people; undefined if no mail server is set. */
export function linkMails(config: Config, logger: Logger): MailLink | undefined {
  const server = mailServerOf(config);
  if (server === undefined) return undefined;
  const sender = { ...server, from: config.REPORT_FROM ?? "" };
  return async ({ email, language }, kind, url) => {
    try {
      await sendLinkMail(sender, { to: email, kind, url, language: language ?? "en" });
      return true;
    } catch (error) {
      logger.warn(
        { problem: loggedProblemOf(error), kind },
        "a link for a person could not be mailed",
      );
      return false;
    }
  };
}
