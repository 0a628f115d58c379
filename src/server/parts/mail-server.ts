import type { Config } from "../../base/config.ts";
import type { SmtpServer } from "../../notifications/mail/smtp.ts";

/** Returns the mail server that the settings name; undefined if they name none. */
export function mailServerOf({ SMTP_URL, SMTP_CERTIFICATE }: Config): SmtpServer | undefined {
  if (SMTP_URL === undefined) return undefined;
  return { smtpUrl: SMTP_URL, takesAnyCertificate: SMTP_CERTIFICATE === "any" };
}
